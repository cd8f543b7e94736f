/** Which word of a take is meant by a place in the words of its line. */
import type { WordTime } from '#contract/word-times.ts'
import type { Caret } from './caret-in.ts'

/** The same place in another text: the line may have been written in since. A place in what was changed is where the change begins. */
function placeIn(takeText: string, { text, at }: Caret): number {
  const shorter = Math.min(takeText.length, text.length)
  let head = 0
  while (head < shorter && takeText[head] === text[head])
    head++
  let tail = 0
  while (tail < shorter - head && takeText.at(-1 - tail) === text.at(-1 - tail))
    tail++
  return at <= head ? at : at >= text.length - tail ? at + takeText.length - text.length : head
}

/** The word with the caret in it or at its end, else the next one; the last one after all. Words are in the order of the text. */
export function wordAtCaret<Word extends Pick<WordTime, 'from' | 'to'>>(
  words: readonly Word[],
  takeText: string,
  caret: Caret,
): Word | undefined {
  const at = placeIn(takeText, caret)
  // Without a space between them, the caret is before the second word rather than after the first.
  return words.find(({ to }, index) => to > at || (to === at && words[index + 1]?.from !== at)) ?? words.at(-1)
}
