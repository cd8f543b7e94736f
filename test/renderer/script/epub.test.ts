/**
 * Books that become a script: EPUB 2 and 3, as programs write them and as somebody may forge them.
 *
 * @module-tag wide
 */
import { TextReader, Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js'
import { describe, expect, it } from 'vitest'
import { readScriptFile } from '../../../src-renderer/rooms/script/paste/read-file.ts'

type Files = Readonly<Record<string, string | Uint8Array>>

async function zipOf(files: Files, password?: string): Promise<Uint8Array<ArrayBuffer>> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false })
  for (const [name, content] of Object.entries(files)) {
    const reader = typeof content === 'string' ? new TextReader(content) : new Uint8ArrayReader(content)
    await writer.add(name, reader, password === undefined ? {} : { password })
  }
  return writer.close()
}

const container = '<?xml version="1.0"?><container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
function page(body: string, attributes = ''): string {
  return `<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title>Not read</title></head><body${attributes}>${body}</body></html>`
}

interface Book {
  readonly items: string
  readonly spine: string
  readonly guide?: string
  readonly files: Files
}

function bookOf({ items, spine, guide = '', files }: Book): Files {
  const opf = `<package version="3.0"><manifest>${items}</manifest><spine toc="ncx">${spine}</spine><guide>${guide}</guide></package>`
  const inside = Object.fromEntries(Object.entries(files)
    .map(([name, content]) => [name.startsWith('META-INF/') ? name : `OEBPS/${name}`, content]))
  return { 'mimetype': 'application/epub+zip', 'META-INF/container.xml': container, 'OEBPS/content.opf': opf, ...inside }
}
const item = (id: string, href: string, more = ''): string => `<item id="${id}" href="${href}" media-type="application/xhtml+xml" ${more}/>`
const ref = (id: string, more = ''): string => `<itemref idref="${id}" ${more}/>`

const read = async (files: Files) => readScriptFile(new Blob([await zipOf(files)]))
async function textOf(files: Files): Promise<string[]> {
  const words = await read(files)
  return 'text' in words ? words.text.split('\n\n') : [words.refused]
}
/** The text of a book of one document. */
function chapter(body: string): Promise<string[]> {
  return textOf(bookOf({ items: item('a', 'a.xhtml'), spine: ref('a'), files: { 'a.xhtml': page(body) } }))
}

