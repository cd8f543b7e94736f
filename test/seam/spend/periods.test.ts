/** Days and months by the clocks of any zone: without gaps, however long they are. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renewedAt, spanOf } from '#rules/spend/periods.ts'

const hour = 3_600_000
const zones = fc.constantFrom(
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'America/Sao_Paulo', 'Asia/Kathmandu'],
  ...['Pacific/Apia', 'Pacific/Kiritimati', 'Australia/Lord_Howe', 'Africa/Cairo'],
)

describe.each(['day', 'month'] as const)('a %s', (period) => {
  it('ends where the next begins, and has every moment once', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), zones, (now, zone) => {
      const { startsAt, endsAt } = spanOf(period, now, zone)
      expect(startsAt).toBeLessThanOrEqual(now)
      expect(endsAt).toBeGreaterThan(now)
      expect(spanOf(period, endsAt, zone).startsAt).toBe(endsAt)
      expect(spanOf(period, startsAt, zone).startsAt).toBe(startsAt)
      expect(spanOf(period, endsAt - 1, zone).startsAt).toBe(startsAt)
    }))
  })
})

it('a day has 23 or 25 hours where clocks change, and begins at one where there is no midnight', () => {
  const length = (at: string, zone: string): number => {
    const { startsAt, endsAt } = spanOf('day', Date.parse(at), zone)
    return (endsAt - startsAt) / hour
  }
  expect(length('2026-03-29T12:00:00Z', 'Europe/Berlin')).toBe(23)
  expect(length('2026-10-25T12:00:00Z', 'Europe/Berlin')).toBe(25)
  expect(length('2026-06-01T12:00:00Z', 'Europe/Berlin')).toBe(24)
  expect(spanOf('day', Date.parse('2018-11-04T12:00:00Z'), 'America/Sao_Paulo').startsAt).toBe(Date.parse('2018-11-04T03:00:00Z'))
})

it('a month begins at the midnight of its first day, wherever the user is', () => {
  const at = Date.parse('2026-02-28T23:30:00Z')
  expect(spanOf('month', at, 'UTC')).toEqual({ startsAt: Date.parse('2026-02-01T00:00Z'), endsAt: Date.parse('2026-03-01T00:00Z') })
  expect(spanOf('month', at, 'Asia/Shanghai')).toEqual({
    startsAt: Date.parse('2026-03-01T00:00+08:00'),
    endsAt: Date.parse('2026-04-01T00:00+08:00'),
  })
  expect(spanOf('month', Date.parse('2026-12-31T12:00Z'), 'America/New_York').endsAt).toBe(Date.parse('2027-01-01T00:00-05:00'))
})

it('what several budgets hold can continue when the last of them begins again, and never by itself within a project', () => {
  const now = Date.parse('2026-05-10T12:00Z')
  expect(renewedAt([{ period: 'day' }], now, 'UTC')).toBe(Date.parse('2026-05-11T00:00Z'))
  expect(renewedAt([{ period: 'day' }, { period: 'month' }], now, 'UTC')).toBe(Date.parse('2026-06-01T00:00Z'))
  expect(renewedAt([{ period: 'month' }, { period: 'all' }], now, 'UTC')).toBeNull()
  expect(renewedAt([], now, 'UTC')).toBeNull()
})
