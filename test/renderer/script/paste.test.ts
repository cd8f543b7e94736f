/**
 * Files and copied pages that become a script, and those that are refused.
 *
 * @module-tag wide
 */
import { crc32, deflateRawSync } from 'node:zlib'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { effectScope } from 'vue'
import { textOfHtml } from '../../../src-renderer/rooms/script/paste/html.ts'
import { mostBytes, mostCharacters, readScriptFile } from '../../../src-renderer/rooms/script/paste/read-file.ts'
import { mostLinesAtOnce, readLines } from '../../../src-renderer/rooms/script/paste/read-lines.ts'
import { usePaste } from '../../../src-renderer/rooms/script/paste/use-paste.ts'

/** There are no workers here. */
vi.mock('../../../src-renderer/rooms/script/paste/read-aside.ts', async original =>
  ({ ...await original<object>(), readFileAside: readScriptFile, detectLanguageAside: async () => null }))

/** A ZIP file with one part, which says that it has so many bytes. */
function zipOf(name: string, content: Buffer, claimed = content.length): Buffer {
  const packed = deflateRawSync(content)
  const local = Buffer.alloc(30 + name.length)
  local.writeUInt32LE(0x04034B50, 0)
  const entry = Buffer.alloc(46 + name.length)
  entry.writeUInt32LE(0x02014B50, 0)
  for (const [header, at] of [[local, 8], [entry, 10]] as const) {
    header.writeUInt16LE(8, at)
    header.writeUInt32LE(crc32(content), at + 6)
    header.writeUInt32LE(packed.length, at + 10)
    header.writeUInt32LE(claimed, at + 14)
    header.writeUInt16LE(name.length, at + 18)
  }
  local.write(name, 30)
  entry.write(name, 46)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054B50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length, 12)
  end.writeUInt32LE(local.length + packed.length, 16)
  return Buffer.concat([local, packed, entry, end])
}
const read = (bytes: Uint8Array<ArrayBuffer>) => readScriptFile(new Blob([bytes]))
const documentOf = (body: string): Buffer => zipOf('word/document.xml', Buffer.from(`<?xml version="1.0"?><w:document><w:body>${body}</w:body></w:document>`))
const paragraph = (words: string): string => `<w:p><w:r><w:t xml:space="preserve">${words}</w:t></w:r></w:p>`

