/** Characters that are written by name or number in XML and HTML. */

const latin = 'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
  .split(' ')
  .map((name, at): [string, string] => [name, String.fromCodePoint(0xA0 + at)])

/** Those of HTML 4 that texts have; the names tell large letters from small ones. */
const named: ReadonlyMap<string, string> = new Map([
  ...latin,
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', '\''],
  ['OElig', 'Œ'],
  ['oelig', 'œ'],
  ['Scaron', 'Š'],
  ['scaron', 'š'],
  ['Yuml', 'Ÿ'],
  ['ensp', ' '],
  ['emsp', ' '],
  ['thinsp', ' '],
  ['zwnj', '\u200C'],
  ['zwj', '\u200D'],
  ['ndash', '–'],
  ['mdash', '—'],
  ['lsquo', '‘'],
  ['rsquo', '’'],
  ['sbquo', '‚'],
  ['ldquo', '“'],
  ['rdquo', '”'],
  ['bdquo', '„'],
  ['lsaquo', '‹'],
  ['rsaquo', '›'],
  ['hellip', '…'],
  ['bull', '•'],
  ['euro', '€'],
  ['trade', '™'],
  ['prime', '′'],
  ['minus', '−'],
])

const written = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}\d{0,2}));/gi

/** One that is unknown is kept as it is written. */
export function unescaped(text: string): string {
  return text.replaceAll(written, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined)
      return named.get(name) ?? whole
    const point = decimal !== undefined ? Number(decimal) : Number.parseInt(hex ?? '', 16)
    return point > 31 && point <= 0x10FFFF ? String.fromCodePoint(point) : whole
  })
}
