/** Converts the sound of any file to WAV: 48 kHz stereo for mixing, or 16 kHz mono for transcription. */
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import { rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { newId } from '../../base/ids.ts'
import { fileInput } from '../ffmpeg/ffmpeg-input.ts'
import { FfmpegError } from '../ffmpeg/ffmpeg.ts'
import { probe } from '../probe/probe.ts'

/** Samples per second of every mix; positions in a sequence count these. */
export const mixSampleRate = 48_000

/** A unique name: an ffmpeg process that outlived a killed studio may still be writing to its own file. */
const partOf = (outPath: string): string => `${resolve(outPath)}.${newId()}.part`

export interface DecodeOptions {
  readonly ffmpeg: Ffmpeg
  readonly signal?: AbortSignal
  /** Seconds of sound written so far. */
  readonly onProgress?: (seconds: number) => void
}

/**
 * Writes `outPath` completely or not at all. Mono is copied to both channels at full level; sound that begins later than the
 * picture beside it keeps its place. Throws FfmpegError without sound.
 */
export async function decodeToWav48k(path: string, outPath: string, options: DecodeOptions): Promise<void> {
  const { channels, medium } = await probe(path, options)
  await writeWav(path, outPath, mixForm({ channels, hasPicture: medium === 'video' }), options)
}

/** The same for several files in one command: starting ffmpeg takes longer than decoding a spoken line. */
export async function decodeAllToWav48k(
  files: readonly { readonly path: string, readonly outPath: string }[],
  options: Pick<DecodeOptions, 'ffmpeg' | 'signal'>,
): Promise<void> {
  const { ffmpeg, signal } = options
  const jobs = await Promise.all(files.map(async ({ path, outPath }) => {
    const { channels, medium } = await probe(path, options)
    return { outPath, part: partOf(outPath), input: await fileInput(path), form: mixForm({ channels, hasPicture: medium === 'video' }) }
  }))
  const outputs = jobs.flatMap(({ form, part }, at) => [...wavOutput(form, at), part])
  try {
    await ffmpeg.run(['-y', ...jobs.flatMap(({ input }) => input), ...outputs], signal ? { signal } : {})
    for (const { part, outPath } of jobs)
      await rename(part, outPath)
  }
  catch (error) {
    await Promise.all(jobs.map(({ part }) => rm(part, { force: true })))
    if (!(error instanceof FfmpegError) || files.length === 1)
      throw error
    // By itself, the one that is wrong says what is wrong with it.
    for (const { path, outPath } of files)
      await decodeToWav48k(path, outPath, options)
  }
}

/** What ffmpeg is told to write 48 kHz stereo of a first sound stream: the same samples in whichever command it stands. */
export function mixForm({ channels, hasPicture }: { readonly channels: number | null, readonly hasPicture: boolean }): string[] {
  // Some containers count the silence before the sound of a film; alone, a sound begins with its first sample.
  const resample = `aresample=${mixSampleRate}${hasPicture ? ':first_pts=0' : ''}`
  // `-ac 2` attenuates mono by 3 dB; more than two channels need its downmix matrix.
  const stereo = channels === 1 ? ['-af', `pan=stereo|c0=c0|c1=c0,${resample}`] : ['-af', resample, '-ac', '2']
  return [...stereo, '-ar', String(mixSampleRate)]
}

/** The options of an output that takes the first sound of an input in this form, as 16-bit WAV without metadata. */
export function wavOutput(form: readonly string[], input = 0): string[] {
  return ['-map', `${input}:a:0`, ...form, '-c:a', 'pcm_s16le', '-map_metadata', '-1', '-f', 'wav']
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
  { ffmpeg, ...how }: DecodeOptions,
): Promise<void> {
  const part = partOf(outPath)
  try {
    await ffmpeg.run(['-y', ...await fileInput(path), ...wavOutput(form), part], how)
    await rename(part, outPath)
  }
  catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
