/** Timecode by SMPTE, and times as people type them. */
import type { FrameRate } from '#contract/sequence-document.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { frameOfNumber, isDropFrame, nominalRate, numberOfFrame, readTime, shortTimecode, timecode } from '#rules/sequence/timecode.ts'
import { rates } from './arbitrary.ts'

const ntsc: FrameRate = { numerator: 30_000, denominator: 1001 }
const doubled: FrameRate = { numerator: 60_000, denominator: 1001 }
const film: FrameRate = { numerator: 24_000, denominator: 1001 }
const thirty: FrameRate = { numerator: 30, denominator: 1 }
const every = fc.oneof(rates, fc.constantFrom(ntsc, doubled, film, { numerator: 25, denominator: 1 }, { numerator: 50, denominator: 1 }))
const frame = fc.nat(24 * 3600 * 60)
const dropping = fc.constantFrom(ntsc, doubled)

describe('timecode', () => {
  it('is read back as it was written, at every rate', () => {
    fc.assert(fc.property(every, frame, fc.nat(1000), (rate, at, now) => {
      expect(readTime(timecode(at, rate), { rate, now })).toBe(at)
      expect(readTime(timecode(at, rate).replaceAll(/[:;]/g, ''), { rate, now })).toBe(at)
    }))
  })

  // The counts of SMPTE ST 12-1: 1798 frames in a minute, 17 982 in ten, 107 892 in an hour, and twice as many at 59.94.
  it.each<[FrameRate, number, string]>([
    [ntsc, 0, '00:00:00;00'],
    [ntsc, 1799, '00:00:59;29'],
    [ntsc, 1800, '00:01:00;02'],
    [ntsc, 3597, '00:01:59;29'],
    [ntsc, 3598, '00:02:00;02'],
    [ntsc, 17_981, '00:09:59;29'],
    [ntsc, 17_982, '00:10:00;00'],
    [ntsc, 107_892, '01:00:00;00'],
    [ntsc, 2_589_408, '24:00:00;00'],
    [doubled, 3599, '00:00:59;59'],
    [doubled, 3600, '00:01:00;04'],
    [doubled, 35_964, '00:10:00;00'],
    [doubled, 215_784, '01:00:00;00'],
    [film, 86_400, '01:00:00:00'],
    [thirty, 1800, '00:01:00:00'],
    [thirty, -45, '-00:00:01:15'],
    // As some files give 29.97.
    [{ numerator: 60_000, denominator: 2002 }, 1800, '00:01:00;02'],
  ])('at %j frame %i is %s', (rate, at, written) => {
    expect(timecode(at, rate)).toBe(written)
  })

  it('leaves out the first numbers of a minute, but for every tenth, and no others', () => {
    fc.assert(fc.property(dropping, frame, (rate, at) => {
      const second = nominalRate(rate)
      const [number, next] = [numberOfFrame(at, rate), numberOfFrame(at + 1, rate)]
      const opensMinute = next % (60 * second) === second / 15 && next % (600 * second) !== second / 15
      expect(next - number).toBe(opensMinute ? 1 + second / 15 : 1)
      expect(frameOfNumber(number, rate)).toBe(at)
    }))
  })

  // What is left out is a little too little: 86 ms a day. Within a minute it is up to two numbers of 29.97 off.
  it('with dropped numbers is less than a sixth of a second off a clock, for a day', () => {
    fc.assert(fc.property(dropping, fc.double({ min: 0, max: 24 * 3600, noNaN: true }), (rate, seconds) => {
      const at = Math.floor(seconds * rate.numerator / rate.denominator)
      expect(Math.abs(at * rate.denominator / rate.numerator - numberOfFrame(at, rate) / nominalRate(rate))).toBeLessThan(1 / 6)
    }))
  })

  it('drops nothing at other rates', () => {
    fc.assert(fc.property(every.filter(rate => !isDropFrame(rate)), frame, (rate, at) => {
      expect([numberOfFrame(at, rate), frameOfNumber(at, rate)]).toEqual([at, at])
      expect(timecode(at, rate)).not.toContain(';')
    }))
  })

  it('is short on the ruler', () => {
    expect([shortTimecode(30 * 65, thirty, false), shortTimecode(30 * 3661 + 4, thirty, true)]).toEqual(['1:05', '1:01:01:04'])
    expect([shortTimecode(1800, ntsc, true), shortTimecode(17_982, ntsc, false)]).toEqual(['1:00;02', '10:00'])
  })
})

describe('a typed time', () => {
  it.each<[string, number]>([
    ['12', 12],
    ['62', 62],
    ['62f', 62],
    ['1:02', 32],
    ['1:02:03', 62 * 30 + 3],
    ['01:02:03:04', 3723 * 30 + 4],
    ['1;02', 32],
    ['5:10', 160],
    ['100', 30],
    ['10203', 62 * 30 + 3],
    ['1020304', 3723 * 30 + 4],
    ['2.5s', 75],
    ['2,5 s', 75],
    ['1m30s', 2700],
    ['1h', 108_000],
    ['2s5f', 65],
    ['75:00', 75 * 30],
    ['+15', 115],
    ['-2', 98],
    ['−2', 98],
    ['- 1:00', 70],
    ['+1s', 130],
    ['-200', 40],
    ['-10:00', -200],
    ['１：０２', 32],
    ['＋15', 115],
  ])('%s is frame %i, from frame 100 at 30', (text, at) => {
    expect(readTime(text, { rate: thirty, now: 100 })).toBe(at)
  })

  it.each(['', ' ', 'x', '+', '-', '1:2:3:4:5', '1:', ':5', '2.5', '1:2.5', '5x', 's', '--2', '+-2', '1e3', '0x10', '12345678901234', '∞'])(
    '“%s” is none',
    (text) => {
      expect(readTime(text, { rate: thirty, now: 100 })).toBeNull()
    },
  )

  it('names the first frame of a minute that leaves its first numbers out', () => {
    const read = ['1:00;00', '1:00;01', '1:00;02', '1:00;03'].map(text => readTime(text, { rate: ntsc, now: 0 }))
    expect(read).toEqual([1800, 1800, 1800, 1801])
    expect(readTime('60s', { rate: ntsc, now: 0 })).toBe(1800)
  })

  it('with a sign is as far from now as without one from the beginning, whatever is typed', () => {
    fc.assert(fc.property(every, frame, fc.string({ unit: fc.constantFrom(...'0123456789:;hmsf., ') }), (rate, now, text) => {
      const plain = readTime(text, { rate, now })
      const [later, earlier] = ['+', '-'].map(sign => readTime(sign + text, { rate, now }))
      expect([later, earlier]).toEqual(plain === null ? [null, null] : [now + plain, now - plain])
    }))
  })

  it('is a whole number or none, whatever is typed', () => {
    fc.assert(fc.property(every, fc.string({ unit: 'binary' }), (rate, text) => {
      const read = readTime(text, { rate, now: 7 })
      expect(read === null || Number.isSafeInteger(read)).toBe(true)
    }))
  })
})
