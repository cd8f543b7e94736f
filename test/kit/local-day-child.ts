/**
 * Run in a time zone of its own: looks at days and months from 2010 to 2030, and prints what is wrong with them and how long days are.
 * `npm run test:long` looks at each day, `npm test` at each near a change of the clocks and at one in three weeks.
 */
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { spanOf } from '#rules/spend/periods.ts'
import { periodOf } from '../../src-renderer/rooms/spend/periods.ts'
import { isLong } from './how-long.ts'

const wrong: string[] = []
const hours = new Set<number>()
const dayOfSqlite = new DatabaseSync(':memory:').prepare(`SELECT date(? / 1000, 'unixepoch', 'localtime') AS day`)
const [from, until] = [Date.UTC(2010, 0, 1), Date.UTC(2030, 0, 1)]

function check(isSo: boolean, what: string, at: number): void {
  if (!isSo)
    wrong.push(`${what}: ${new Date(at).toString()}`)
}

const dayMs = 86_400_000
const mostSkipped = isLong ? 0 : 21
/** As the process itself has it: nothing of this is asked of what is looked at. */
const isNearChange = (at: number): boolean => new Date(at - dayMs).getTimezoneOffset() !== new Date(at + 2 * dayMs).getTimezoneOffset()

/** Where the next day to look at begins, or a moment in it. */
function momentAfter({ endsAt }: ReturnType<typeof spanOf>): number {
  let at = endsAt
  for (let skipped = 0; skipped < mostSkipped && !isNearChange(at); skipped++)
    at += dayMs
  return at
}

let day = spanOf('day', from)
while (day.startsAt < until) {
  const next = spanOf('day', day.endsAt)
  check(next.startsAt === day.endsAt, 'the next day does not begin where this one ends', day.startsAt)
  check(spanOf('day', day.endsAt - 1).startsAt === day.startsAt, 'the last moment is of another day', day.endsAt)
  hours.add((day.endsAt - day.startsAt) / 3_600_000)
  day = spanOf('day', momentAfter(day))
}
fc.assert(fc.property(fc.integer({ min: from, max: until }), (at) => {
  const [{ startsAt, endsAt }, month, date] = [spanOf('day', at), periodOf('month', at), new Date(at)]
  check(startsAt <= at && at < endsAt, 'a moment is not in its own day', at)
  check(new Date(startsAt).getDate() === date.getDate(), 'the day begins on another date', at)
  check(month.from <= startsAt && month.until === endsAt, 'the month so far does not hold the day', at)
  check(new Date(month.from).getMonth() === date.getMonth() && new Date(month.from).getDate() === 1, 'the month begins on another day', at)
  const isoDay = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(part => String(part).padStart(2, '0')).join('-')
  check(dayOfSqlite.get(at)?.day === isoDay, 'the report has another day', at)
}), { numRuns: isLong ? 2000 : 300 })

process.stdout.write(JSON.stringify({ wrong: wrong.slice(0, 5), hours: [...hours].sort((a, b) => a - b) }))
