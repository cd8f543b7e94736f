/** Texts, captions and cues as tests want them. */
import type { Caption } from '#rules/captions/cues.ts'
import fc from 'fast-check'
import { widthOf } from '#rules/captions/width.ts'

export const rate = { numerator: 24, denominator: 1 }

export const latin = fc.array(fc.constantFrom(
  'a',
  'so',
  'the',
  'light',
  'went',
  'slowly,',
  'over',
  'mountains.',
  '“Who',
  'goes?”',
  'extraordinarily',
  'Dr.',
  '1 000 000',
  '[whispers]',
  'https://example.org/a/very/long/address/that/fits/no/line',
), { minLength: 1, maxLength: 80 }).map(words => words.join(' '))
export const chinese = fc.array(fc.constantFrom(
  '今天',
  '我们',
  '在',
  '山上',
  '看见',
  '了',
  '，',
  '。',
  '“',
  '”',
  '非常美丽的',
  '日出',
  '！',
  'Takeroom',
  '2026',
), { minLength: 1, maxLength: 80 }).map(words => words.join(''))

export const anyText = fc.oneof(latin, chinese, fc.string({ unit: 'grapheme', maxLength: 200 }))

/** Captions one after another, with pauses. */
export function captioned(clips: readonly { text: string, seconds: number, speaker?: string, pauseSeconds?: number }[]): Caption[] {
  let start = 0
  return clips.map(({ text, seconds, speaker = '', pauseSeconds = 0 }) => {
    const caption = { speaker, text, start, length: Math.max(1, Math.round(seconds * 24)) }
    start += caption.length + Math.round(pauseSeconds * 24)
    return caption
  })
}

export const clips = fc.array(fc.record({
  text: anyText,
  seconds: fc.double({ min: 0.05, max: 60, noNaN: true }),
  pauseSeconds: fc.double({ min: 0, max: 2, noNaN: true }),
}), { maxLength: 6 })

/** Spoken at an ordinary pace. */
export const paced = fc.oneof(latin, chinese).map(text => ({ text, seconds: Math.max(0.9, widthOf(text) / 8 / 15) }))

/** What is read of a text, without its spaces. */
export function lettersOf(text: string): string {
  return text.normalize('NFC').replaceAll(/\[whispers\]|[\s\p{Cc}]/gu, '')
}
