/** Stamps rise with each, whatever the clock does, and are the time itself while that continues. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { systemClock } from '../../../src-main/base/clock.ts'
import { createRisingClock } from '../../../src-main/base/rising-clock.ts'

const day = 86_400_000

it('continues from the last stamp while the clock is behind it', () => {
  fc.assert(fc.property(fc.nat(1e12), fc.array(fc.integer({ min: -200 * day, max: 100 * day }), { maxLength: 20 }), (newest, shifts) => {
    let now = newest
    const clock = createRisingClock({ ...systemClock, now: () => now }, newest)
    const stamps: number[] = []
    for (const shift of shifts) {
      now = Math.max(newest - 300 * day, Math.min(newest, now + shift))
      stamps.push(clock.now())
    }
    expect(stamps.toSorted((a, b) => a - b)).toEqual(stamps)
    expect(stamps.every(stamp => stamp >= newest)).toBe(true)
    now = newest + 40 * day
    expect(clock.now()).toBe(now)
  }))
})

it('does not follow a clock that was wrong by years', () => {
  let now = Date.UTC(2099, 0, 1)
  const clock = createRisingClock({ ...systemClock, now: () => now }, 0)
  clock.now()
  now = Date.UTC(2026, 0, 1)
  expect(clock.now()).toBe(now)
})
