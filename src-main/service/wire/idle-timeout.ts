/** A deadline for an exchange that makes no progress: every sign of life moves it on. */
import type { Clock } from '../../base/clock.ts'

export interface IdleTimeout {
  /** From now on, at most `ms` milliseconds may pass until the next call; null suspends the timeout. */
  restart: (ms: number | null) => void
  /** True once the deadline has passed and `onExpired` was called. */
  readonly hasExpired: boolean
  close: () => void
}

/** A timer that fires later than this was delayed by a clock change or by a sleeping machine. */
const timerToleranceMs = 2000

export function openIdleTimeout(clock: Clock, onExpired: () => void): IdleTimeout {
  const closed = new AbortController()
  let deadline: number | null = null
  let restartedAt = 0
  let hasExpired = false
  let isWatching = false
  let wakesAt = 0
  let sleep = new AbortController()

  // One sleep at a time for the whole exchange: moving the deadline costs nothing, however many chunks arrive.
  async function watch(): Promise<void> {
    for (;;) {
      if (deadline === null || closed.signal.aborted)
        break
      const leftMs = deadline - clock.now()
      if (leftMs <= 0) {
        hasExpired = true
        closed.abort()
        onExpired()
        return
      }
      wakesAt = deadline
      sleep = new AbortController()
      const sleptFrom = clock.now()
      await clock.sleep(leftMs, AbortSignal.any([closed.signal, sleep.signal])).catch((error) => {
        if (!sleep.signal.aborted)
          throw error
      })
      followClock(sleptFrom, sleptFrom + leftMs)
    }
    isWatching = false
  }

  /** A clock that was set, or a machine that slept, says nothing about the other side: the deadline is moved by the same amount. */
  function followClock(from: number, to: number): void {
    const now = clock.now()
    const skippedMs = now > to + timerToleranceMs ? now - to : now < from ? now - from : 0
    const isDeadlineOlder = skippedMs > 0 ? restartedAt <= to : restartedAt > now
    if (deadline !== null && skippedMs !== 0 && isDeadlineOlder)
      deadline += skippedMs
  }

  return {
    restart(ms) {
      restartedAt = clock.now()
      deadline = ms === null ? null : clock.now() + ms
      if (deadline === null || closed.signal.aborted)
        return
      if (isWatching) {
        // A sleep that would end after the new deadline is interrupted and started again.
        if (deadline < wakesAt)
          sleep.abort()
        return
      }
      isWatching = true
      // `watch` rejects only when `close` has aborted its sleep.
      watch().catch(() => {})
    },
    get hasExpired() {
      return hasExpired
    },
    close: () => closed.abort(),
  }
}
