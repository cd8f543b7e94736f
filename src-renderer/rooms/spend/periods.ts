/** The periods that spending is looked at by, and the days in them, as the user's own clock counts. Pure. */
import { spanOf } from '#rules/spend/periods.ts'

export type PeriodName = 'day' | 'month' | 'all'

export function periodOf(name: PeriodName, now: number): { from: number, until: number } {
  const { startsAt, endsAt } = spanOf('day', now)
  return { from: name === 'all' ? 0 : name === 'month' ? spanOf('month', now).startsAt : startsAt, until: endsAt }
}

/** In one unit. */
export interface DayBar { readonly day: string, readonly spent: number, readonly possible: number }

/** More bars than this cannot be told apart on a screen. */
const mostDays = 92

/** Every day from the first with spending, or the first of the month, to today: days without any too, so that the gaps are true. */
export function daysOf(name: PeriodName, days: readonly DayBar[], now: number): DayBar[] {
  const own = new Map(days.map(day => [day.day, day]))
  const [first] = own.keys()
  if (first === undefined || name === 'day')
    return []
  const [year = 0, month = 1, day = 1] = first.split('-').map(Number)
  const bars: DayBar[] = []
  const today = isoDay(new Date(now))
  for (let date = new Date(year, month - 1, name === 'month' ? 1 : day); isoDay(date) <= today; date = new Date(
    date.getFullYear(),
    date.getMonth(),
    date.getDate() + 1,
  )) {
    const sum = own.get(isoDay(date))
    bars.push({ day: isoDay(date), spent: sum?.spent ?? 0, possible: sum?.possible ?? 0 })
  }
  return bars.slice(-mostDays)
}

function isoDay(date: Date): string {
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(part => String(part).padStart(2, '0')).join('-')
}
