/**
 * A clock for stamps that lists are sorted by, such as when something was last changed or moved to the trash: when the system's clock is
 * set back, it continues from the last stamp in steps of a millisecond until the time has caught up. Not for waits, ages or what is spent
 * on a day.
 */
import type { Clock } from './clock.ts'

/** A clock that was ahead by more than this was wrong: its stamps are ignored instead of being continued. */
const followedMs = 366 * 86_400_000

/** `newest` is the last stamp of an earlier run; 0 where there is none. */
export function createRisingClock(clock: Clock, newest: number): Clock {
  let last = newest
  return {
    ...clock,
    now() {
      const now = clock.now()
      last = now >= last || last - now > followedMs ? now : last + 1
      return last
    },
  }
}
