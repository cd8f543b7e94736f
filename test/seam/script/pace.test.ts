/** How long words take to speak: counted alike in every script, learned from takes, and never out of bounds. */
import type { SpokenTake } from '#rules/script/pace.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isVague,
  lettersOf,
  lettersWithin,
  paceOf,
  pausesIn,
  rateWithin,
  spokenLength,
  spokenRate,
  usualPaceOf,
} from '#rules/script/pace.ts'

const usual = usualPaceOf('en')
const words = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.array(fc.constantFrom(
    ...['The lamp', 'is out,', '1998', '3.5 km', '灯灭了。', 'ありがとう'],
    ...['감사합니다', '$12', '…', '\n', '👩‍👩‍👧', 'A.'],
  ), { maxLength: 12 }).map(all => all.join(' ')),
)
const takes = fc.array(fc.record({
  text: words,
  seconds: fc.oneof(fc.double(), fc.double({ min: 0.2, max: 60, noNaN: true })),
  speechSeconds: fc.option(fc.oneof(fc.double(), fc.double({ min: 0.1, max: 60, noNaN: true }))),
}), { maxLength: 12 })

describe('the length of words', () => {
  it('counts numbers and signs as they are said, and pauses where something follows', () => {
    expect(lettersOf('nineteen')).toBe(8)
    expect(lettersOf('1998')).toBeGreaterThan(lettersOf('nine'))
    expect(lettersOf('3.5')).toBe(lettersOf('35'))
    expect(lettersOf('1,000')).toBe(lettersOf('1000'))
    expect(lettersOf('Gone. Gone')).toBeGreaterThan(lettersOf('Gone, gone'))
    expect(lettersOf('Gone, gone')).toBeGreaterThan(lettersOf('Gone gone'))
    expect(lettersOf('Gone.')).toBe(lettersOf('Gone'))
    expect(lettersOf('…')).toBe(0)
  })

  it('counts characters of Chinese, Japanese and Korean by themselves', () => {
    // Somebody who reads Chinese aloud says four or five characters in a second.
    const { seconds } = spokenLength('灯灭了我们第一次听见海的声音', usualPaceOf('zh'))
    expect(14 / seconds).toBeGreaterThan(3.5)
    expect(14 / seconds).toBeLessThan(5.5)
    expect(lettersOf('灯')).toBeGreaterThan(lettersOf('あ'))
    expect(lettersOf('灯，灭')).toBeGreaterThan(lettersOf('灯灭'))
    expect(lettersOf('감사')).toBeGreaterThan(2)
  })

  it('grows with what is added', () => {
    fc.assert(fc.property(words, words, (one, other) => {
      expect(lettersOf(one + other)).toBeGreaterThanOrEqual(lettersOf(one))
      expect(lettersOf(`${one} ${other}`)).toBeGreaterThanOrEqual(Math.max(lettersOf(one), lettersOf(other)))
    }))
  })
})

