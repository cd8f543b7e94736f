/** The person's local day; a day on which summer time begins is shorter. */

export interface LocalDay { readonly startsAt: number, readonly endsAt: number }

export function localDayOf(now: number): LocalDay {
  const date = new Date(now)
  const midnight = (daysAfter: number): number => new Date(date.getFullYear(), date.getMonth(), date.getDate() + daysAfter).getTime()
  return { startsAt: midnight(0), endsAt: midnight(1) }
}
