/** A text that is longer than a caption may be becomes several, one after another: none of it is lost. */
import type { Caption } from './cues.ts'
import { splitText } from '../script/split-text.ts'

/** As `CaptionClip` allows. */
export const mostCharacters = 5000

/**
 * Each for a part of the time by its letters, between sentences where there are any. The same caption where it is short enough, or too
 * short a time to be divided.
 */
export function shortCaptions<Each extends Pick<Caption, 'start' | 'length' | 'text'>>(caption: Each): Each[] {
  const { start, length, text } = caption
  // A character may count twice there.
  const texts = text.length <= mostCharacters ? [text] : splitText(text, mostCharacters / 2)
  if (texts.length < 2 || length < texts.length)
    return [caption]
  const letters = texts.reduce((sum, each) => sum + each.length, 0)
  let before = 0
  const starts = texts.map((each, index) => {
    const at = Math.max(index, Math.round(length * before / letters))
    before += each.length
    return Math.min(at, length - texts.length + index)
  })
  return texts.map((each, index) => {
    const from = starts[index] ?? 0
    return { ...caption, start: start + from, length: (starts[index + 1] ?? length) - from, text: each }
  })
}