describe('a file that becomes a script', () => {
  it('is read from Word: paragraphs, headings, tables and marks', async () => {
    expect(await read(documentOf([
      `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Act one</w:t></w:r></w:p>`,
      paragraph('ANNA: “Salt &amp; pepper” &#128512;'),
      `<w:tbl><w:tr><w:tc>${paragraph('Ben')}</w:tc><w:tc>${paragraph('Ho')}</w:tc></w:tr></w:tbl>`,
    ].join('')) as never)).toEqual({ text: '# Act one\nANNA: “Salt & pepper” 😀\nBen\tHo', encoding: null, damaged: 0, language: null })
  })

  it('is read from Word once, also where a change was tracked or a text box is there for old programs, too', async () => {
    const run = (words: string): string => `<w:r><w:t>${words}</w:t></w:r>`
    expect(await read(documentOf([
      `<w:p><w:moveFrom w:id="1">${run('Moved.')}</w:moveFrom>${run('Kept.')}</w:p>`,
      `<w:p><w:pPr><w:rPr><w:moveFrom w:id="2"/></w:rPr></w:pPr><w:moveTo w:id="3">${run('Moved.')}</w:moveTo></w:p>`,
      `<w:p><w:ins w:id="4">${run('New.')}</w:ins><w:del w:id="5"><w:r><w:delText>Old.</w:delText></w:r></w:del></w:p>`,
      `<mc:AlternateContent><mc:Choice>${paragraph('A box.')}</mc:Choice><mc:Fallback>${paragraph('A box.')}</mc:Fallback></mc:AlternateContent>`,
    ].join('')) as never)).toMatchObject({ text: 'Kept.\nMoved.\nNew.\nA box.' })
  })

  it('is a table where a table is all that a Word document has', async () => {
    const row = (...cells: string[]): string => `<w:tr>${cells.map(cell => `<w:tc>${cell}</w:tc>`).join('')}</w:tr>`
    const words = await read(documentOf(`<w:tbl>${row(paragraph('No.'), paragraph('Character'), paragraph('Line'))}${
      row(paragraph('1'), paragraph('Ben'), `${paragraph('Ho.')}${paragraph('Anna?')}`)}${
      row(paragraph('2'), '<w:p/>', paragraph('Wind.'))}</w:tbl><w:p></w:p>`) as never)
    const text = 'text' in words ? words.text : ''
    expect(text).toBe('No.\tCharacter\tLine\n1\tBen\tHo. Anna?\n2\t\tWind.\n')
    expect(readLines(text).table).toEqual({
      separator: '\t',
      hasHeads: true,
      uses: ['left-out', 'speaker', 'text'],
      firstRow: ['No.', 'Character', 'Line'],
    })
    expect(readLines(text).rows.map(row => [row.speaker, row.text])).toEqual([['Ben', 'Ho. Anna?'], ['', 'Wind.']])
  })

  it('is read in the encodings of old programs', async () => {
    expect(await read(Buffer.from('\uFEFFANNA: Hé', 'utf16le')))
      .toEqual({ text: 'ANNA: Hé', encoding: 'utf-16le', damaged: 0, language: null })
    expect(await read(Buffer.from('ANNA: H\xE9, Z\xFCrich', 'latin1')))
      .toEqual({ text: 'ANNA: Hé, Zürich', encoding: 'windows-1252', damaged: 0, language: null })
  })

  it('is read with one bad letter where one byte is damaged, and in the encoding that somebody chooses', async () => {
    const damaged = Buffer.concat([Buffer.from('安娜：灯塔的光'), Buffer.from([0xFF]), Buffer.from('还在。')])
    expect(await read(damaged)).toEqual({ text: '安娜：灯塔的光\uFFFD还在。', encoding: 'utf-8', damaged: 1, language: null })
    const file = new Blob([Buffer.from([0xCC, 0xE0, 0xFF, 0xEA])])
    expect(await readScriptFile(file, 'windows-1251')).toMatchObject({ text: 'Маяк', encoding: 'windows-1251' })
    expect(await readScriptFile(file, 'koi8-u')).toMatchObject({ encoding: 'koi8-u' })
  })

  it('is refused with a reason: too large before it is read, endless when unpacked, damaged, or no text at all', async () => {
    const unread = { size: mostBytes + 1, arrayBuffer: () => Promise.reject(new Error('it was read')) }
    expect(await readScriptFile(unread)).toEqual({ refused: 'too-large' })
    expect(await read(Buffer.alloc(mostCharacters + 1, 'a '))).toEqual({ refused: 'too-large' })
    expect(await read(Buffer.alloc(11_000_000, 'row\n'))).toEqual({ refused: 'too-large' })
    expect(await read(documentOf(paragraph('long '.repeat(mostCharacters / 5)).repeat(2)) as never)).toEqual({ refused: 'too-large' })
    expect(await read(zipOf('word/document.xml', Buffer.alloc(40_000_000, 32)) as never)).toEqual({ refused: 'too-large' })
    expect(await read(zipOf('word/document.xml', Buffer.alloc(400_000_000, 32), 100) as never)).toEqual({ refused: 'damaged' })
    expect(await read(zipOf('other.xml', Buffer.from('x')) as never)).toEqual({ refused: 'not-a-document' })
    expect(await read(documentOf(paragraph('cut')).subarray(0, 60) as never)).toEqual({ refused: 'damaged' })
    expect(await read(Buffer.from('%PDF-1.7\n%\xE2\xE3\xCF\xD3\n1 0 obj', 'latin1'))).toEqual({ refused: 'pdf' })
    expect(await read(Buffer.from('\uFEFF\r\n%PDF-1.4\n/Encrypt 5 0 R'))).toEqual({ refused: 'pdf' })
    expect(await read(Buffer.from([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, 0, 0]))).toEqual({ refused: 'old-word' })
    expect(await read(Buffer.from('{\\rtf1\\ansi ANNA: Hi.\\par}'))).toEqual({ refused: 'rich-text' })
    expect(await read(Buffer.from('ANNA: A file that begins with %PDF-1.7 is a PDF.'))).toMatchObject({ encoding: 'utf-8' })
    for (const empty of [Buffer.alloc(0), Buffer.from('\uFEFF \r\n'), documentOf(paragraph(' '))])
      expect(await read(empty as never)).toEqual({ refused: 'no-words' })
    expect(await read(Buffer.from([0x52, 0x49, 0x46, 0x46, 0, 1, 2, 3, 200, 0, 7]))).toEqual({ refused: 'not-text' })
  })
})

