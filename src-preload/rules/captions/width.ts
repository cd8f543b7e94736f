/** How wide and how long to read a text is, in any script. */

// Whole numbers that measure both scripts: 42 narrow or 16 wide characters make a line.
export const narrow = 8
const wide = 21
export const lineWidth = 42 * narrow

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const isWide = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303F・ー\uFF01-\uFF60\uFFE0-\uFFE6]/u

/**
 * Of these each is one grapheme whatever is next to it: Latin letters, digits, usual punctuation, kana, Han. Nearly every text is made
 * of them alone, and a segmenter takes fifty times as long.
 */
const isPlain = /^[\u0020-\u007E\u00A0-\u02FF\u2010-\u2027\u3001-\u3029\u3041-\u3096\u30A1-\u30FF\u4E00-\u9FFF\uFF01-\uFF5E]*$/
const firstWidePlain = 0x3001

export function graphemesOf(text: string): string[] {
  return isPlain.test(text) ? text.split('') : Array.from(graphemes.segment(text), ({ segment }) => segment)
}

/** How wide a text is drawn; compare with `lineWidth`. */
export function widthOf(text: string): number {
  if (isPlain.test(text))
    return text.length * narrow + widePlainIn(text) * (wide - narrow)
  return graphemesOf(text).reduce((sum, grapheme) => sum + (isWide.test(grapheme) ? wide : narrow), 0)
}

/** How much there is to read, in characters: a wide one takes as long as two narrow ones. */
export function readingLength(text: string): number {
  const read = text.replaceAll(/\s+/gu, ' ').trim()
  if (isPlain.test(read))
    return read.length + widePlainIn(read)
  return graphemesOf(read).reduce((sum, grapheme) => sum + (isWide.test(grapheme) ? 2 : 1), 0)
}

function widePlainIn(text: string): number {
  let count = 0
  for (let index = 0; index < text.length; index++)
    count += text.charCodeAt(index) >= firstWidePlain ? 1 : 0
  return count
}
