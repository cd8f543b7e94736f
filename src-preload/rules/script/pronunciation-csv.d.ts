/** The pronunciation dictionary as a table: word, language, what is said, and whether it is of the project or the studio. */
import type { Pronunciation } from '#contract/script.ts'

export type NewPronunciation = Pick<Pronunciation, 'word' | 'language' | 'alias'> & {
  readonly isOfProject: boolean
}
/** RFC 4180. A cell that a spreadsheet would take for a formula gets an apostrophe, which reading takes away. */
export declare function writePronunciations(entries: readonly Pronunciation[]): string
/** A table with or without a header; without one, the columns are in the order of `writePronunciations`, or just word and alias. */
export declare function readPronunciationTable(source: string): {
  readonly entries: NewPronunciation[]
  readonly strayCount: number
}
