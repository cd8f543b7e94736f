/** Converts the sound of any file to WAV: 48 kHz stereo for mixing, or 16 kHz mono for transcription. */
import type { Ffmpeg } from './ffmpeg.ts'
import { rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { newId } from '../base/ids.ts'
import { fileInput } from './ffmpeg-input.ts'
import { probe } from './probe.ts'

/** Samples per second of every mix; positions in a sequence count these. */
export const mixSampleRate = 48_000

/** Writes `outPath` completely or not at all. Mono is copied to both channels at full level. Throws FfmpegError without sound. */
export async function decodeToWav48k(
  path: string,
  outPath: string,
  { ffmpeg, signal }: { readonly ffmpeg: Ffmpeg, readonly signal?: AbortSignal },
): Promise<void> {
  const { channels } = await probe(path, { ffmpeg })
  // `-ac 2` attenuates mono by 3 dB; more than two channels need its downmix matrix.
  const toStereo = channels === 1 ? ['-af', 'pan=stereo|c0=c0|c1=c0,aresample=48000'] : ['-ac', '2']
  await writeWav(path, outPath, [...toStereo, '-ar', String(mixSampleRate)], { ffmpeg, ...(signal && { signal }) })
}

/** The same for transcription: 16 kHz, mono, 16 bit, without metadata. */
export async function decodeToSpeechWav(
  path: string,
  outPath: string,
  tools: { readonly ffmpeg: Ffmpeg, readonly signal?: AbortSignal },
): Promise<void> {
  await writeWav(path, outPath, ['-ac', '1', '-ar', '16000'], tools)
}

/** The first sound of a file in this form, as 16-bit WAV. Writes `outPath` completely or not at all. */
export async function writeWav(
  path: string,
  outPath: string,
  form: readonly string[],
  { ffmpeg, signal }: { readonly ffmpeg: Ffmpeg, readonly signal?: AbortSignal },
): Promise<void> {
  // A unique name: an ffmpeg process that outlived a killed studio may still be writing to its own file.
  const part = `${resolve(outPath)}.${newId()}.part`
  try {
    await ffmpeg.run(
      ['-y', ...await fileInput(path), '-map', '0:a:0', ...form, '-c:a', 'pcm_s16le', '-map_metadata', '-1', '-f', 'wav', part],
      signal ? { signal } : {},
    )
    await rename(part, outPath)
  }
  catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
