/** Finds word times in a worker thread, which ends when nobody has asked for ten seconds: it has 100 MB of voices. */
import type { SpeechShape } from './odd-sounds.ts'
import type { wordTimes } from './word-times.ts'
import { createWorkerPool } from '../../base/worker-pool.ts'

export interface WordsQuestion {
  /** A WAV of one channel of 16 bits. */
  readonly wavPath: string
  readonly text: string
  /** The code of the language that the request named; null where it named none. */
  readonly language: string | null
}

/** The words, and what the sound shows without them. */
export interface FoundWords { readonly found: ReturnType<typeof wordTimes>, readonly shape: SpeechShape }
export type WordsAnswer = FoundWords | { readonly failed: string }

// In a build the worker is an entry next to the hosts, while this code may be in chunks/; from source it is a file next to this one.
const threads = createWorkerPool(
  'words',
  ['./words-worker.js', '../words-worker.js', './words-worker.ts'].map(place => new URL(place, import.meta.url)),
)

/** What `wordTimes` answers. Throws where the thread fails, and `signal.reason`. */
export function findWordTimes(question: WordsQuestion, signal: AbortSignal): Promise<FoundWords> {
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
    worker.once('message', (answer: WordsAnswer) => {
      signal.removeEventListener('abort', stop)
      threads.giveBack(worker)
      if ('found' in answer)
        resolve(answer)
      else
        reject(new Error(answer.failed))
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(signal.aborted ? abortedBy(signal) : new Error('The thread ended')))
    worker.postMessage(question)
  })
}

function abortedBy({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error('Aborted', { cause: reason })
}