describe('the pace of a voice', () => {
  it('is that of its takes, where there are enough', () => {
    const slow = Array.from({ length: 12 }, (): SpokenTake => ({ text: 'x'.repeat(80), seconds: 10.3, speechSeconds: null }))
    const pace = paceOf(slow, usual, 'voice')
    expect(pace).toMatchObject({ from: 'voice', takeCount: 12 })
    expect(pace.lettersPerSecond).toBeGreaterThan(7.9)
    expect(pace.lettersPerSecond).toBeLessThan(8.4)
    expect(isVague(pace)).toBe(false)
    expect(isVague(usual)).toBe(true)
    expect(Math.abs(spokenLength('x'.repeat(40), pace).seconds - 5.2)).toBeLessThan(0.3)
  })

  it('is hardly moved by one take, by a long silence, or by what is no speech', () => {
    const one = paceOf([{ text: 'x'.repeat(12), seconds: 0.9, speechSeconds: null }], usual, 'voice')
    expect(Math.abs(one.lettersPerSecond / usual.lettersPerSecond - 1)).toBeLessThan(0.2)
    const alike = Array.from({ length: 9 }, (): SpokenTake => ({ text: 'x'.repeat(60), seconds: 5, speechSeconds: null }))
    const withSilence = paceOf([...alike, { text: 'x'.repeat(60), seconds: 25, speechSeconds: null }], usual, 'voice')
    expect(Math.abs(withSilence.lettersPerSecond / paceOf(alike, usual, 'voice').lettersPerSecond - 1)).toBeLessThan(0.06)
    const [empty, silent] = [{ text: 'x'.repeat(60), seconds: 0, speechSeconds: null }, { text: '', seconds: 3, speechSeconds: null }]
    expect(paceOf([empty, silent], usual, 'voice')).toEqual(usual)
  })

  it('is exact where word times tell when the speech begins and ends', () => {
    const timed = Array.from({ length: 20 }, (): SpokenTake => ({ text: 'x'.repeat(60), seconds: 7, speechSeconds: 6 }))
    const pace = paceOf(timed, usual, 'voice')
    expect(pace.edgeSeconds).toBeGreaterThan(0.9)
    expect(Math.abs(spokenLength('x'.repeat(60), pace).seconds - 7)).toBeLessThan(0.2)
  })

  it('is never out of bounds, whatever the takes are', () => {
    fc.assert(fc.property(takes, words, words, (all, text, more) => {
      const pace = paceOf(all, usual, 'voice')
      for (const value of [pace.lettersPerSecond, pace.edgeSeconds, pace.spread])
        expect(Number.isFinite(value) && value >= 0).toBe(true)
      expect(pace.lettersPerSecond).toBeGreaterThan(1)
      expect(pace.spread).toBeLessThanOrEqual(0.5)
      const { seconds, least, most } = spokenLength(text, pace)
      expect(Number.isFinite(seconds) && least <= seconds && seconds <= most && least >= 0).toBe(true)
      expect(seconds).toBeLessThanOrEqual(1.5 + [...text].length * 12)
      expect(spokenLength(text + more, pace).seconds).toBeGreaterThanOrEqual(seconds)
      expect(spokenLength('', pace).seconds).toBe(0)
      // As many letters as fit in the time that they take.
      if (seconds > 0)
        expect(Math.abs(lettersWithin(seconds, pace) - lettersOf(text))).toBeLessThan(1e-6 + lettersOf(text) * 1e-9)
    }))
  })
})

describe('how a text is spoken', () => {
  const pace = { ...usual, lettersPerSecond: 10, edgeSeconds: 0.5 }

  it('has its pauses between what is said, and none around it or in a number', () => {
    expect(pausesIn('…Gone, gone. And 3.5 km, no?', pace)).toEqual({ count: 3, seconds: 1.1 })
    expect(pausesIn('Gone.', pace)).toEqual({ count: 0, seconds: 0 })
    expect(pausesIn('灯灭了，天黑了。', pace).count).toBe(1)
  })

  it('is fast or slow in words a minute, or in characters a second where words have no spaces', () => {
    // Twenty letters and a pause as long as six.
    expect(spokenRate('aaaaa aaaaa. aaaaa aaaaa!', pace)).toEqual({ unit: 'words a minute', value: 4 * 60 / 2.6 })
    expect(rateWithin('aaaaa aaaaa. aaaaa aaaaa!', 4.5, pace)).toEqual({ unit: 'words a minute', value: 60 })
    expect(rateWithin('灯灭了，天黑了。OK', 4.5, pace)).toEqual({ unit: 'characters a second', value: 2 })
    expect(rateWithin('감사 합니다', 2.5, pace)).toEqual({ unit: 'words a minute', value: 60 })
    expect([spokenRate('…', pace), rateWithin('Gone.', 0.5, pace)]).toEqual([null, null])
  })

  it('the pauses are a part of the length, and a text fits at the rate that is told', () => {
    fc.assert(fc.property(words, (text) => {
      const { seconds } = spokenLength(text, pace)
      const pauses = pausesIn(text, pace)
      expect(pauses.seconds).toBeLessThanOrEqual(seconds)
      expect(pauses.count > 0).toBe(pauses.seconds > 0)
      expect(spokenRate(text, pace)).toEqual(rateWithin(text, seconds, pace))
      expect(spokenRate(text, pace) === null).toBe(seconds === 0)
    }))
  })
})
