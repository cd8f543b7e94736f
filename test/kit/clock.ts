/** A fake clock: time passes only when the test advances it. */
import type { Clock } from '../../src-main/base/clock.ts'

export interface TestClock extends Clock {
  /** Advances the time and wakes sleepers in the order of their deadlines; each one's work runs before the next wakes. */
  advance: (ms: number) => Promise<void>
  /** Number of pending sleeps. */
  readonly sleepers: number
}

export function createTestClock(startMs: number = Date.UTC(2026, 0, 1)): TestClock {
  let nowMs = startMs
  const sleeping = new Set<{ wakesAt: number, wake: () => void }>()

  const clock: TestClock = {
    now: () => nowMs,
    awake: () => nowMs - startMs,
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

// One turn of the event loop runs every promise callback that is ready.
function settle(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}
