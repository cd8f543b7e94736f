/** A day as the person's own clock counts it; one that summer time begins in is shorter. */

export interface LocalDay { readonly startsAt: number, readonly endsAt: number }

export function localDayOf(now: number): LocalDay {
  const date = new Date(now)
  const midnight = (daysAfter: number): number => new Date(date.getFullYear(), date.getMonth(), date.getDate() + daysAfter).getTime()
  return { startsAt: midnight(0), endsAt: midnight(1) }
}
