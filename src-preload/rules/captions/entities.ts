/** Letters that are written by a name or a number, as in HTML. */

const named: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: '\'', nbsp: '\u00A0', lrm: '\u200E', rlm: '\u200F', shy: '\u00AD' },
  ...{ hellip: '…', mdash: '—', ndash: '–', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', laquo: '«', raquo: '»', bull: '•' },
  ...{ copy: '©', reg: '®', trade: '™', deg: '°', euro: '€', pound: '£', iexcl: '¡', iquest: '¿', times: '×', middot: '·' },
  ...{ szlig: 'ß', aelig: 'æ', AElig: 'Æ', oelig: 'œ', OElig: 'Œ', oslash: 'ø', Oslash: 'Ø', eth: 'ð', ETH: 'Ð', thorn: 'þ', THORN: 'Þ' },
}
const accents: Readonly<Record<string, string>> = {
  ...{ grave: '\u0300', acute: '\u0301', circ: '\u0302', tilde: '\u0303', uml: '\u0308', ring: '\u030A', caron: '\u030C', cedil: '\u0327' },
}

/** Other text is unchanged. */
export function unescaped(text: string): string {
  return text.includes('&') ? text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, letterOf) : text
}

function letterOf(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined)
    return named[name] ?? named[plainName(name)] ?? accented(name) ?? whole
  const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  return point > 31 && point <= 0x10FFFF && (point < 0xD800 || point > 0xDFFF) ? String.fromCodePoint(point) : whole
}

/** `&AMP;` is `&amp;`; `&Eacute;` is another letter than `&eacute;`. */
function plainName(name: string): string {
  return name === name.toUpperCase() ? name.toLowerCase() : name
}

function accented(name: string): string | undefined {
  const accent = accents[name.slice(1)]
  return accent && `${name.charAt(0)}${accent}`.normalize('NFC')
}
