/** Time as a dependency, so that tests can control it. */
import { createAwakeTime } from './awake-time.ts'

export interface Clock {
  /** Milliseconds since the epoch. */
  now: () => number
  /** Milliseconds since some moment of this run that this machine was awake: not moved when the clock is set. */
  awake: () => number
  /** Resolves after `ms` milliseconds; rejects with the signal's reason as soon as it aborts. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
}

// setTimeout treats a longer delay as one millisecond.
const longestTimerMs = 2 ** 31 - 1

const awake = createAwakeTime(() => performance.now())

export const systemClock: Clock = {
  now: () => Date.now(),
  awake,
  async sleep(ms, signal) {
    let leftMs = ms
    for (; leftMs > longestTimerMs; leftMs -= longestTimerMs)
      await wait(longestTimerMs, signal)
    await wait(leftMs, signal)
  },
}

function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason)
      return
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    function stop(): void {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', stop, { once: true })
  })
}
