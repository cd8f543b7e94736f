/** Ends an exchange that stands still: a deadline that every sign of life moves on. */
import type { Clock } from '../../base/clock.ts'

export interface Watchdog {
  /** From now on so many milliseconds may pass until the next call; null lets it sleep. */
  allow: (ms: number | null) => void
  /** True once the deadline passed and `onLate` was called. */
  readonly isLate: boolean
  close: () => void
}

/** How late a timer may be without anybody having set the clock. */
const unpunctualMs = 2000

export function openWatchdog(clock: Clock, onLate: () => void): Watchdog {
  const stop = new AbortController()
  let deadline: number | null = null
  let allowedAt = 0
  let isLate = false
  let isWatching = false
  let wakesAt = 0
  let nap = new AbortController()

  // One sleeper for the whole exchange: moving the deadline on costs nothing, however many pieces arrive.
  async function watch(): Promise<void> {
    for (;;) {
      if (deadline === null || stop.signal.aborted)
        break
      const leftMs = deadline - clock.now()
      if (leftMs <= 0) {
        isLate = true
        stop.abort()
        onLate()
        return
      }
      wakesAt = deadline
      nap = new AbortController()
      const sleptFrom = clock.now()
      await clock.sleep(leftMs, AbortSignal.any([stop.signal, nap.signal])).catch((error) => {
        if (!nap.signal.aborted)
          throw error
      })
      followClock(sleptFrom, sleptFrom + leftMs)
    }
    isWatching = false
  }

  /** A clock that was set, or stood still while the machine slept, says nothing about the other side: the deadline goes along. */
  function followClock(from: number, to: number): void {
    const now = clock.now()
    const skippedMs = now > to + unpunctualMs ? now - to : now < from ? now - from : 0
    const isFromBefore = skippedMs > 0 ? allowedAt <= to : allowedAt > now
    if (deadline !== null && skippedMs !== 0 && isFromBefore)
      deadline += skippedMs
  }

  return {
    allow(ms) {
      allowedAt = clock.now()
      deadline = ms === null ? null : clock.now() + ms
      if (deadline === null || stop.signal.aborted)
        return
      if (isWatching) {
        // A sleeper that would wake too late is woken now, to lie down again for less.
        if (deadline < wakesAt)
          nap.abort()
        return
      }
      isWatching = true
      // Sleep rejects only because `close` aborted it.
      watch().catch(() => {})
    },
    get isLate() {
      return isLate
    },
    close: () => stop.abort(),
  }
}