describe('a text that becomes lines', () => {
  it('of captions tells which rows it does not understand, and says none of them', () => {
    const { rows, stray, strayCount } = readLines('1\n00:00:01,000 --> 00:00:02,000\nOne.\n\n2\n00:00:03,1000 --> 00:00:04,000\nTwo.\n')
    expect(rows.map(({ text }) => text)).toEqual(['One.'])
    expect([strayCount, stray.map(({ row }) => row)]).toEqual([2, [6, 7]])
    expect(readLines('ANNA: One -> two.')).toMatchObject({ rows: [{ text: 'One -> two.' }], strayCount: 0 })
  })

  it('is not read where it is longer than a script can be', () => {
    expect(readLines('row\n'.repeat(3_000_000))).toMatchObject({ rows: [], strayCount: 0 })
  })
})

describe('the preview of a text', () => {
  async function open(text: string) {
    const scope = effectScope()
    const paste = scope.run(() => usePaste())!
    onTestFinished(() => scope.stop())
    paste.source.value = text
    await expect.poll(() => paste.rows.value.length).toBeGreaterThan(0)
    return paste
  }
  const shown = async ({ all }: ReturnType<typeof usePaste>) =>
    (await all()).map(({ speaker, direction, text, role }) =>
      `${role ? `(${role})` : ''}${speaker}|${direction}|${text}`)
  const scene = [
    ...['INT. HOUSE - DAY', 'Rain falls.', 'ANNA: Hi.', 'She waits.', 'ELIAS - Ho.', 'BEN: Elias - come.', 'CUT TO:', 'Elias — Yes.'],
    'ELIAS: Well?',
  ].join('\n\n')

  it('follows the columns of its table, also in what is added, until another table is there', async () => {
    const paste = await open('who,what\nAnna,Hi.')
    expect(paste.table.value).toBeNull()
    paste.readTableAs({ isTable: true, separator: ',', hasHeads: true, uses: ['text', 'speaker'] })
    await expect.poll(() => paste.table.value?.uses).toEqual(['text', 'speaker'])
    expect(await shown(paste)).toEqual(['Hi.||Anna'])
    paste.source.value += '\nBen,Ho.'
    expect(await shown(paste)).toEqual(['Hi.||Anna', 'Ho.||Ben'])
    paste.source.value = 'Speaker,Text\nAnna,Hi.'
    await expect.poll(() => paste.table.value?.uses).toEqual(['speaker', 'text'])
  })

  it('is corrected for one row, or for all that were written and read like it', async () => {
    const paste = await open(scene)
    expect(await shown(paste)).toEqual([
      ...['|# INT. HOUSE - DAY|', '(direction)||Rain falls.', 'ANNA||Hi.', '(direction)||She waits.', 'ELIAS||Ho.'],
      ...['BEN||Elias - come.', 'ELIAS||Yes.', 'ELIAS||Well?'],
    ])
    expect(paste.rows.value.filter(row => row.isDoubtful)).toHaveLength(2)
    paste.correct(1, 'speech')
    expect(paste.alike.value).toEqual({ correction: 'speech', others: 1 })
    expect((await shown(paste))[1]).toBe('||Rain falls.')
    paste.correctAlike()
    expect(paste.alike.value).toBeNull()
    expect((await shown(paste))[3]).toBe('||She waits.')
    paste.correct(4, 'words')
    expect((await shown(paste))[4]).toBe('||ELIAS - Ho.')
    paste.correct(7, 'speech')
    expect(paste.rows.value.filter(row => row.isDoubtful)).toHaveLength(0)
    paste.correct(2, 'note')
    expect(await shown(paste)).toHaveLength(7)
  })

  it('keeps corrections of rows that are written as before, and of no others', async () => {
    const paste = await open(scene)
    paste.correct(1, 'left-out')
    expect(paste.count.value).toBe(7)
    // A row is added above, and one changed below.
    paste.source.value = scene.replace('Rain falls.', 'ANNA: First.\n\nRain falls.').replace('She waits.', 'She waits long.')
    await expect.poll(() => paste.rows.value.some(({ text }) => text === 'First.')).toBe(true)
    expect(paste.rows.value.filter(({ kind }) => kind === 'left-out').map(({ written }) => written)).toEqual(['Rain falls.', 'CUT TO:'])
    // Of rows that are written alike, the one that was corrected.
    paste.source.value = 'INT. HOUSE - DAY\n\nRain.\n\nANNA: Hi.\n\nRain.'
    await expect.poll(() => paste.rows.value.length).toBe(4)
    paste.correct(3, 'speech')
    expect(await shown(paste)).toEqual(['|# INT. HOUSE - DAY|', '(direction)||Rain.', 'ANNA||Hi.', '||Rain.'])
    // What is added at once is the text as it is, corrected as it was.
    paste.source.value = `${paste.source.value}\n\nANNA: New.`
    expect(await shown(paste)).toEqual(['|# INT. HOUSE - DAY|', '(direction)||Rain.', 'ANNA||Hi.', '||Rain.', 'ANNA||New.'])
  })

  it('adds a direction that is longer than one may be as several: none of its words is lost', async () => {
    const long = Array.from({ length: 900 }, (_, at) => `word${at}`).join(' ')
    const paste = await open(`speaker\ttext\tdirection\nANNA\tHi.\t${long}\nBEN\tHo.\t`)
    const added = await paste.all()
    expect(added.every(({ direction }) => direction.length <= 2000)).toBe(true)
    expect(added.map(({ text, role }) => [text, role])).toEqual([
      ...Array.from({ length: added.length - 2 }, () => ['', 'direction']),
      ...[['Hi.', undefined], ['Ho.', undefined]],
    ])
    expect(added.map(({ direction }) => direction).join(' ').trim()).toBe(long)
  })

  it('keeps a correction at its own row where one that is written alike is added above, or it is moved', async () => {
    const paste = await open('INT. HOUSE - DAY\n\nANNA: Hi.\n\nRain.\n\nBEN: Ho.')
    paste.correct(2, 'left-out')
    const leftOut = async (source: string): Promise<number[]> => {
      paste.source.value = source
      await expect.poll(() => paste.rows.value.map(({ written }) => written).join('\n\n')).toBe(source)
      return [...paste.rows.value.entries()].flatMap(([at, { kind }]) => kind === 'left-out' ? at : [])
    }
    expect(await leftOut('INT. HOUSE - DAY\n\nRain.\n\nANNA: Hi.\n\nRain.\n\nBEN: Ho.')).toEqual([3])
    expect(await leftOut('Rain.\n\nINT. HOUSE - DAY\n\nANNA: Hi.\n\nBEN: Ho.')).toEqual([0])
    expect(await leftOut('INT. HOUSE - DAY\n\nANNA: Hi.\n\nRain.\n\nBEN: Ho.')).toEqual([2])
  })

  it('offers the same for others like the row that was corrected, also once rows are added above', async () => {
    const paste = await open(scene)
    paste.correct(1, 'speech')
    paste.source.value = `CUT TO:\n\n${scene}`
    await expect.poll(() => paste.rows.value[0]?.written).toBe('CUT TO:')
    paste.correctAlike()
    expect(paste.rows.value.flatMap(({ kind, written }) => kind === 'speech' && /falls|waits/.test(written) ? written : []))
      .toEqual(['Rain falls.', 'She waits.'])
  })

  it('forgets what was said of the text before where another file is opened', async () => {
    const paste = await open(scene)
    paste.correct(1, 'left-out')
    paste.rename('ANNA', 'Anna Karenina')
    paste.sayLanguage('de')
    await paste.open(new File([`EXT. SEA - DAY\n\n${scene}`], 'other.txt'))
    await expect.poll(() => paste.rows.value[0]?.written).toBe('EXT. SEA - DAY')
    expect((await shown(paste)).slice(2, 4)).toEqual(['(direction)||Rain falls.', 'ANNA||Hi.'])
    expect([paste.alike.value, paste.languageFrom.value]).toEqual([null, null])
  })

  it('gives as many lines as can be added at once, and says how many there are', async () => {
    const paste = await open('ANNA: Yes.\n\n'.repeat(mostLinesAtOnce + 20).slice(0, 9_900))
    paste.rename('ANNA', 'Anna Karenina')
    expect(paste.count.value).toBe(825)
    expect((await paste.all()).at(-1)).toEqual({ speaker: 'Anna Karenina', text: 'Yes.', direction: '' })
  })
})

describe('what is copied from a page', () => {
  it('keeps headings, paragraphs, line breaks and the cells of tables', () => {
    expect(textOfHtml('<meta charset="utf-8"><style>p { color: red }</style><h2>Act <b>one</b></h2><p>ANNA: Hi&nbsp;&amp;\n ho<br>there</p>'))
      .toBe('# Act one\n\nANNA: Hi & ho\nthere')
    expect(textOfHtml('<table><tbody><tr><td><p>Anna</p></td><td><p>Hi</p></td></tr><tr><td>Ben</td><td>Ho</td></tr></tbody></table>')
      .split('\n').map(row => row.split('\t').map(cell => cell.trim()))).toEqual([['Anna', 'Hi'], ['Ben', 'Ho']])
  })
})
