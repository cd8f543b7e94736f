/** A clock that stands still until the test moves it. */
import type { Clock } from '../../src-main/base/clock.ts'

export interface TestClock extends Clock {
  /** Moves time on and wakes sleepers in the order of their waking, letting each one's work run before the next. */
  advance: (ms: number) => Promise<void>
  /** How many sleep now. */
  readonly sleepers: number
}

export function createTestClock(startMs: number = Date.UTC(2026, 0, 1)): TestClock {
  let nowMs = startMs
  const sleeping = new Set<{ wakesAt: number, wake: () => void }>()

  const clock: TestClock = {
    now: () => nowMs,
    sleep: (ms, signal) => new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason)
        return
      }
      const sleeper = {
        wakesAt: nowMs + ms,
        wake() {
          signal?.removeEventListener('abort', stop)
          resolve()
        },
      }
      function stop(): void {
        sleeping.delete(sleeper)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', stop, { once: true })
      sleeping.add(sleeper)
    }),
    async advance(ms) {
      const endsAt = nowMs + ms
      await settle()
      for (;;) {
        const next = [...sleeping].sort((a, b) => a.wakesAt - b.wakesAt)[0]
        if (!next || next.wakesAt > endsAt)
          break
        nowMs = Math.max(nowMs, next.wakesAt)
        sleeping.delete(next)
        next.wake()
        await settle()
      }
      nowMs = endsAt
    },
    get sleepers() {
      return sleeping.size
    },
  }
  return clock
}

// One turn of the event loop lets every promise that can go on, go on.
function settle(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}
