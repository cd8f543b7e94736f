/** Captions of a line that begin when their first word is said. */

/** A word of the spoken text: the letters and figures before it, and the frame in which it begins. */
export interface HeardWord { readonly lettersBefore: number, readonly start: number }

/** Words that are less sure begin no caption, and are not shown as spoken by their own time. */
export const leastSureness = 0.4

/** Letters and figures, in UTF-16 units: what stays the same however a text is broken into rows. */
export function lettersIn(text: string): number {
  return text.normalize('NFC').replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '').length
}

interface Span { readonly start: number, readonly length: number }

/** The spans of `texts`, which together are the spoken text, within `whole`. Null where a text does not begin with a word that was heard. */
export function spansByWords({ start, length }: Span, texts: readonly string[], heard: readonly HeardWord[]): Span[] | null {
  const byLetters = new Map(heard.map(word => [word.lettersBefore, word.start]))
  let letters = 0
  const starts = [start]
  for (const text of texts.slice(0, -1)) {
    letters += lettersIn(text)
    const next = byLetters.get(letters)
    // Each is shown for a frame at least.
    if (next === undefined || next <= starts.at(-1)! || next >= start + length)
      return null
    starts.push(next)
  }
  return starts.map((from, at) => ({ start: from, length: (starts[at + 1] ?? start + length) - from }))
}
