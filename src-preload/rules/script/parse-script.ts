/**
 * Reads a script from plain text: paragraphs, `NAME: text`, `(direction)`, and a little Markdown. The page previews
 * pasted scripts and chat answers with it; main shares the shape of a line.
 */
import type { ScriptText } from './script-lines.ts'
import { headingLine, isSceneHeading, oneRow, speakerKey } from './script-lines.ts'

export type { ScriptText }

/** A name as people write it before a colon: short, with letters, without the punctuation of a sentence. */
const plainName = /^(\p{L}[\p{L}\p{M}\p{N} '’.·_-]{0,39}?)\s{0,9}(?:[(（]([^()（）\n]{1,200})[)）]\s{0,9})?[:：](?!\/\/)\s*(?=\S|$)/u
const boldName = /^(?:\*\*|__)((?:\\.|[^\\*_\n]){1,100}?)\s*(?:[:：](?:\*\*|__)|(?:\*\*|__)\s*[:：])\s*/u
const directionAtStart = /^[(（]((?:\\.|[^\\()（）])*)[)）]\s*/u
/** A row that is in brackets as a whole, with or without emphasis. */
const remark = /^\s*[*_]{0,3}[(（]((?:\\.|[^\\()（）]){1,2000})[)）][*_]{0,3}\s*$/
const heading = /^\s*(?:#{1,6}\s+(\S.*)|(\*\*|__)(\S[^*_]*)\2\s*)$/
const ornament = /^\s*(?:(?:[-*_]\s*){3,}|={3,}|#{1,6}(?:\s.*)?|```.*|<!--.*-->)$/
const leading = /^\s*(?:>\s?|[-*+]\s+)*/
const escapable = /\\([\p{P}\p{S}])/gu

/**
 * Lines in order, with all headings and directions. Blank lines separate paragraphs; without any, and without names, every row is a line.
 * Text before a colon is a name when it is in capitals or in a script without them, bold, used twice, or when half of the paragraphs begin
 * that way: "Remember: …" alone is a sentence.
 */
export function readParagraphs(source: string): ScriptText[] {
  const rows = source.replace(/^\uFEFF/, '').normalize('NFC').split(/\r\n?|[\n\u2028\u2029]/)
  const isName = nameJudge(rows)
  const lastSpoken = rows.findLastIndex(row => row.trim() !== '')
  const isLoose = rows.some((row, index) => row.trim() === '' && index > 0 && index < lastSpoken)
    || rows.some(row => speakerOf(row, isName) !== null)
  const paragraphs: (Paragraph | { readonly heading: string })[] = []
  let open: Paragraph | null = null
  for (const [at, row] of rows.entries()) {
    const scene = headingIn(rows, at)
    if (scene !== null)
      paragraphs.push({ heading: scene })
    if (scene !== null || row.trim() === '' || ornament.test(row)) {
      open = null
      continue
    }
    const goesOn: boolean = open !== null && isLoose && speakerOf(row, isName) === null
    if (open && goesOn && !standsAlone(row, open, isName)) {
      open.rows.push(row)
    }
    else {
      open = { rows: [row], speaker: open && goesOn ? speakerIn(open, isName) : '' }
      paragraphs.push(open)
    }
  }
  return paragraphs
    .map(paragraph => 'rows' in paragraph ? readParagraph(paragraph, isName) : headingLine(paragraph.heading))
    .filter(line => line.text !== '' || line.direction !== '')
}

/** Rows that belong together. `speaker` is who spoke the rows above, where a remark came between them. */
interface Paragraph { readonly rows: string[], readonly speaker: string }

function speakerIn({ rows, speaker }: Paragraph, isName: NameJudge): string {
  return speakerOf(rows[0] ?? '', isName)?.name ?? speaker
}

/**
 * `(A chair scrapes.)` on a row of its own is no part of what somebody says above it nor, being a sentence, of what follows; `(softly)`
 * is said of the words that follow.
 */
function standsAlone(row: string, { rows }: Paragraph, isName: NameJudge): boolean {
  const [first = ''] = rows
  const before = remark.exec(first.replace(leading, ''))?.[1]
  if (before !== undefined && rows.length === 1)
    return isSentence(before) || remark.test(row.replace(leading, ''))
  const awaitsWords = rows.length === 1 && speakerOf(first, isName)?.rest.trim() === ''
  const found = remark.exec(row.replace(leading, ''))?.[1]
  return found !== undefined && !(awaitsWords && !isSentence(found))
}

function isSentence(text: string): boolean {
  return /[.!?…。！？]["'”’」』]?\s*$/u.test(text)
}

/** `# Scene`, `INT. KITCHEN`, or a paragraph of its own that is bold as a whole; null for everything else. */
function headingIn(rows: readonly string[], at: number): string | null {
  const row = rows[at] ?? ''
  if (isSceneHeading(row.trim()))
    return oneRow(row)
  const found = heading.exec(row)
  if (!found || (found[3] !== undefined && (boldName.test(row.trim()) || rows[at - 1]?.trim() || rows[at + 1]?.trim())))
    return null
  return oneRow(unescapeText((found[1] ?? found[3] ?? '').replace(/^(?:\*\*|__)([^*_]*)(?:\*\*|__)$/, '$1')))
}

type NameJudge = (name: string, isBold: boolean) => boolean

function nameJudge(rows: readonly string[]): NameJudge {
  const names = rows.flatMap(row => plainName.exec(row.replace(leading, ''))?.[1] ?? [])
  const counts = new Map<string, number>()
  for (const name of names)
    counts.set(speakerKey(name), (counts.get(speakerKey(name)) ?? 0) + 1)
  const isHabit = names.length > 1 && names.length * 2 >= rows.filter(row => row.trim() !== '' && !ornament.test(row)).length
  return (name, isBold) => isBold || isShouted(name) || isHabit || (counts.get(speakerKey(name)) ?? 0) > 1
}

function isShouted(name: string): boolean {
  return name === name.toUpperCase()
}

function speakerOf(row: string, isName: NameJudge): { name: string, how: string, rest: string } | null {
  const spoken = row.replace(leading, '')
  const bold = boldName.exec(spoken)
  if (bold?.[1] !== undefined)
    return { name: unescapeText(bold[1].trim()), how: '', rest: spoken.slice(bold[0].length) }
  const plain = plainName.exec(spoken)
  if (plain?.[1] === undefined || !isName(plain[1], false))
    return null
  return { name: plain[1].trim(), how: plain[2] ?? '', rest: spoken.slice(plain[0].length) }
}

function readParagraph({ rows, speaker }: Paragraph, isName: NameJudge): ScriptText {
  const first = speakerOf(rows[0] ?? '', isName)
  const plainRows = (first ? rows.slice(1) : rows).map(row => row.replace(leading, '').replace(remark, '($1)'))
  const joined = [...first ? [first.rest] : [], ...plainRows].join(' ').trim()
  const how = directionAtStart.exec(joined)
  const text = how ? joined.slice(how[0].length) : joined
  const direction = [first?.how ?? '', how?.[1] ?? ''].map(part => oneRow(unescapeText(part))).filter(part => part !== '').join(', ')
  const words = oneRow(unescapeText(withoutEmphasis(text)))
  return { speaker: first?.name ?? (words === '' ? '' : speaker), direction, text: words }
}

function withoutEmphasis(text: string): string {
  return text
    .replaceAll(/(?<![\\*])\*\*(?=\S)((?:\\.|[^\\*])+)\*\*/g, '$1')
    .replaceAll(/(?<![\\*])\*(?=[^\s*])((?:\\.|[^\\*])+)\*(?!\*)/g, '$1')
    .replaceAll(/(?<![\\\p{L}\p{N}_])(_{1,2})(?=[^\s_])((?:\\.|[^\\_])+)\1(?![\p{L}\p{N}_])/gu, '$2')
}

function unescapeText(text: string): string {
  return text.replaceAll(escapable, '$1')
}
