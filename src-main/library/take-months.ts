/** With which take each month began: lists that are in the order of time are leapt through by month. */
import type { TakeMonth } from '#contract/take-order.ts'
import type { Database } from '../storage/database.ts'
import { sql } from '../storage/sql.ts'

/** A clock that was wrong may have made a take in any year. */
const mostMonths = 600

/**
 * Local months in which takes were filed, the first one first. `number` is the first take of the month. Numbers rise: a month of takes that
 * were filed while the clock was wrong is left out.
 */
export async function monthsOfTakes(db: Pick<Database, 'all' | 'get'>): Promise<TakeMonth[]> {
  const ends = await db.get<{ first: number | null, last: number | null }>(sql`
    SELECT (SELECT min(taken_at) FROM takes) AS first, (SELECT max(taken_at) FROM takes) AS last`)
  if (ends === undefined || ends.first === null || ends.last === null)
    return []
  const [first, last] = [new Date(ends.first), new Date(ends.last)]
  const count = (last.getFullYear() - first.getFullYear()) * 12 + last.getMonth() - first.getMonth() + 1
  const starts = Array.from({ length: Math.min(count, mostMonths) }, (_, at) => new Date(last.getFullYear(), last.getMonth() - at, 1))
  // One step in the index of times for each.
  const rows = await db.all<{ number: number, taken_at: number }>(sql`
    SELECT takes.number, takes.taken_at FROM ${sql.each(starts.toReversed().map(Number))} AS starts CROSS JOIN takes ON takes.number = (
      SELECT number FROM takes WHERE taken_at >= starts.value AND check_of IS NULL ORDER BY taken_at, number LIMIT 1)`)
  const months = rows.map(({ number, taken_at }) => {
    const date = new Date(taken_at)
    return { number, year: date.getFullYear(), month: date.getMonth() + 1 }
  })
  // A month without takes answers the first take of a later one.
  return rising(months.filter((month, at) => month.number !== months[at - 1]?.number))
}

/** As many months as rise together. */
function rising(months: readonly TakeMonth[]): TakeMonth[] {
  const best: { readonly count: number, readonly before: number }[] = []
  for (const month of months) {
    const before = best.reduce((most, { count }, other) =>
      (months[other]?.number ?? 0) < month.number && count > (best[most]?.count ?? 0) ? other : most, -1)
    best.push({ count: (best[before]?.count ?? 0) + 1, before })
  }
  const kept: TakeMonth[] = []
  const last = best.reduce((most, { count }, other) => count > (best[most]?.count ?? 0) ? other : most, -1)
  for (let at = last; at >= 0; at = best[at]?.before ?? -1)
    kept.unshift(...months.slice(at, at + 1))
  return kept
}
