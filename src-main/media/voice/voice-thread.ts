/** Measures the voice of a sound in a worker thread, which ends when nobody has asked for ten seconds. */
import type { SoundVoice } from './voice-of-sound.ts'
import { askThread } from '../../base/ask-thread.ts'
import { createWorkerPool } from '../../base/worker-pool.ts'

/** A WAV of one channel of 16 bits. */
export interface VoiceQuestion { readonly wavPath: string }
export type VoiceAnswer = { readonly found: SoundVoice } | { readonly failed: string }

// In a build the worker is an entry next to the hosts, while this code may be in chunks/; from source it is a file next to this one.
const threads = createWorkerPool(
  'voice',
  ['./voice-worker.js', '../voice-worker.js', './voice-worker.ts'].map(place => new URL(place, import.meta.url)),
)

/** Throws where the thread fails, and `signal.reason`. */
export async function findVoice(question: VoiceQuestion, signal: AbortSignal): Promise<SoundVoice> {
  const answer: VoiceAnswer = await askThread(threads, question, signal)
  if ('failed' in answer)
    throw new Error(answer.failed)
  return answer.found
}
