/** A worker that is begun before it is needed and kept between requests: its code is loaded and compiled when a person waits for it. */
import { inWorker } from './in-worker.ts'

/**
 * `warmUp`: a request that runs the code that matters; its answer is thrown away. Requests that come while the kept worker is busy get a
 * worker of their own.
 */
export function createKeptWorker(create: () => Worker, warmUp: unknown) {
  let kept: Promise<Worker> | null = null

  /** Begins it, unless it is there. */
  function prepare(): void {
    if (kept)
      return
    const worker = create()
    const mine = kept = inWorker(() => worker, warmUp, undefined, undefined, () => {}).then(() => worker)
    // Without it each request has a worker of its own.
    mine.catch(() => kept === mine && (kept = null))
  }

  async function ask<Answer>(request: unknown, signal?: AbortSignal): Promise<Answer> {
    const ready = kept
    kept = null
    const worker = await ready?.catch(() => null) ?? null
    if (signal?.aborted)
      worker?.terminate()
    return inWorker<Answer>(() => worker ?? create(), request, signal, undefined, (used) => {
      if (kept)
        used.terminate()
      else
        kept = Promise.resolve(used)
    })
  }

  return { prepare, ask }
}
