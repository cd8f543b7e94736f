/** Turns the sound of any file into a plain WAV: in the studio's working form, or in the one that listeners want. */
import type { Ffmpeg } from './ffmpeg.ts'
import { rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { newId } from '../base/ids.ts'
import { probe } from './probe.ts'

/** Samples per second of every mix; positions in a sequence count these. */
export const mixSampleRate = 48_000

/** Writes `outPath` whole or not at all. Mono goes to both sides at full level. Throws FfmpegError when there is no sound inside. */
export async function decodeToWav48k(path: string, outPath: string, { ffmpeg, signal }: { readonly ffmpeg: Ffmpeg, readonly signal?: AbortSignal }): Promise<void> {
  const { channels } = await probe(path, { ffmpeg })
  // `-ac 2` would take 3 dB from mono; more than two channels need the matrix that `-ac 2` knows.
  const toStereo = channels === 1 ? ['-af', 'pan=stereo|c0=c0|c1=c0,aresample=48000'] : ['-ac', '2']
  await writeWav(path, outPath, [...toStereo, '-ar', String(mixSampleRate)], { ffmpeg, ...(signal && { signal }) })
}

/** The same for those who write down what is said: 16 kHz, mono, 16 bit, and nothing of what else the file knows about itself. */
export async function decodeToSpeechWav(path: string, outPath: string, tools: { readonly ffmpeg: Ffmpeg, readonly signal?: AbortSignal }): Promise<void> {
  await writeWav(path, outPath, ['-ac', '1', '-ar', '16000'], tools)
}

async function writeWav(path: string, outPath: string, form: readonly string[], { ffmpeg, signal }: { readonly ffmpeg: Ffmpeg, readonly signal?: AbortSignal }): Promise<void> {
  // A name of its own: an ffmpeg that outlived a killed studio may still be writing to its own.
  const part = `${resolve(outPath)}.${newId()}.part`
  try {
    await ffmpeg.run(
      ['-y', '-i', resolve(path), '-map', '0:a:0', ...form, '-c:a', 'pcm_s16le', '-map_metadata', '-1', '-f', 'wav', part],
      signal ? { signal } : {},
    )
    await rename(part, outPath)
  }
  catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
