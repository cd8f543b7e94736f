/** A lane: a queue that runs a limited number of tasks at once, in order of arrival. */

export interface Lane {
  /**
   * Runs `work` when a slot is free. A signal that aborts while it waits removes it from the queue and rejects with the
   * signal's reason; once started, `work` must watch the signal itself.
   */
  run: <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>
  /** How many tasks run now. */
  readonly running: number
}

/** Throws RangeError for a concurrency below one. */
export function createLane({ concurrency }: { readonly concurrency: number }): Lane {
  if (!(concurrency >= 1))
    throw new RangeError(`A lane runs at least one task at a time, not ${concurrency}`)
  let running = 0
  const waiting = new Set<() => void>()

  function startNext(): void {
    for (const start of waiting) {
      if (running >= concurrency)
        return
      waiting.delete(start)
      start()
    }
  }

  function enter(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason)
        return
      }
      function start(): void {
        signal?.removeEventListener('abort', leave)
        running += 1
        resolve()
      }
      function leave(): void {
        waiting.delete(start)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', leave, { once: true })
      waiting.add(start)
      startNext()
    })
  }

  return {
    async run(work, signal) {
      await enter(signal)
      try {
        return await work()
      }
      finally {
        running -= 1
        startNext()
      }
    },
    get running() {
      return running
    },
  }
}
