/** Asks a worker of its own for one answer: what takes longer than a page may be still is worked out beside it. */

/** The worker ends with its answer, and with the signal. @throws when it fails, or the signal's reason */
export function inWorker<Answer>(create: () => Worker, request: unknown, signal?: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted)
      return reject(reasonOf(signal))
    const worker = create()
    const stop = (): void => over(() => reject(reasonOf(signal)))
    function over(settle: () => void): void {
      signal?.removeEventListener('abort', stop)
      worker.terminate()
      settle()
    }
    signal?.addEventListener('abort', stop, { once: true })
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => over(() => resolve(data)))
    worker.addEventListener('error', event => over(() => reject(new Error(event.message || 'The worker failed'))))
    worker.postMessage(request)
  })
}

function reasonOf(signal?: AbortSignal): Error {
  return signal?.reason instanceof Error ? signal.reason : new DOMException('aborted', 'AbortError')
}

/** Lets the page paint and hear its user before it goes on. */
export function nextTask(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve))
}
