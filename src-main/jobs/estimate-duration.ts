/**
 * Estimates how long work of a certain size takes, from past jobs: a straight line fitted by medians (Theil–Sen), so that
 * an outlier, such as a machine that slept in the middle of a job, hardly moves it.
 *
 * The slope is the median of the slopes between all pairs of past jobs, never below zero: larger work is never expected
 * sooner. The intercept is the median of the residuals. Without past sizes, or with nearly equal ones, the median time is
 * the estimate. The estimate is at least half the quickest past job and at most what the largest would take in proportion,
 * so that a line through few points gives nothing absurd. Pure.
 */

/** One past job: its size in the unit of its kind, where it was known, and how long it took. */
export interface Past { readonly size: number | null, readonly seconds: number }

/** A render: its size is frames times the pixels of a frame. Captions that are burned in are drawn on each frame. */
export interface PastRender { readonly size: number, readonly seconds: number, readonly isBurned: boolean, readonly preset: string }

/** With fewer sized jobs, or sizes that differ by a smaller factor, no line is fitted. */
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
  const slopes = sized.flatMap((a, index) =>
    sized.slice(index + 1).filter(b => b.size !== a.size).map(b => (b.seconds - a.seconds) / (b.size - a.size)))
  const slope = Math.max(0, medianOf(slopes))
  const height = medianOf(sized.map(each => each.seconds - slope * each.size))
  const least = Math.min(...sized.map(each => each.seconds)) / 2
  const most = (height + slope * largest) * Math.max(1, size / largest)
  return Math.max(least, Math.min(height + slope * size, Math.max(most, least)))
}

/**
 * Seconds; null without a past. Of renders nearly all time goes into the frames, so where a line cannot be fitted yet the estimate is their
 * usual time per pixel. Renders with the same captions and the same preset say most, then those with the same captions, then all.
 */
export function expectRenderSeconds(past: readonly PastRender[], wish: Omit<PastRender, 'seconds'>): number | null {
  const sameCaptions = past.filter(each => each.isBurned === wish.isBurned)
  const samePreset = sameCaptions.filter(each => each.preset === wish.preset)
  const alike = [samePreset, sameCaptions, past].find(each => each.length > 0)
  if (!alike)
    return null
  const sizes = alike.map(each => each.size)
  return alike.length >= fewest && Math.max(...sizes) >= Math.min(...sizes) * leastSpread
    ? expectSeconds(alike, wish.size)
    : wish.size * medianOf(alike.map(each => each.seconds / each.size))
}

/** For an even number of values, the mean of the two in the middle. */
function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}