describe('a book that becomes a script', () => {
  it('has the language that its package names first', async () => {
    const inBook = async (metadata: string) => {
      const files = bookOf({ items: item('a', 'a.xhtml'), spine: ref('a'), files: { 'a.xhtml': page('<p>Ja.</p>') } })
      const opf = String(files['OEBPS/content.opf']).replace('<manifest>', `<metadata>${metadata}</metadata><manifest>`)
      const words = await read({ ...files, 'OEBPS/content.opf': opf })
      return 'text' in words ? words.language : words.refused
    }
    expect(await inBook('<dc:title>de</dc:title><dc:language>\n nb-NO </dc:language><dc:language>en</dc:language>')).toBe('no')
    expect(await inBook('<dc:title>de</dc:title><dc:language>und</dc:language>')).toBe(null)
    expect(await inBook('<dc:title>de</dc:title><dc:language/>')).toBe(null)
  })

  it('is read in the order of its spine, each document once, with headings as chapters', async () => {
    expect(await textOf(bookOf({
      items: item('one', 'text/one.xhtml') + item('two', 'text/tw%20o.xhtml')
        + item('nav', 'nav.xhtml', 'properties="nav"') + item('extra', 'extra.xhtml'),
      spine: ref('nav') + ref('two') + ref('one') + ref('two') + ref('extra', 'linear="no"') + ref('missing'),
      files: {
        'text/one.xhtml': page('<h2>Second <em>night</em></h2><p>ANNA: Hi.</p>'),
        'text/tw o.xhtml': page('<h1>First night</h1><p>It was\n  <b>late</b>, <i>too</i> late.</p><p>One.<br/>Two.</p>'),
        'nav.xhtml': page('<nav epub:type="toc"><a href="text/one.xhtml">Not used</a></nav>'),
        'extra.xhtml': page('<p>Not read.</p>'),
      },
    }))).toEqual(['# First night', 'It was late, too late.', 'One.\nTwo.', '# Second night', 'ANNA: Hi.'])
  })

  it('takes the titles of its table of contents where a chapter has no heading', async () => {
    const files = {
      'a.xhtml': page('<p>Dedicated to Bo.</p><p id="x">It rained.</p><h4>A letter</h4><p>Dear.</p><p id="y">It poured.</p>'),
      'b.xhtml': page('<h1>Its own</h1><p>Dry.</p>'),
      'c.xhtml': page('<p class="title">Four &#38; <b>Last</b></p><p>Gone.</p>'),
    }
    const items = ['a', 'b', 'c'].map(id => item(id, `${id}.xhtml`)).join('')
    const spine = ['a', 'b', 'c'].map(id => ref(id)).join('')
    const targets = [['One', 'a.xhtml#x'], ['Two', 'a.xhtml#y'], ['Three', 'b.xhtml'], ['Four &amp; last', 'c.xhtml']] as const
    const right = [
      ...['Dedicated to Bo.', '# One', 'It rained.', '# A letter', 'Dear.', '# Two', 'It poured.'],
      ...['# Its own', 'Dry.', '# Four & last', 'Gone.'],
    ]
    const links = targets.map(([title, href]) => `<li><a href="${href}">${title}</a></li>`).join('')
    const nav = page(`<nav epub:type="landmarks"><a href="c.xhtml">Start</a></nav><nav epub:type="toc"><ol>${links}</ol></nav>`)
    const navItem = item('nav', 'nav.xhtml', 'properties="nav"')
    expect(await textOf(bookOf({ items: items + navItem, spine, files: { ...files, 'nav.xhtml': nav } }))).toEqual(right)
    const points = targets
      .map(([title, src]) => `<navPoint><navLabel><text>${title}</text></navLabel><content src="${src}"/></navPoint>`)
      .join('')
    const ncx = `<ncx><docTitle><text>The book</text></docTitle><navMap>${points}</navMap></ncx>`
    const ncxItem = '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'
    expect(await textOf(bookOf({ items: items + ncxItem, spine, files: { ...files, 'toc.ncx': ncx } }))).toEqual(right)
  })

  it('is read without its cover, contents and notes, in the ways of EPUB 3 and 2', async () => {
    expect(await textOf(bookOf({
      items: item('cover', 'cover.xhtml') + item('old', 'old.xhtml') + item('a', 'a.xhtml') + item('notes', 'notes.xhtml'),
      spine: ref('cover') + ref('old') + ref('a') + ref('notes'),
      guide: '<reference type="toc" href="old.xhtml"/><reference type="text" href="a.xhtml"/>',
      files: {
        'cover.xhtml': page('<p>A Book</p>', ' epub:type="cover"'),
        'old.xhtml': page('<p>Chapter one 1</p>'),
        'a.xhtml': page('<p>Late<a epub:type="noteref" href="#n">1</a>, too<sup><a href="#m">[2]</a></sup> late; 10<sup>2</sup>.<span epub:type="pagebreak">12</span></p><aside epub:type="footnote" id="n"><p>A note.</p></aside><div class="footnotes"><div>Another.</div></div><p hidden="hidden">No.</p>'),
        'notes.xhtml': page('<section role="doc-endnotes"><h1>Notes</h1><p>1. Not read.</p></section>'),
      },
    }))).toEqual(['Late, too late; 102.'])
    // A book that has nothing but what its guide calls the cover.
    const guide = '<reference type="cover" href="a.xhtml"/>'
    expect(await textOf(bookOf({ items: item('a', 'a.xhtml'), spine: ref('a'), guide, files: { 'a.xhtml': page('<p>All.</p>') } })))
      .toEqual(['All.'])
  })

  it('keeps rows of verse, cells of tables, and letters that are written by name', async () => {
    expect(await chapter('<pre>One\n  two</pre><table><tr><td><p>Anna</p></td><td>Hi</td></tr></table><p>Caf&eacute;&nbsp;&mdash; &#8220;5 &lt; 6&#x201D; &unknown;</p><ruby>漢<rt>kan</rt></ruby>'))
      .toEqual(['One\ntwo', 'Anna\tHi', 'Café\u00A0— “5 < 6” &unknown;', '漢'])
    expect(await chapter('<!-- <p>No</p> --><p title="a > b">Yes</p><script>if (1 < 2) no()</script><style>p { color: red }</style><![CDATA[x < y]]>'))
      .toEqual(['Yes', 'x < y'])
  })

  it('is read where it is written in UTF-16 and where its fonts are made unreadable', async () => {
    const fonts = '<encryption><EncryptedData><EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/></EncryptedData></encryption>'
    const files = { 'a.xhtml': Buffer.from(`\uFEFF${page('<p>Hé.</p>')}`, 'utf16le'), 'META-INF/encryption.xml': fonts }
    expect(await textOf(bookOf({ items: item('a', 'a.xhtml'), spine: ref('a'), files }))).toEqual(['Hé.'])
  })
})

