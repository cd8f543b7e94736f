/** Which word is lit while speech plays. */
import type { WordTime } from '#contract/word-times.ts'

/** An eye follows better when a word is lit a little before it is heard. */
const earlySeconds = 0.05
/** Short words would only flash. */
const shortestSeconds = 0.08

/** Its place in `words`, which are in order; −1 between words. */
export function wordAt(words: readonly Pick<WordTime, 'start' | 'end'>[], seconds: number): number {
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (words[middle]!.start - earlySeconds <= seconds)
      low = middle + 1
    else
      high = middle
  }
  const word = words[low - 1]
  return word && seconds < Math.max(word.end, word.start - earlySeconds + shortestSeconds) ? low - 1 : -1
}
