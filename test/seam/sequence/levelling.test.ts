/** Levelling brings lines together, never further apart, and leaves alone what a user set; preview and render raise the same events. */
import type { ClipId } from '#contract/words.ts'
import type { SoundEvent } from '#rules/sequence/levels.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createDelivered, levellingGains, mostLevellingDb } from '#rules/sequence/levelling.ts'

const line = fc.record({
  loudness: fc.option(fc.double({ min: -60, max: -5, noNaN: true }), { nil: null }),
  seconds: fc.double({ min: 0.1, max: 60, noNaN: true }),
  hasOwnGain: fc.boolean(),
})

it('lines come together, by no more than is sound, and those with a gain of their own stay', () => {
  fc.assert(fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
    const gains = levellingGains(lines)
    expect(gains).toHaveLength(lines.length)
    lines.forEach(({ loudness, hasOwnGain }, at) => {
      expect(Math.abs(gains[at]!)).toBeLessThanOrEqual(mostLevellingDb)
      if (hasOwnGain || loudness === null)
        expect(gains[at]).toBe(0)
    })
    const free = lines.flatMap(({ loudness, hasOwnGain }, at) =>
      loudness === null || hasOwnGain ? [] : [[loudness, loudness + gains[at]!] as const])
    const spread = (values: number[]) => values.length === 0 ? 0 : Math.max(...values) - Math.min(...values)
    // A tenth of a decibel is what gains are rounded to.
    expect(spread(free.map(([, after]) => after))).toBeLessThanOrEqual(spread(free.map(([before]) => before)) + 0.11)
    // What was not too far off ends within half a decibel of the common loudness, and a rounding.
    if (gains.every(gain => Math.abs(gain) < mostLevellingDb))
      expect(spread(free.map(([, after]) => after))).toBeLessThanOrEqual(1.11)
  }))
})

it('one line alone is as loud as it was', () => {
  expect(levellingGains([{ loudness: -31, seconds: 2, hasOwnGain: false }])).toEqual([0])
})

it('the preview hears each event with its gain, and keeps the object of what stays', () => {
  const event = (id: string): SoundEvent => ({
    ...{ clip: { id } as SoundEvent['clip'], trackId: 't' as SoundEvent['trackId'] },
    ...{ start: 0, length: 9, levels: [{ at: 0, amplitude: 0.5 }], balance: null },
  })
  const [one, two] = [event('one'), event('two')]
  const delivered = createDelivered({ gainDb: 6, clips: new Map([['two' as ClipId, -3]]) })
  const [first, second] = delivered([one, two])
  expect(first!.levels[0]!.amplitude).toBeCloseTo(0.5 * 10 ** (6 / 20))
  expect(second!.levels[0]!.amplitude).toBeCloseTo(0.5 * 10 ** (3 / 20))
  expect(delivered([two, one])).toEqual([second, first])
  expect(delivered([one])[0]).toBe(first)
})
