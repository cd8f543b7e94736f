/** Which snapshots are kept: one an hour for a day, one a day for a month, one a week for a year, one a month after that. */

const hour = 3_600_000
const day = 24 * hour
const tiers: readonly { untilAge: number, every: number }[] = [
  { untilAge: day, every: hour },
  { untilAge: 31 * day, every: day },
  { untilAge: 366 * day, every: 7 * day },
  { untilAge: Number.POSITIVE_INFINITY, every: 30 * day },
]

/**
 * Which of these times (ms since 1970) to keep. The oldest of each span is kept, so that the choice does not change as
 * time passes; the newest of all is always kept.
 */
export function keptSnapshots(times: readonly number[], now: number): number[] {
  const sorted = [...new Set(times)].sort((a, b) => a - b)
  const taken = new Set<string>()
  return sorted.filter((time) => {
    if (time === sorted.at(-1))
      return true
    const tier = tiers.find(each => now - time <= each.untilAge) ?? { every: 30 * day }
    const span = `${tier.every} ${Math.floor(time / tier.every)}`
    const isFirst = !taken.has(span)
    taken.add(span)
    return isFirst
  })
}
