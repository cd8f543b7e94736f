/** The words of a cue and when each is said: as they were heard, or where that is not known, by their width. */
import type { Cue } from './cues.ts'
import type { Word } from './pieces.ts'
import { lettersIn } from './by-words.ts'
import { nameBefore } from './names.ts'
import { wordsOf } from './pieces.ts'
import { narrow, widthOf } from './width.ts'

export interface SpokenWord {
  /** Its place in the row, in UTF-16 units. */
  readonly from: number
  readonly to: number
  /** In frames; until the next one begins. Two may begin in one frame, of which the later one is seen. */
  readonly start: number
  /** It was heard then. */
  readonly isHeard: boolean
}

export interface SpokenRow {
  /** Its words with single spaces. */
  readonly text: string
  readonly words: readonly SpokenWord[]
}

interface Placed { from: number, to: number, readonly row: number, letters: number, width: number }

/**
 * Rows as they are drawn; one that is wider than `room` (see `widthOf`) is broken. The name of a speaker is in the first row and no word
 * of it.
 */
export function spokenRows(cue: Cue, room = Infinity): SpokenRow[] {
  const rows: string[] = []
  const placed: Placed[] = []
  cue.lines.forEach((line, index) => {
    const name = index === 0 ? nameBefore(line, cue.speaker) : ''
    let width = Infinity
    for (const word of wordsOf(line)) {
      const own = widthOf(word.text)
      const spaced = width + own + (word.hasSpaceBefore ? narrow : 0)
      const isOnNew = rows.length === 0 || width === Infinity || spaced > room
      width = isOnNew ? own : spaced
      if (isOnNew)
        rows.push('')
      add(rows, placed, word, isOnNew)
    }
    // What is before the end of the name is not said.
    const last = placed.findLastIndex(({ to, row }) => row === 0 && to <= name.length)
    if (name !== '')
      placed.splice(0, last + 1)
  })
  const times = timesOf({ ...cue, ...cue.whole }, withLetters(placed))
  return rows.map((text, row) => ({ text, words: times.filter(word => word.row === row) }))
}

function add(rows: string[], placed: Placed[], { text, hasSpaceBefore }: Word, isFirst: boolean): void {
  const row = rows.length - 1
  const before = (rows[row] ?? '') + (hasSpaceBefore && !isFirst ? ' ' : '')
  rows[row] = before + text
  placed.push({ row, from: before.length, to: before.length + text.length, letters: lettersIn(text), width: widthOf(text) })
}

/** Signs by themselves belong to the word before them in the row, or else behind them. */
function withLetters(placed: readonly Placed[]): Placed[] {
  const words: Placed[] = []
  let from: number | null = null
  for (const [index, word] of placed.entries()) {
    const last = words.at(-1)
    if (word.letters === 0 && last?.row === word.row)
      last.to = word.to
    else if (word.letters === 0 && placed[index + 1]?.row === word.row)
      from ??= word.from
    else
      words.push({ ...word, from: from ?? word.from })
    if (word.letters > 0)
      from = null
  }
  return words
}

function timesOf(cue: Cue, words: readonly Placed[]): (SpokenWord & { readonly row: number })[] {
  const known = heardOf(cue, words)
  let next = { start: cue.start + cue.length, width: words.reduce((sum, { width }) => sum + width, 0) }
  const nexts = known.toReversed().map(({ start, width }) => next = start === null ? next : { start, width }).reverse()
  let earlier = { start: cue.start, width: 0 }
  return words.map(({ row, from, to }, index) => {
    const { start, width, isHeard } = known[index]!
    if (start !== null) {
      earlier = { start, width }
      return { row, from, to, start, isHeard }
    }
    // Between two that are known, time is shared by width.
    const { start: until, width: whole } = nexts[index]!
    const share = (width - earlier.width) / Math.max(1, whole - earlier.width)
    return { row, from, to, start: earlier.start + Math.round((until - earlier.start) * share), isHeard }
  })
}

/** The start of each word that is known: those that were heard in this cue and in order, and of the first one the start of the cue. */
function heardOf({ start, length, words: heard = [] }: Cue, words: readonly Placed[]) {
  const heardAt = new Map(heard.map(word => [word.lettersBefore, word.start]))
  let [letters, width, last] = [0, 0, start]
  return words.map((word, index) => {
    const found = heardAt.get(letters)
    // The first one may have begun before the cue.
    const isHeard = found !== undefined && found < start + length && (index === 0 || found >= last)
    last = isHeard ? Math.max(last, found) : last
    const known = { width, isHeard, start: isHeard ? last : index === 0 ? start : null }
    letters += word.letters
    width += word.width
    return known
  })
}
