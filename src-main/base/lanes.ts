/** A lane: at most so many pieces of work at once, in the order in which they came. */

export interface Lane {
  /** Runs `work` when its turn comes. A signal that aborts before the turn takes it out of the line and rejects with its reason; afterwards `work` itself must heed it. */
  run: <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>
  /** Starts nothing more until `resume`; what runs goes on. */
  pause: () => void
  resume: () => void
  /** Changes how many may run at once; what runs goes on. */
  resize: (concurrency: number) => void
  /** How many pieces run or wait. */
  readonly size: number
  readonly running: number
  readonly isPaused: boolean
}

export function createLane(options: { readonly concurrency: number }): Lane {
  let concurrency = checkConcurrency(options.concurrency)
  let running = 0
  let isPaused = false
  const waiting = new Set<() => void>()

  function startNext(): void {
    for (const start of waiting) {
      if (isPaused || running >= concurrency)
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
    pause() {
      isPaused = true
    },
    resume() {
      isPaused = false
      startNext()
    },
    resize(next) {
      concurrency = checkConcurrency(next)
      startNext()
    },
    get size() {
      return running + waiting.size
    },
    get running() {
      return running
    },
    get isPaused() {
      return isPaused
    },
  }
}

function checkConcurrency(concurrency: number): number {
  if (!(concurrency >= 1))
    throw new RangeError(`A lane needs room for at least one, not ${concurrency}`)
  return concurrency
}
