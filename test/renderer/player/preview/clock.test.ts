/** The preview's clock: laps follow each other without a gap, at any rate, and never leave their bounds. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createClock } from '../../../../src-renderer/player/preview/clock.ts'

it('is where it was put, and counts from what is heard first', () => {
  const clock = createClock()
  clock.rest(700)
  expect([clock.isRunning, clock.positionAt(99_999)]).toEqual([false, 700])
  clock.start(700, 1000, 2)
  expect([0, 1000, 1001].map(clock.positionAt)).toEqual([700, 700, 702])
})

it('stops at the end of its bounds, and at the beginning when it runs backwards', () => {
  const clock = createClock()
  clock.setBounds({ start: 0, end: 5000, isLooping: false })
  clock.start(4000, 0, 1)
  expect([clock.hasEnded(999), clock.hasEnded(1000), clock.positionAt(2000)]).toEqual([false, true, 5000])
  clock.start(100, 0, -4)
  expect([clock.hasEnded(24), clock.hasEnded(25), clock.positionAt(1000)]).toEqual([false, true, 0])
})

it('a loop stays within its bounds, and its laps join without a gap', () => {
  fc.assert(fc.property(
    fc.record({
      start: fc.integer({ min: 0, max: 100_000 }),
      length: fc.integer({ min: 100, max: 100_000 }),
      into: fc.double({ min: 0, max: 0.999, noNaN: true }),
      rate: fc.constantFrom(1, 2, 4, 8, -1, -2),
      from: fc.integer({ min: 0, max: 1_000_000 }),
      after: fc.integer({ min: 0, max: 3_000_000 }),
    }),
    ({ start, length, into, rate, from, after }) => {
      const clock = createClock()
      clock.setBounds({ start, end: start + length, isLooping: true })
      clock.start(start + 1 + Math.floor(into * (length - 1)), from, rate)
      const position = clock.positionAt(from + after)
      expect(position).toBeGreaterThanOrEqual(start)
      expect(position).toBeLessThanOrEqual(start + length)
      expect(clock.hasEnded(from + after)).toBe(false)
      const laps = clock.laps(from + after, from + after + 3 * length)
      expect(laps[0]?.from).toBeLessThanOrEqual(from + after)
      expect(laps.at(-1)?.until).toBeGreaterThanOrEqual(from + after + 3 * length)
      laps.slice(1).forEach((lap, index) => {
        expect(lap.from).toBeCloseTo(laps[index]?.until ?? Number.NaN, 6)
        expect(lap.number).toBe((laps[index]?.number ?? 0) + 1)
      })
    },
  ), { numRuns: 200 })
})
