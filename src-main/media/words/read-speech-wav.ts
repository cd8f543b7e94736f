/** Reads the samples of a WAV of one channel of 16 bits, as `decodeToSpeechWav` writes it. */
import { readFile } from 'node:fs/promises'
import { readWavLayout } from '../wav.ts'

export interface SpeechSamples {
  /** From −1 to 1. */
  readonly samples: Float32Array
  readonly sampleRate: number
}

export async function readSpeechWav(path: string): Promise<SpeechSamples> {
  const bytes = await readFile(path)
  const { dataOffset, frames, sampleRate } = await readWavLayout(bytes)
  return { samples: Float32Array.from({ length: frames }, (_, at) => bytes.readInt16LE(dataOffset + 2 * at) / 32_768), sampleRate }
}
