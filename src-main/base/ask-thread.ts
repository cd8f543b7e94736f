/** Asks a worker thread of a pool one question. Aborting ends the thread, as what it does cannot be stopped otherwise. */
import type { WorkerPool } from './worker-pool.ts'

/** What the thread posts; the caller knows its shape. Throws where the thread fails or is missing, and `signal.reason`. */
export function askThread<Answer>(threads: WorkerPool, question: unknown, signal: AbortSignal): Promise<Answer> {
  signal.throwIfAborted()
  const worker = threads.take()
  if (!worker)
    return Promise.reject(new Error('The script of the thread is missing'))
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      // Ends with `exit`.
      void worker.terminate()
    }
    signal.addEventListener('abort', stop, { once: true })
    worker.once('message', (answer: Answer) => {
      signal.removeEventListener('abort', stop)
      threads.giveBack(worker)
      resolve(answer)
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(signal.aborted ? abortedBy(signal) : new Error('The thread ended')))
    worker.postMessage(question)
  })
}

function abortedBy({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error('Aborted', { cause: reason })
}
