/** Converts the sound of any file to WAV: 48 kHz for mixing and for the preview, or 16 kHz mono for transcription. */
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

export type WavSamples = 'int16' | 'float'

export interface DecodeOptions {
  readonly ffmpeg: Ffmpeg
  readonly signal?: AbortSignal
  /** Absent: 16 bits, as the preview plays them. `float` keeps what is above full scale and what is quieter than a step of 16 bits. */
  readonly samples?: WavSamples
  /** Seconds of sound written so far. */
  readonly onProgress?: (seconds: number) => void
}

/**
 * Writes `outPath`, in stereo, completely or not at all. Mono is copied to both channels at full level; sound that begins later than the
 * picture beside it keeps its place. Throws FfmpegError without sound.
 */
export async function decodeToWav48k(path: string, outPath: string, options: DecodeOptions): Promise<void> {
  const { channels, medium } = await probe(path, options)
  await writeWav(path, outPath, mixForm({ channels, hasPicture: medium === 'video' }), options)
}

/** In floating point and for mixing alone: mono stays mono. Several files in one command: starting ffmpeg takes longer than decoding a spoken line. */
export async function decodeAllToWav48k(
  files: readonly { readonly path: string, readonly outPath: string }[],
  options: Pick<DecodeOptions, 'ffmpeg' | 'signal'>,
): Promise<void> {
  const { ffmpeg, signal } = options
  const jobs = await Promise.all(files.map(async ({ path, outPath }) => {
    const { channels, medium } = await probe(path, options)
    return { outPath, part: partOf(outPath), input: await fileInput(path), form: mixForm({ channels, hasPicture: medium === 'video', keepsMono: true }) }
  }))
  const outputs = jobs.flatMap(({ form, part }, at) => [...wavOutput(form, at, 'float'), part])
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
      await decodeToWav48k(path, outPath, { ...options, samples: 'float' })
  }
}

/** What ffmpeg is told to write 48 kHz stereo of a first sound stream: the same samples in whichever command it stands. */
export function mixForm(
  { channels, hasPicture, keepsMono = false }: { readonly channels: number | null, readonly hasPicture: boolean, readonly keepsMono?: boolean },
): string[] {
  // Some containers count the silence before the sound of a film; alone, a sound begins with its first sample.
  // A downmix does not go over full scale, which is the rule for integers only.
  const resample = `aresample=${mixSampleRate}:rematrix_maxval=1${hasPicture ? ':first_pts=0' : ''}`
  if (channels === 1 && keepsMono)
    return ['-af', resample, '-ar', String(mixSampleRate)]
  // `-ac 2` attenuates mono by 3 dB; more than two channels need its downmix matrix.
  const stereo = channels === 1 ? ['-af', `pan=stereo|c0=c0|c1=c0,${resample}`] : ['-af', resample, '-ac', '2']
  return [...stereo, '-ar', String(mixSampleRate)]
}

const codecs: Readonly<Record<WavSamples, string>> = { int16: 'pcm_s16le', float: 'pcm_f32le' }

/** The options of an output that takes the first sound of an input in this form, as WAV without metadata. */
export function wavOutput(form: readonly string[], input = 0, samples: WavSamples = 'int16'): string[] {
  return ['-map', `${input}:a:0`, ...form, '-c:a', codecs[samples], '-map_metadata', '-1', '-rf64', 'auto', '-f', 'wav']
}

/** The same for transcription: 16 kHz, mono, 16 bit, without metadata. */
export async function decodeToSpeechWav(
  path: string,
  outPath: string,
  tools: { readonly ffmpeg: Ffmpeg, readonly signal?: AbortSignal },
): Promise<void> {
  await writeWav(path, outPath, ['-ac', '1', '-ar', '16000'], tools)
}

/** The first sound of a file in this form, as WAV. Writes `outPath` completely or not at all. */
export async function writeWav(
  path: string,
  outPath: string,
  form: readonly string[],
  { ffmpeg, samples, ...how }: DecodeOptions,
): Promise<void> {
  const part = partOf(outPath)
  try {
    await ffmpeg.run(['-y', ...await fileInput(path), ...wavOutput(form, 0, samples), part], how)
    await rename(part, outPath)
  }
  catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
