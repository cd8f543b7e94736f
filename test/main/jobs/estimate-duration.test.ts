/** The estimated duration is learned: larger work takes longer, one outlier changes little, and the result is always plausible. */
import type { Past, PastRender } from '../../../src-main/jobs/estimate-duration.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectRenderSeconds, expectSeconds } from '../../../src-main/jobs/estimate-duration.ts'

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

describe('the estimated duration of a render', () => {
  const full = 1920 * 1080
  const render = (size: number, seconds: number, isBurned = false, preset = 'film'): PastRender => ({ size, seconds, isBurned, preset })

  it('grows with the pixels already after a single render: 240 frames took 8 s, so 2,400 are not promised in 8', () => {
    expect(expectRenderSeconds([render(full * 240, 8)], { size: full * 2400, isBurned: false, preset: 'film' })).toBeCloseTo(80)
    const twice = [render(full * 240, 8), render(full * 250, 8)]
    expect(expectRenderSeconds(twice, { size: full * 120, isBurned: false, preset: 'film' })).toBeLessThan(5)
  })

  it('learns from renders with captions burned in apart from others, and from the same preset first', () => {
    const past = [render(full * 100, 4), render(full * 100, 9, true), render(full * 100, 2, false, 'square')]
    expect(expectRenderSeconds(past, { size: full * 100, isBurned: true, preset: 'film' })).toBeCloseTo(9)
    expect(expectRenderSeconds(past, { size: full * 100, isBurned: false, preset: 'film' })).toBeCloseTo(4)
    expect(expectRenderSeconds(past, { size: full * 100, isBurned: false, preset: 'tall' }), 'a preset without a past').toBeCloseTo(3)
    const burned = [render(full * 100, 9, true)]
    expect(expectRenderSeconds(burned, { size: full * 200, isBurned: false, preset: 'film' }), 'better than nothing').toBeCloseTo(18)
    expect(expectRenderSeconds([], { size: full, isBurned: false, preset: 'film' })).toBeNull()
  })

  it('is never shorter for larger work', () => {
    const anyRender = fc.record({ size: positive, seconds: positive, isBurned: fc.boolean(), preset: fc.constantFrom('a', 'b') })
    fc.assert(fc.property(fc.array(anyRender, { minLength: 1, maxLength: 8 }), anyRender, positive, (past, wish, other) => {
      const [smaller, larger] = [wish.size, other].sort((a, b) => a - b).map(size => expectRenderSeconds(past, { ...wish, size }) ?? 0)
      expect(larger).toBeGreaterThanOrEqual(smaller! - 1e-6 * smaller!)
    }))
  })
})
