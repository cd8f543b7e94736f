/** How long to wait before trying again: exponential with full jitter, so that many waiters spread out. */

export interface BackoffOptions {
  /** The longest first wait. Default 1000. */
  readonly baseMs?: number
  /** The longest wait ever. Default 60000. */
  readonly capMs?: number
  /** A number in [0, 1), such as Math.random. */
  readonly random: () => number
}

/** A wait in whole milliseconds within [0, min(capMs, baseMs · 2^attempt)]; `attempt` counts from 0. */
export function fullJitter(attempt: number, { baseMs = 1000, capMs = 60_000, random }: BackoffOptions): number {
  // Beyond 2^50 every cap is reached, and 2^1024 would be infinite.
  const ceilingMs = Math.min(capMs, baseMs * 2 ** Math.min(Math.max(0, attempt), 50))
  return Math.floor(random() * ceilingMs)
}
