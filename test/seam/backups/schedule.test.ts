/** When automatic backups are due, and which are removed. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mayBackUpNow, nextBackupAt, surplusBackups } from '#rules/backups/schedule.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const nowMs = Date.UTC(2026, 10, 28)

describe('the next backup', () => {
  it.each([
    ['none while the schedule is off', 'never', 0, null, null],
    ['the first is due when the schedule is switched on', 'daily', nowMs, null, nowMs],
    ['a day after the last', 'daily', 0, nowMs - hourMs, nowMs + 23 * hourMs],
    ['a week after the last', 'weekly', 0, nowMs - hourMs, nowMs + 167 * hourMs],
    ['one that was missed is due, once', 'daily', 0, nowMs - 30 * dayMs, nowMs - 29 * dayMs],
    ['after the clock was set back, it is due now', 'daily', 0, nowMs + 400 * dayMs, nowMs],
  ] as const)('%s', (_, every, since, lastAt, dueAt) => {
    expect(nextBackupAt({ every, since, lastAt }, nowMs)).toBe(dueAt)
  })

  it('is at most one period away, whatever the clock said before', () => {
    const at = fc.integer({ min: 0, max: 4e12 })
    fc.assert(fc.property(fc.constantFrom('daily', 'weekly'), at, fc.option(at), at, (every, since, lastAt, now) => {
      const dueAt = nextBackupAt({ every, since, lastAt }, now)
      expect(dueAt! - now).toBeLessThanOrEqual(every === 'daily' ? dayMs : 7 * dayMs)
    }))
  })
})

it('a backup waits until the studio is idle, but not for ever', () => {
  expect(mayBackUpNow(null, nowMs, false)).toBe(false)
  expect(mayBackUpNow(nowMs + 1, nowMs, false)).toBe(false)
  expect(mayBackUpNow(nowMs, nowMs, false)).toBe(true)
  expect(mayBackUpNow(nowMs - hourMs, nowMs, true)).toBe(false)
  expect(mayBackUpNow(nowMs - 12 * hourMs, nowMs, true)).toBe(true)
})

it('all but those that were made last are surplus, whatever the clock said, and one is always left', () => {
  fc.assert(fc.property(fc.array(fc.record({ madeAt: fc.integer() })), fc.integer({ min: 0, max: 20 }), (backups, keep) => {
    const surplus = surplusBackups(backups, keep)
    const left = backups.slice(surplus.length)
    expect([...surplus, ...left]).toEqual(backups)
    expect(left).toHaveLength(Math.min(backups.length, Math.max(1, keep)))
  }))
})
