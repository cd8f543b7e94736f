/** How long this machine was awake: some systems let the monotonic clock run on while they sleep. */

/** A timer that is this late was not late: the machine slept, or the program was stopped. */
const mostMs = 10_000
const everyMs = 5000

/** `monotonic` in milliseconds. Begins to count at once, with a timer that keeps no program alive. */
export function createAwakeTime(monotonic: () => number, startTimer: (tick: () => void, ms: number) => void = unheldTimer): () => number {
  let last = monotonic()
  let awakeMs = 0
  const count = (): number => {
    const now = monotonic()
    awakeMs += Math.min(Math.max(0, now - last), mostMs)
    last = now
    return awakeMs
  }
  startTimer(count, everyMs)
  return count
}

function unheldTimer(tick: () => void, ms: number): void {
  setInterval(tick, ms).unref()
}
