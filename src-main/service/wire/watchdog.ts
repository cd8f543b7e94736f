/** Ends an exchange that stands still: a deadline that every sign of life moves on. */
import type { Clock } from '../../base/clock.ts'

export interface Watchdog {
  /** From now on so many milliseconds may pass until the next call; null lets it sleep. */
  allow: (ms: number | null) => void
  /** True once the deadline passed and `onLate` was called. */
  readonly isLate: boolean
  close: () => void
}

export function openWatchdog(clock: Clock, onLate: () => void): Watchdog {
  const stop = new AbortController()
  let deadline: number | null = null
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
      await clock.sleep(leftMs, AbortSignal.any([stop.signal, nap.signal])).catch((error) => {
        if (!nap.signal.aborted)
          throw error
      })
    }
    isWatching = false
  }

  return {
    allow(ms) {
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
