/** The days of the chart, including days without spending. */
import { describe, expect, it } from 'vitest'
import { daysOf, periodOf } from '../../../src-renderer/rooms/spend/periods.ts'

const now = new Date(2026, 4, 4, 15).getTime()
const sum = { currency: 'USD', isExact: true, possibleMicros: 0, jobCount: 1 }

it('periods begin and end with local days', () => {
  const until = new Date(2026, 4, 5).getTime()
  expect(periodOf('day', now)).toEqual({ from: new Date(2026, 4, 4).getTime(), until })
  expect(periodOf('month', now)).toEqual({ from: new Date(2026, 4, 1).getTime(), until })
  expect(periodOf('all', now)).toEqual({ from: 0, until })
})

describe('days', () => {
  const days = [{ ...sum, day: '2026-05-02', spentMicros: 5 }, { ...sum, day: '2026-05-03', spentMicros: 7, currency: 'EUR' }]

  it('of a month begin with the first day and fill the gaps', () => {
    expect(daysOf('month', days, 'USD', now).map(({ day, spentMicros }) => [day, spentMicros])).toEqual([
      ['2026-05-01', 0],
      ['2026-05-02', 5],
      ['2026-05-03', 0],
      ['2026-05-04', 0],
    ])
  })

  it('of all time begin with the first spending in that currency', () => {
    expect(daysOf('all', days, 'EUR', now).map(({ day, spentMicros }) => [day, spentMicros])).toEqual([
      ['2026-05-03', 7],
      ['2026-05-04', 0],
    ])
  })

  it('of a single day give no chart', () => {
    expect(daysOf('day', days, 'USD', now)).toEqual([])
  })
})
