/** A text in one row: its words follow each other with a space, or without one where their script has none. */
import { wordsOf } from './pieces.ts'
import { isBlank } from './shown-text.ts'

export function inOneRow(rows: readonly string[]): string {
  const seen = rows.filter(row => !isBlank(row))
  return seen.length === 1 ? seen[0] ?? '' : rowOfWords(seen.flatMap(wordsApart))
}

export function rowOfWords(words: ReturnType<typeof wordsOf>): string {
  return words.map((word, index) => (word.hasSpaceBefore && index > 0 ? ' ' : '') + word.text).join('')
}

function wordsApart(text: string): ReturnType<typeof wordsOf> {
  return wordsOf(text).map((word, index) => index === 0 ? { ...word, hasSpaceBefore: !word.isSpaceless } : word)
}
