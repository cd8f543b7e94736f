/** Days and months as the clocks of a time zone count them: those on which clocks change are shorter or longer. */
import type { Budget } from '#contract/spend.ts'

/** `endsAt` is where the next one begins. Milliseconds since 1970. */
interface Span { readonly startsAt: number, readonly endsAt: number }

/** By period and zone: budgets ask for the same day before each request. */
const last = new Map<string, Span>()

/** The zone of this machine, now: a person may travel. */
function localZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The day or month in which `now` is. `zone` is a name such as Europe/Berlin. */
export function spanOf(period: 'day' | 'month', now: number, zone: string = localZone()): Span {
  const known = last.get(`${period} ${zone}`)
  if (known && known.startsAt <= now && now < known.endsAt)
    return known
  const { year, month, day } = dateIn(zone, now)
  const span = period === 'day'
    ? { startsAt: startOf(zone, year, month, day), endsAt: startOf(zone, year, month, day + 1) }
    : { startsAt: startOf(zone, year, month, 1), endsAt: startOf(zone, year, month + 1, 1) }
  last.set(`${period} ${zone}`, span)
  return span
}

/** When all these budgets have begun again; null where one of them never does, or there are none. */
export function renewedAt(budgets: readonly Pick<Budget, 'period'>[], now: number, zone?: string): number | null {
  const ends = budgets.map(({ period }) => period === 'all' ? null : spanOf(period, now, zone).endsAt)
  return ends.length === 0 || ends.includes(null) ? null : Math.max(...ends.map(Number))
}

interface PlainDate { readonly year: number, readonly month: number, readonly day: number }

const formats = new Map<string, Intl.DateTimeFormat>()

function dateIn(zone: string, at: number): PlainDate {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, calendar: 'gregory', year: 'numeric', month: 'numeric', day: 'numeric' })
    formats.set(zone, format)
  }
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  return { year: parts.get('year') ?? 0, month: parts.get('month') ?? 0, day: parts.get('day') ?? 0 }
}

const order = ({ year, month, day }: PlainDate): number => (year * 12 + month) * 32 + day

/** No zone is farther from UTC. */
const farthestMs = 16 * 3_600_000

/** The first moment of a date, whose day or month may be one beyond the last. Midnight itself is left out where clocks go forward then. */
function startOf(zone: string, year: number, month: number, day: number): number {
  const guess = new Date(0)
  guess.setUTCFullYear(year, month - 1, day)
  const wanted = order({ year: guess.getUTCFullYear(), month: guess.getUTCMonth() + 1, day: guess.getUTCDate() })
  let [before, after] = [guess.getTime() - farthestMs, guess.getTime() + farthestMs]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (order(dateIn(zone, middle)) < wanted)
      before = middle
    else
      after = middle
  }
  return after
}
