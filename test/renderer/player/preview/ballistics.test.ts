/** Level meters rise at once and fall evenly, and their mark stays on the highest peak. */
import type { Needle } from '../../../../src-renderer/player/preview/ballistics.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { atRest, isAtRest, isClipping, moved, scaleEndDb, shareOf } from '../../../../src-renderer/player/preview/ballistics.ts'

const amplitudeOf = (db: number): number => 10 ** (db / 20)
function after(needle: Needle, peak: number, ms: number, steps = 1): Needle {
  return Array.from({ length: steps }).reduce<Needle>(now => moved(now, peak, ms), needle)
}

it('rises at once, falls 20 dB in 1.7 s, and keeps the mark for a second and a half', () => {
  const loud = moved(atRest, amplitudeOf(-6), 16)
  expect(loud.db).toBeCloseTo(-6)
  const later = after(loud, 0, 17, 80)
  expect(later.db).toBeCloseTo(-22)
  expect(later.peakDb).toBeCloseTo(-6)
  const fallen = after(later, 0, 17, 20)
  expect(fallen.peakDb).toBeLessThan(-6)
  expect(isAtRest(after(fallen, 0, 17, 400))).toBe(true)
})

it('stays on the scale, with the mark never below the level, whatever comes', () => {
  const steps = fc.array(fc.tuple(fc.double({ min: 0, max: 4, noNaN: true }), fc.integer({ min: 0, max: 100 })), { maxLength: 60 })
  fc.assert(fc.property(steps, (all) => {
    let needle = atRest
    for (const [peak, ms] of all) {
      needle = moved(needle, peak, ms)
      expect(needle.db).toBeGreaterThanOrEqual(scaleEndDb)
      expect(needle.peakDb).toBeGreaterThanOrEqual(needle.db)
      expect(needle.peakDb).toBeLessThanOrEqual(0)
      expect(shareOf(needle.db)).toBeGreaterThanOrEqual(0)
    }
  }))
})

it('clips at the largest sample, not just below', () => {
  expect([1.5, 1, 32_767 / 32_768, 0.999].map(isClipping)).toEqual([true, true, true, false])
})
