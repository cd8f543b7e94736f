/** An estimated length in words: both ends of a range to the same place; and how fast, and with which pauses. */
import { expect, it } from 'vitest'
import { showLength, showPace } from '../../../src-renderer/rooms/script/fit/show-length.ts'
import { en } from '../../../src-renderer/texts/en/index.ts'

const pace = { lettersPerSecond: 14, edgeSeconds: 0.3, spread: 0.2, takeCount: 0, from: 'language' } as const

it.each([
  [0.7, 1.04, '≈ 0.7–1.0 s'],
  [0.3, 3.2, '≈ 0.3–3.2 s'],
  [1.96, 3.1, '≈ 2–3 s'],
  [5.4, 7.2, '≈ 5–7 s'],
  [3.1, 3.4, '≈ 3 s'],
])('%d to %d seconds', (least, most, words) => {
  expect(showLength({ seconds: (least + most) / 2, least, most }, pace, en)).toBe(words)
})

it('one length where much is known', () => {
  expect(showLength({ seconds: 2.34, least: 2.2, most: 2.5 }, { ...pace, spread: 0.05 }, en)).toBe('≈ 2.3 s')
})

it.each([
  ['Gone, gone. Nobody saw it.', '≈ 155 words a minute · 2 pauses, ≈ 0.6 s'],
  ['Nobody saw it, ever', '≈ 190 words a minute · 1 pause, ≈ 0.2 s'],
  ['灯灭了', '≈ 4.4 characters a second · no pauses'],
  ['…', ''],
])('how %s is spoken', (text, words) => {
  expect(showPace(text, pace, en)).toBe(words)
})
