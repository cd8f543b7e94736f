/** Asks its own worker for one answer: what takes longer than a page may be still is worked out next to it. */

/** What a worker posts before its answer, where somebody hears it. */
export interface WorkerPart<Part> { readonly part: Part }

/**
 * The worker ends with its answer, unless somebody is to `keep` it then, and with the signal. `hear` is given each part that it posts
 * before, in its own task: so thousands of items come without a long pause. @throws when it fails, or the signal's reason
 */
export function inWorker<Answer, Part = never>(
  create: () => Worker,
  request: unknown,
  signal?: AbortSignal,
  hear?: (part: Part) => void,
  keep?: (worker: Worker) => void,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted)
      return reject(reasonOf(signal))
    const worker = create()
    let isOver = false
    const stop = (): void => over(() => reject(reasonOf(signal)))
    const heard = new AbortController()
    function over(settle: () => void, isAnswered = false): void {
      isOver = true
      signal?.removeEventListener('abort', stop)
      heard.abort()
      if (isAnswered && keep)
        keep(worker)
      else
        worker.terminate()
      settle()
    }
    signal?.addEventListener('abort', stop, { once: true })
    worker.addEventListener('message', ({ data }: MessageEvent<Answer | WorkerPart<Part>>) => {
      if (isOver)
        return
      if (hear && isPart(data))
        hear(data.part)
      else
        over(() => resolve(data as Answer), true) // all else is the answer
    }, { signal: heard.signal })
    worker.addEventListener('error', event => over(() => reject(new Error(event.message || 'The worker failed'))), { signal: heard.signal })
    worker.postMessage(request)
  })
}

function isPart<Part>(data: unknown): data is WorkerPart<Part> {
  return typeof data === 'object' && data !== null && 'part' in data
}

function reasonOf(signal?: AbortSignal): Error {
  return signal?.reason instanceof Error ? signal.reason : new DOMException('aborted', 'AbortError')
}
