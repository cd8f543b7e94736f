/**
 * How long work of a certain size should take, from what past work took: a straight line through the past, drawn by
 * medians (Theil and Sen), so that a night's sleep of the machine in the middle of a job moves it hardly at all.
 *
 * The slope is the median of the slopes between all pairs of past jobs, never below zero: larger work is never expected
 * sooner. The line's height is the median of what is left. Where the past knows no size, or only like sizes, the
 * median time is all that can be said. Nothing is expected sooner than half the quickest past job, and nothing beyond
 * what the largest would take in proportion, so that a line through few points leads nowhere absurd. Pure.
 */

/** One past job: its size in the unit of its kind, where it was known, and what it took. */
export interface Past { readonly size: number | null, readonly seconds: number }

/** Below this many sized jobs a line is a guess; and sizes that differ by less than this say nothing of size. */
const fewest = 4
const leastSpread = 1.25

/** Seconds; null without a past. */
export function expectSeconds(past: readonly Past[], size: number | null): number | null {
  if (past.length === 0)
    return null
  const typical = medianOf(past.map(each => each.seconds))
  const sized = past.filter((each): each is { size: number, seconds: number } => each.size !== null && each.size > 0)
  const smallest = Math.min(...sized.map(each => each.size))
  const largest = Math.max(...sized.map(each => each.size))
  if (size === null || size <= 0 || sized.length < fewest || largest < smallest * leastSpread)
    return typical
  const slopes = sized.flatMap((a, index) => sized.slice(index + 1).filter(b => b.size !== a.size).map(b => (b.seconds - a.seconds) / (b.size - a.size)))
  const slope = Math.max(0, medianOf(slopes))
  const height = medianOf(sized.map(each => each.seconds - slope * each.size))
  const least = Math.min(...sized.map(each => each.seconds)) / 2
  const most = (height + slope * largest) * Math.max(1, size / largest)
  return Math.max(least, Math.min(height + slope * size, Math.max(most, least)))
}

/** Of an even number the mean of the two in the middle. */
function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}
