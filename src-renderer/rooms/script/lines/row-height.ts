/** How high the row of a line is before it is drawn: exact for all but long texts, which are measured as soon as they are seen. */

/** Pixels of a row of one row of words; with a picture, or in a narrow room, of at most two. */
export const lineHeight = { plain: 34, narrow: 56, withPicture: 62 } as const
export type RowForm = keyof typeof lineHeight
const rowOfWords = 20
/** Around the words: padding of the row, and of the field. */
const around = { plain: 14, narrow: 18, withPicture: 18 } as const
const characterWidth = 6.9
const wide = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]/g

/** `wordsWidth` is the width of the column of words, in pixels. */
export function estimateLineHeight(text: string, wordsWidth: number, form: RowForm): number {
  const least = lineHeight[form]
  const perRow = Math.max(10, Math.floor(wordsWidth / characterWidth))
  // No text of this length fills more than one row, or more than two in characters that are twice as wide.
  if (text.length <= (form === 'plain' ? perRow / 2 : perRow) && !text.includes('\n'))
    return least
  const rows = text.split('\n').reduce((sum, part) => {
    const units = part.length + (part.match(wide)?.length ?? 0)
    return sum + Math.max(1, Math.ceil(units / perRow))
  }, 0)
  return Math.max(least, rows * rowOfWords + around[form])
}
