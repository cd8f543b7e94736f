/** Finds words in a text, and replaces them. */
export interface Sought {
  readonly words: string
  readonly matchesCase: boolean
  /** Not within longer words. Scripts that write no spaces have no such limits: there it changes nothing. */
  readonly isWhole: boolean
}
/** In UTF-16 units of the text. */
export interface Match {
  readonly start: number
  readonly end: number
}
/** The source of a pattern of these words, with limits of words at those ends that are letters of a script with spaces. */
export declare function sourceOf(words: string, isWhole: boolean): string
export declare function matchesIn(text: string, { words, matchesCase, isWhole }: Sought): Match[]
/** The text with other words in these places, which are in order. */
export declare function withReplaced(text: string, matches: readonly Match[], words: string): string
