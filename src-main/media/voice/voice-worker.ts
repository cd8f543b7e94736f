/** The worker thread that measures the voice of takes: 8 ms of processor for a second of sound. */
import type { VoiceAnswer, VoiceQuestion } from './voice-thread.ts'
import { parentPort } from 'node:worker_threads'
import { readSpeechWav } from '../words/read-speech-wav.ts'
import { voiceOfSound } from './voice-of-sound.ts'

parentPort?.on('message', ({ wavPath }: VoiceQuestion) => {
  void readSpeechWav(wavPath).then(
    ({ samples, sampleRate }) => parentPort?.postMessage({ found: voiceOfSound(samples, sampleRate) } satisfies VoiceAnswer),
    (error: unknown) => parentPort?.postMessage({ failed: String(error) } satisfies VoiceAnswer),
  )
})
