/** The worker thread that finds word times: each take costs a second of processor for half a minute of sound. */
import type { WordsAnswer, WordsQuestion } from './words-thread.ts'
import { parentPort } from 'node:worker_threads'
import { speechShape } from './odd-sounds.ts'
import { readSpeechWav } from './read-speech-wav.ts'
import { openSpeaker } from './reference.ts'
import { wordTimes } from './word-times.ts'

const speaker = openSpeaker()

parentPort?.on('message', ({ wavPath, text, language }: WordsQuestion) => {
  void answer(wavPath, text, language).then(
    found => parentPort?.postMessage(found satisfies WordsAnswer),
    (error: unknown) => parentPort?.postMessage({ failed: String(error) } satisfies WordsAnswer),
  )
})

async function answer(wavPath: string, text: string, language: string | null) {
  const { samples, sampleRate } = await readSpeechWav(wavPath)
  return { found: wordTimes({ samples, sampleRate, text, language, speaker: await speaker }), shape: speechShape(samples, sampleRate) }
}
