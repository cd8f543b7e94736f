/** How wide and how long to read a text is, in any script. */

// Whole numbers that measure both scripts: 42 narrow or 16 wide characters make a line.
export const narrow = 8
const wide = 21
export const lineWidth = 42 * narrow

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const isWide = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303F・ー\uFF01-\uFF60\uFFE0-\uFFE6]/u

export function graphemesOf(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment)
}

/** How wide a text is drawn; compare with `lineWidth`. */
export function widthOf(text: string): number {
  return graphemesOf(text).reduce((sum, grapheme) => sum + (isWide.test(grapheme) ? wide : narrow), 0)
}

/** How much there is to read, in characters: a wide one takes as long as two narrow ones. */
export function readingLength(text: string): number {
  return graphemesOf(text.replaceAll(/\s+/gu, ' ').trim()).reduce((sum, grapheme) => sum + (isWide.test(grapheme) ? 2 : 1), 0)
}
