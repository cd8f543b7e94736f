/** Finds word times in a worker thread, which ends when nobody has asked for ten seconds: it has 100 MB of voices. */
import type { SpeechShape } from './odd-sounds.ts'
import type { wordTimes } from './word-times.ts'
import { askThread } from '../../base/ask-thread.ts'
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
export async function findWordTimes(question: WordsQuestion, signal: AbortSignal): Promise<FoundWords> {
  const answer: WordsAnswer = await askThread(threads, question, signal)
  if ('failed' in answer)
    throw new Error(answer.failed)
  return answer
}
