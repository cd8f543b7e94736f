/** Works that go on side by side and end together. */

/** Gives back what it is given. Where that fails, all are stopped. */
export type Beside = <T>(work: Promise<T>) => Promise<T>

/**
 * Runs `main`; what it hands to `beside` is awaited as well. When one of them fails, the signal tells the others, and this rejects with
 * what failed first: none of them runs any more when it settles.
 */
export async function together<T>(outside: AbortSignal | undefined, main: (signal: AbortSignal, beside: Beside) => Promise<T>): Promise<T> {
  const stop = new AbortController()
  const signal = outside ? AbortSignal.any([outside, stop.signal]) : stop.signal
  const works: Promise<unknown>[] = []
  const beside: Beside = (work) => {
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
    const result = await main(signal, beside)
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
