/** Work that continues at the same time: in lanes, through a list, in a group that ends together, and waited for with a limit. */

/** A queue that runs a limited number of tasks at once, in order of arrival. */
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
    throw new RangeError(`The concurrency must be at least 1, not ${concurrency}`)
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

/** Works through a list, `concurrency` items at a time. Throws the first failure once all started work has ended. */
export async function mapConcurrently<T>(count: number, items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values()
  const failures: unknown[] = []
  const lane = async () => {
    for (const item of queue) {
      if (failures.length > 0)
        return
      try {
        await work(item)
      }
      catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(count, items.length) }, lane))
  if (failures.length > 0)
    throw failures[0]
}

/** Returns the given work. If it fails, all are stopped. */
export type Join = <T>(work: Promise<T>) => Promise<T>

/**
 * Runs `main`; what it hands to `join` is awaited as well. When one of them fails, the signal tells the others, and this rejects with
 * what failed first: none of them runs any more when it settles.
 */
export async function runTogether<T>(outside: AbortSignal | undefined, main: (signal: AbortSignal, join: Join) => Promise<T>): Promise<T> {
  const stop = new AbortController()
  const signal = outside ? AbortSignal.any([outside, stop.signal]) : stop.signal
  const works: Promise<unknown>[] = []
  const join: Join = (work) => {
    const orStop = work.catch((error: unknown) => {
      stop.abort(error)
      throw error
    })
    works.push(orStop)
    // It may fail long before anybody awaits it.
    orStop.catch(() => {})
    return orStop
  }
  try {
    const result = await main(signal, join)
    await Promise.all(works)
    return result
  }
  catch (error) {
    // The others only say that they were stopped.
    throw stop.signal.aborted ? stop.signal.reason : error
  }
  finally {
    stop.abort()
    // Those that were stopped may just have begun another.
    for (let awaited = 0; awaited < works.length;) {
      awaited = works.length
      await Promise.allSettled(works)
    }
  }
}

/** Resolves when the work is over, at the latest after `ms`; the work itself continues. Rejects only as the work does. */
export async function withTimeout(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  try {
    await Promise.race([work, new Promise(resolve => timer = setTimeout(resolve, ms))])
  }
  finally {
    clearTimeout(timer)
  }
}
