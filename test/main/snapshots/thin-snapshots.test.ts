/** Which snapshots are kept: enough of each age, always the newest, and thinning again removes nothing that is needed later. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { keptSnapshots } from '../../../src-main/snapshots/thin-snapshots.ts'

const hour = 3_600_000
const day = 24 * hour
const now = Date.UTC(2026, 10, 21, 12)
const times = fc.array(fc.integer({ min: now - 900 * day, max: now }), { maxLength: 300 })

it('keeps one of each hour for a day, of each day for a month, of each week for a year', () => {
  const every10Minutes = Array.from({ length: 6 * 24 * 60 }, (_, index) => now - index * hour / 6)
  const kept = keptSnapshots(every10Minutes, now)
  expect(kept.filter(time => now - time < day).length).toBeGreaterThanOrEqual(24)
  expect(kept.filter(time => now - time < day).length).toBeLessThanOrEqual(26)
  const ofMonth = kept.filter(time => now - time >= 2 * day && now - time < 30 * day)
  expect(ofMonth).toHaveLength(28)
  expect(kept.filter(time => now - time >= 32 * day).length).toBeLessThanOrEqual(5)
})

it('never deletes the newest, keeps only given ones, and a second thinning changes nothing', () => {
  fc.assert(fc.property(times, (all) => {
    const kept = keptSnapshots(all, now)
    expect(kept.every(time => all.includes(time))).toBe(true)
    if (all.length > 0)
      expect(kept).toContain(Math.max(...all))
    expect(keptSnapshots(kept, now)).toEqual(kept)
  }))
})

it('leaves no gap wider than its tier where there was something to keep', () => {
  fc.assert(fc.property(times, (all) => {
    const kept = keptSnapshots(all, now)
    for (const time of all) {
      const age = now - time
      const width = age <= day ? hour : age <= 31 * day ? day : age <= 366 * day ? 7 * day : 30 * day
      expect(kept.some(each => Math.abs(each - time) <= width)).toBe(true)
    }
  }))
})
