/** The estimated duration is learned: larger work takes longer, one outlier changes little, and the result is always plausible. */
import type { Past } from '../../../src-main/jobs/estimate-duration.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectSeconds } from '../../../src-main/jobs/estimate-duration.ts'

const line = (seconds: (size: number) => number, sizes: readonly number[]): Past[] => sizes.map(size => ({ size, seconds: seconds(size) }))
const sizes = [100, 150, 300, 450, 800, 1000, 1400, 2000]
const positive = fc.double({ min: 0.01, max: 1e6, noNaN: true })
const anyPast = fc.array(fc.record({ size: fc.option(positive), seconds: positive }), { minLength: 1, maxLength: 30 })

describe('the estimated duration of a job', () => {
  it('is unknown without past jobs, and the usual time without sizes', () => {
    expect(expectSeconds([], 100)).toBeNull()
    expect(expectSeconds([{ size: null, seconds: 4 }, { size: null, seconds: 6 }, { size: null, seconds: 50 }], 100)).toBe(6)
    expect(expectSeconds(line(() => 5, [100, 100, 101, 102, 100]), 100_000), 'like sizes say nothing of size').toBe(5)
  })

  it('follows the trend of past jobs', () => {
    expect(expectSeconds(line(size => 2 + size / 50, sizes), 700)).toBeCloseTo(16)
    expect(expectSeconds(line(size => 2 + size / 50, sizes), 4000), 'beyond what was seen').toBeCloseTo(82)
  })

  it('is hardly affected by a machine that slept in the middle of a job', () => {
    const past = line(size => 2 + size / 50, sizes)
    const slept = [...past, { size: 500, seconds: 8 * 3600 }]
    expect(Math.abs((expectSeconds(slept, 700) ?? 0) - 16)).toBeLessThan(2)
  })

  it('is never shorter for larger work', () => {
    fc.assert(fc.property(anyPast, positive, positive, (past, a, b) => {
      const [smaller, larger] = [expectSeconds(past, Math.min(a, b)), expectSeconds(past, Math.max(a, b))]
      expect(larger).toBeGreaterThanOrEqual((smaller ?? 0) - 1e-6 * (smaller ?? 0))
    }))
  })

  it('is never less than half of the shortest, and always a number', () => {
    fc.assert(fc.property(anyPast, fc.option(positive), (past, size) => {
      const seconds = expectSeconds(past, size)
      expect(Number.isFinite(seconds)).toBe(true)
      expect(seconds).toBeGreaterThanOrEqual(Math.min(...past.map(each => each.seconds)) / 2)
    }))
  })
})
