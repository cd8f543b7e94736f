/** The person's local day. Where summer time begins or ends it is shorter or longer. */

/** From `startsAt` up to, and without, `endsAt`; ms since 1970. */
export interface LocalDay { readonly startsAt: number, readonly endsAt: number }

export function localDayOf(now: number): LocalDay {
  const date = new Date(now)
  const midnight = (daysAfter: number): number => new Date(date.getFullYear(), date.getMonth(), date.getDate() + daysAfter).getTime()
  return { startsAt: midnight(0), endsAt: midnight(1) }
}
