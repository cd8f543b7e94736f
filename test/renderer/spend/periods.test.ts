/** The days of the chart, including days without spending. */
import { describe, expect, it } from 'vitest'
import { daysOf, periodOf } from '../../../src-renderer/rooms/spend/periods.ts'

const now = new Date(2026, 4, 4, 15).getTime()

it('periods begin and end with local days', () => {
  const until = new Date(2026, 4, 5).getTime()
  expect(periodOf('day', now)).toEqual({ from: new Date(2026, 4, 4).getTime(), until })
  expect(periodOf('month', now)).toEqual({ from: new Date(2026, 4, 1).getTime(), until })
  expect(periodOf('all', now)).toEqual({ from: 0, until })
})

describe('days', () => {
  const first = { day: '2026-05-02', spent: 5, possible: 0 }
  const second = { day: '2026-05-03', spent: 7, possible: 0 }

  it('of a month begin with the first day and fill the gaps', () => {
    expect(daysOf('month', [first], now).map(({ day, spent }) => [day, spent])).toEqual([
      ['2026-05-01', 0],
      ['2026-05-02', 5],
      ['2026-05-03', 0],
      ['2026-05-04', 0],
    ])
  })

  it('of all time begin with the first spending', () => {
    expect(daysOf('all', [second], now).map(({ day, spent }) => [day, spent])).toEqual([
      ['2026-05-03', 7],
      ['2026-05-04', 0],
    ])
  })

  it('of a single day give no chart', () => {
    expect(daysOf('day', [first, second], now)).toEqual([])
  })
})
