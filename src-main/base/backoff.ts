/** Retry delays: exponential backoff with full jitter, so that many clients spread out. */

export interface BackoffOptions {
  /** Upper bound of the first delay. Default 1000. */
  readonly baseMs?: number
  /** Upper bound of every delay. Default 60000. */
  readonly capMs?: number
  /** A number in [0, 1), such as Math.random. */
  readonly random: () => number
}

/** A delay in whole milliseconds within [0, min(capMs, baseMs · 2^attempt)]; `attempt` counts from 0. */
export function fullJitter(attempt: number, { baseMs = 1000, capMs = 60_000, random }: BackoffOptions): number {
  // 2^50 exceeds every cap; 2^1024 would be infinite.
  const ceilingMs = Math.min(capMs, baseMs * 2 ** Math.min(Math.max(0, attempt), 50))
  return Math.floor(random() * ceilingMs)
}
