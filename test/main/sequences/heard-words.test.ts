/** When the words of a line are heard in a sequence. */
import { expect, it } from 'vitest'
import { heardWords } from '../../../src-main/sequences/heard-words.ts'

const rate = { numerator: 25, denominator: 1 }
const text = 'One light, still.'
const words = [
  { from: 0, to: 3, start: 0.2, end: 0.5, sureness: 1 },
  { from: 4, to: 9, start: 1, end: 1.4, sureness: 0.2 },
  { from: 11, to: 16, start: 2, end: 2.4, sureness: 0.8 },
]
const whole = { start: 48_000, in: 0, speed: 100 }

it('are told in frames of the sequence, without those that are not sure', () => {
  expect(heardWords({ text }, whole, { take: { text }, words, rate })).toEqual([
    { lettersBefore: 0, start: 30 },
    { lettersBefore: 8, start: 75 },
  ])
})

it('follow a clip that begins later in its sound and plays faster', () => {
  const cut = { start: 48_000, in: 24_000, speed: 200 }
  expect(heardWords({ text }, cut, { take: { text }, words, rate }).map(({ start }) => start)).toEqual([21, 43])
})

it('are none for another text, for one with tags, and where nothing is known', () => {
  expect(heardWords({ text: 'One light, moving.' }, whole, { take: { text }, words, rate })).toEqual([])
  const tagged = `[whispers] ${text}`
  expect(heardWords({ text: tagged }, whole, { take: { text: tagged }, words, rate })).toEqual([])
  expect(heardWords({ text }, whole, { take: { text }, words: null, rate })).toEqual([])
})
