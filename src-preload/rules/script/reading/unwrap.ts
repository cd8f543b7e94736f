/**
 * Text that was copied out of a PDF has the rows of its pages: a paragraph is many rows, words are divided at their ends, and no blank row
 * tells where a paragraph ends. The rows of a paragraph are joined; blank rows separate what is not.
 */
import { chapterOf, effectOf, isNote, isStageLabel, isTransition, slugOf } from './matter.ts'

export interface Row {
  readonly row: string
  /** Its place in the text as it was. */
  readonly at: number
  /** It was joined with others that may be another paragraph. */
  readonly isDoubtful?: boolean
}

interface Unwrapping {
  /** Whether a row of such a place begins what somebody says. */
  readonly isNamed: (index: number) => boolean
  /** Some rows have names: what follows them is theirs without being joined. So are the rows between blank ones. */
  readonly areNamed: boolean
  /** Places of what belonged to the pages. */
  readonly pages: ReadonlySet<number>
}

const sentenceEnd = /[.!?…:;。！？：；]["'”’»›)\]」』]*$/
const small = /^["'“‘«(]?\p{Ll}/u
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}，、。！？：；（）「」『』《》]/u
const beginsApart = /^(?:["“”«„‹「『(（[#>–—•*\-]|\d{1,3}[.)]\s)/
const listed = /^(?:[•*–—-]|\d{1,3}[.)])\s/
const divided = /(\p{L}{2,40})[-‐]$/u
/** What is written with a hyphen before most words. */
const keepsHyphen = /^(?:self|well|half|ex|non|all|ill|cross|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|great|mother|father|brother|sister)$/i
const firstWord = /^\S{1,60}/
const limits = { rows: 5, joins: 3, narrow: 30, narrowWide: 15, broad: 130, divided: 25 } as const

const indentOf = (row: string): number => row.length - row.trimStart().length

interface Print { readonly rows: readonly Row[], readonly width: number, readonly words: () => ReadonlySet<string> }

/** The same rows where the text is no print. */
export function unwrap(rows: readonly Row[], { areNamed, ...rest }: Unwrapping): readonly Row[] {
  const width = widthOf(rows)
  const how: Unwrapping = { ...rest, areNamed: areNamed || (width !== null && isSeparated(rows, rest.pages, width)) }
  const hasPages = how.pages.size > 0
  if (width === null && !hasPages)
    return rows
  const print: Print = { rows, width: width ?? Number.POSITIVE_INFINITY, words: wordsOf(rows) }
  const joined: Joined[] = []
  let last = -1
  for (const [index, each] of rows.entries()) {
    if (each.row.trim() === '') {
      joined.push({ pieces: [each.row], at: each.at, isDoubtful: false })
      continue
    }
    const join = last < 0 ? 'none' : joinOf(print, last, index, how, width !== null)
    const before = join === 'none' ? undefined : lastWithWords(joined)
    if (before) {
      add(before, each.row.trim(), join === 'doubtful', print.words)
    }
    else {
      if (last === index - 1 && last >= 0 && width !== null && !how.areNamed)
        joined.push({ pieces: [], at: each.at, isDoubtful: false })
      joined.push({ pieces: [each.row], at: each.at, isDoubtful: false })
    }
    last = index
  }
  return joined.map(({ pieces, at, isDoubtful }) => ({ row: pieces.join(''), at, isDoubtful }))
}

/** A paragraph may have thousands of rows: they are put together at the end. */
interface Joined { readonly pieces: string[], readonly at: number, isDoubtful: boolean }

/** The blank rows after it are taken away. */
function lastWithWords(rows: Joined[]): Joined | undefined {
  while (rows.length > 0 && rows.at(-1)?.pieces.every(piece => piece.trim() === '') === true)
    rows.pop()
  return rows.at(-1)
}

/** How many characters a full row has; null for a text whose rows are paragraphs. */
function widthOf(rows: readonly Row[]): number | null {
  const trimmed = rows.map(({ row }) => row.trim())
  const lengths = trimmed.filter(row => row !== '').map(row => row.length).sort((one, other) => one - other)
  const width = lengths[Math.floor(lengths.length * 0.9)] ?? 0
  const isWide = trimmed.some(row => wide.test(row))
  const isNarrow = width < (isWide ? limits.narrowWide : limits.narrow)
  if (lengths.length < limits.rows || isNarrow || (lengths.at(-1) ?? 0) > Math.min(limits.broad, width * 1.3))
    return null
  const pairs = trimmed.flatMap((row, at) => row !== '' && (trimmed[at + 1] ?? '') !== '' ? [[row, trimmed[at + 1] ?? ''] as const] : [])
  const full = pairs.filter(([row]) => row.length >= width * 0.75)
  // Nouns of German begin with a capital, and so does every row of a poem.
  const goOn = full.filter(([row]) => !sentenceEnd.test(row))
  const sure = goOn.filter(([row, next]) => small.test(next) || wide.test(next) || divided.test(row))
  return goOn.length >= limits.joins && full.length * 2 >= pairs.length && goOn.length * 3 >= pairs.length && sure.length * 2 >= goOn.length
    ? width
    : null
}

/** Whether blank rows separate the paragraphs: hardly any ends where the next row has words. */
function isSeparated(rows: readonly Row[], pages: ReadonlySet<number>, width: number): boolean {
  let [gaps, ends] = [0, 0]
  for (const [index, { row, at }] of rows.entries()) {
    const [words, next] = [row.trim(), rows[index + 1]]
    if (words === '' || !next)
      continue
    if (next.row.trim() === '' && next.at === at + 1 && isGap(rows, index + 1, pages))
      gaps += 1
    else if (next.row.trim() !== '' && sentenceEnd.test(words) && words.length < width * 0.7)
      ends += 1
  }
  return gaps > 0 && ends * 3 <= gaps
}

/** Whether blank rows, and nothing of a page, are between the words before this place and the next ones. */
function isGap(rows: readonly Row[], from: number, pages: ReadonlySet<number>): boolean {
  let at = from
  while (rows[at]?.row.trim() === '' && !pages.has((rows[at]?.at ?? 0) + 1))
    at += 1
  return (rows[at]?.row.trim() ?? '') !== ''
}

function joinOf(print: Print, last: number, index: number, how: Unwrapping, isPrint: boolean): 'sure' | 'doubtful' | 'none' {
  const [row, next] = [print.rows[last]?.row ?? '', print.rows[index]?.row ?? '']
  const [one, other] = [row.trim(), next.trim()]
  const isOverPage = last < index - 1 || isPageBetween(print, last, index, how)
  if (isOverPage && !isPageBetween(print, last, index, how))
    return 'none'
  if (isOfItsOwn(one) || isOfItsOwn(other) || how.isNamed(index))
    return 'none'
  const hasEnd = sentenceEnd.test(one)
  const isSmall = small.test(other) || (wide.test(other.slice(0, 1)) && isPrint)
  if (isOverPage)
    return !hasEnd && isSmall ? 'sure' : 'none'
  if (!isPrint || how.areNamed) {
    // Somebody who is interrupted is no divided word.
    const isDivided = divided.test(one) && /^\p{Ll}{2}/u.test(other) && one.length >= limits.divided
    return isDivided ? isPrint && one.length >= print.width * 0.75 ? 'sure' : 'doubtful' : 'none'
  }
  if (indentOf(next) > indentOf(row) + 1 && !listed.test(one))
    return 'none'
  return joinInPrint(one, other, hasEnd, isSmall, print.width)
}

function joinInPrint(one: string, other: string, hasEnd: boolean, isSmall: boolean, width: number): 'sure' | 'doubtful' | 'none' {
  const hasRoom = one.length + 1 + (wide.test(other) ? 1 : firstWord.exec(other)?.[0].length ?? 0) < width * 0.95
  const isFull = one.length >= width * 0.75
  if (!hasEnd && isSmall)
    return isFull || !hasRoom || divided.test(one) ? 'sure' : 'doubtful'
  if (!hasEnd)
    return hasRoom ? (isFull && !beginsApart.test(other) ? 'doubtful' : 'none') : beginsApart.test(other) ? 'doubtful' : 'sure'
  if (isSmall && !wide.test(other.slice(0, 1)))
    return isFull ? 'sure' : 'doubtful'
  // A sentence ends where the row does: the paragraph may end there, too.
  return hasRoom || beginsApart.test(other) ? 'none' : 'doubtful'
}

function isPageBetween({ rows }: Print, last: number, index: number, { pages }: Unwrapping): boolean {
  const [from, to] = [rows[last]?.at ?? 0, rows[index]?.at ?? 0]
  for (let at = from + 1; at < to; at += 1) {
    if (pages.has(at))
      return true
  }
  return false
}

/** A heading, a cue, a remark: never a part of a paragraph. */
function isOfItsOwn(row: string): boolean {
  const isLoud = row.length <= 50 && row === row.toUpperCase() && row !== row.toLowerCase() && !divided.test(row)
  return isLoud || slugOf(row) !== null || chapterOf(row) !== null || effectOf(row) !== null || isNote(row) || isTransition(row)
    || isStageLabel(row) || /^#{1,6}\s|^(?:[-*_]\s*){3,}$|^[(（[][^()（）[\]]*[)）\]]$/.test(row)
}

function add(paragraph: Joined, next: string, isDoubtful: boolean, words: Print['words']): void {
  const row = paragraph.pieces.pop()?.trimEnd() ?? ''
  const isDivided = divided.test(row) && /^\p{L}{2}/u.test(next)
  const { end, isSure } = isDivided ? endOfDivided(row, next, words()) : { end: row + gapBetween(row, next), isSure: true }
  paragraph.pieces.push(end, next)
  paragraph.isDoubtful ||= isDoubtful || !isSure
}

function gapBetween(row: string, next: string): string {
  return wide.test(row.slice(-1)) && wide.test(next.slice(0, 1)) ? '' : ' '
}

/** A word that is divided only by the end of the row loses its hyphen, another keeps it: by what the text has elsewhere. */
function endOfDivided(row: string, next: string, words: ReadonlySet<string>): { end: string, isSure: boolean } {
  const first = divided.exec(row)?.[1] ?? ''
  const second = /^\p{L}+/u.exec(next)?.[0] ?? ''
  const [whole, hyphened] = [`${first}${second}`.toLowerCase(), `${first}-${second}`.toLowerCase()]
  const kept = { end: row, isSure: true }
  if (/^\p{Lu}/u.test(second) || words.has(hyphened) || (keepsHyphen.test(first) && !words.has(whole)))
    return kept
  const isBefore = /[\p{L}\p{N}][-‐]\p{L}+[-‐]$/u.test(row)
  if (!words.has(whole) && (isBefore || (words.has(first.toLowerCase()) && words.has(second.toLowerCase()))))
    return { ...kept, isSure: false }
  return { end: row.slice(0, -1), isSure: true }
}

/** All words of the text in small letters, but those at the ends of rows that are divided there. Found when asked for. */
function wordsOf(rows: readonly Row[]): () => ReadonlySet<string> {
  let known: Set<string> | null = null
  return () => {
    if (known === null) {
      known = new Set<string>()
      for (const { row } of rows) {
        for (const [word] of row.toLowerCase().matchAll(/\p{L}+(?:[-‐]\p{L}+)*(?![-‐]\s*$)/gu))
          known.add(word)
      }
    }
    return known
  }
}
