/** Which word is lit while speech plays. */
import type { WordTime } from '#contract/word-times.ts'
import { firstIndex } from '#rules/first-index.ts'

/** An eye follows better when a word is lit a little before it is heard. */
const earlySeconds = 0.05
/** Short words would only flash. */
const shortestSeconds = 0.08

/** Its place in `words`, which are in order; −1 between words. */
export function wordAt(words: readonly Pick<WordTime, 'start' | 'end'>[], seconds: number): number {
  const at = firstIndex(words, ({ start }) => start - earlySeconds <= seconds) - 1
  const word = words[at]
  return word && seconds < Math.max(word.end, word.start - earlySeconds + shortestSeconds) ? at : -1
}