describe('a book that is refused or forged', () => {
  const one = { items: item('a', 'a.xhtml'), spine: ref('a') }
  const protectedBy = (algorithm: string): Files => bookOf({ ...one, files: {
    'a.xhtml': page('<p>Hi.</p>'),
    'META-INF/encryption.xml': `<encryption xmlns:enc="x"><enc:EncryptedData><enc:EncryptionMethod Algorithm="${algorithm}"/></enc:EncryptedData></encryption>`,
  } })

  it('says why: protected, no book, damaged, without words', async () => {
    expect(await read(protectedBy('http://www.w3.org/2001/04/xmlenc#aes128-cbc'))).toEqual({ refused: 'protected' })
    expect(await read(protectedBy(''))).toEqual({ refused: 'protected' })
    const whole = bookOf({ ...one, files: { 'a.xhtml': page('<p>Hi.</p>') } })
    expect(await readScriptFile(new Blob([await zipOf(whole, 'secret')]))).toEqual({ refused: 'protected' })
    expect(await read({ 'mimetype': 'application/epub+zip', 'a.xhtml': 'x' })).toEqual({ refused: 'not-a-document' })
    expect(await read({ 'META-INF/container.xml': '<container/>' })).toEqual({ refused: 'not-a-document' })
    expect(await read({ 'META-INF/container.xml': container })).toEqual({ refused: 'not-a-document' })
    const bytes = await zipOf(whole)
    expect(await readScriptFile(new Blob([bytes.subarray(0, bytes.length - 60)]))).toEqual({ refused: 'damaged' })
    const at = new TextDecoder('latin1').decode(bytes).indexOf('OEBPS/content.opf') + 30
    const scratched = bytes.map((byte, place) => place >= at && place < at + 20 ? byte ^ 0x55 : byte)
    expect(await readScriptFile(new Blob([scratched]))).toEqual({ refused: 'damaged' })
    expect(await read(bookOf({ ...one, files: { 'a.xhtml': page('<img src="1.jpg" alt="A page"/>') } }))).toEqual({ refused: 'no-words' })
  })

  it('is not unpacked without end: one file, many files, or words without end', async () => {
    expect(await read(bookOf({ ...one, files: { 'a.xhtml': ' '.repeat(40_000_000) } }))).toEqual({ refused: 'too-large' })
    const many = Array.from({ length: 30 }, (_, at) => `${at}.xhtml`)
    const items = many.map(name => item(name, name)).join('')
    const spine = many.map(name => ref(name)).join('')
    const files = Object.fromEntries(many.map(name => [name, ' '.repeat(1_000_000)]))
    expect(await read(bookOf({ items, spine, files }))).toEqual({ refused: 'too-large' })
    expect(await read(bookOf({ ...one, files: { 'a.xhtml': page('<p>word word</p>'.repeat(100_000)) } }))).toEqual({ refused: 'too-large' })
  })

  it('does not follow references in a circle or out of the book, and defines no entities', async () => {
    const circle = '<item id="a" href="a.svg" media-type="image/svg+xml" fallback="b"/><item id="b" href="b.svg" media-type="image/svg+xml" fallback="a"/>'
    expect(await read(bookOf({ items: circle, spine: ref('a') + ref('b'), files: {} }))).toEqual({ refused: 'no-words' })
    expect(await textOf(bookOf({
      items: item('a', 'http://example.com/a.xhtml') + item('b', '../../../b.xhtml') + item('c', 'c.svg', 'fallback="d"')
        + item('d', '%E0%A4%A') + item('e', 'e.xhtml'),
      spine: ['a', 'b', 'c', 'd', 'e'].map(id => ref(id)).join(''),
      files: { 'e.xhtml': '<!DOCTYPE html [<!ENTITY a "lol"><!ENTITY b "&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]><html><body><p>&b;&c;.</p></body></html>' },
    }))).toEqual(['&b;&c;.'])
  })

  it('is read in a moment, however its markup is broken', { timeout: 20_000 }, async () => {
    const odds = [
      '<',
      '<p',
      '<p a="',
      '<a \'',
      '<!--',
      '<![CDATA[',
      '<sup><a>1',
      '<b>x</b>',
      '&',
      '<div>',
      '<td>',
      '</p>',
      '<nav>',
      '<!DOCTYPE [',
    ]
    for (const odd of odds)
      expect(Array.isArray(await chapter(odd.repeat(80_000)))).toBe(true)
  })
})
