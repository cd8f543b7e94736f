/** Converts the sound of any file to WAV: 48 kHz for mixing and for the preview, or 16 kHz mono for transcription. */
import type { HeardSound, SoundChoice } from '#contract/words.ts'
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import type { Probe } from '../probe/probe-types.ts'
import { rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { newId } from '../../base/ids.ts'
import { fileInput } from '../ffmpeg/ffmpeg-input.ts'
import { FfmpegError } from '../ffmpeg/ffmpeg.ts'
import { probe } from '../probe/probe.ts'
import { toneFilters } from './tone-filters.ts'

/** Samples per second of every mix; positions in a sequence count these. */
export const mixSampleRate = 48_000
const speechSampleRate = 16_000

/** A unique name: an ffmpeg process that outlived a killed studio may still be writing to its own file. */
const partOf = (outPath: string): string => `${resolve(outPath)}.${newId()}.part`

export type WavSamples = 'int16' | 'float'

export interface DecodeOptions {
  readonly ffmpeg: Ffmpeg
  readonly signal?: AbortSignal
  /** Absent: 16 bits, as the preview plays them. `float` keeps what is above full scale and what is quieter than a step of 16 bits. */
  readonly samples?: WavSamples
  /** Absent: both sides of the file's default sound, as it is. */
  readonly choice?: HeardSound | undefined
  /** Only a part of it, louder or quieter by decibels. */
  readonly cut?: { readonly fromSeconds: number, readonly toSeconds: number, readonly gainDb: number } | undefined
  /** Seconds of sound written so far. */
  readonly onProgress?: (seconds: number) => void
}

/**
 * Writes `outPath`, in stereo, completely or not at all. Mono is copied to both channels at full level; sound that begins later than the
 * picture next to it keeps its place. Throws FfmpegError without sound.
 */
export async function decodeToWav48k(path: string, outPath: string, options: DecodeOptions): Promise<void> {
  const heard = heardOf(await probe(path, options), options.choice)
  const [option = '-af', filters = '', ...rest] = mixForm(heard)
  const form = [option, [filters, ...cutFilters(options.cut)].join(','), ...rest]
  await writeWav(path, outPath, wavOutput(form, { track: heard.track, samples: options.samples }), options)
}

function cutFilters(cut: DecodeOptions['cut']): string[] {
  return cut
    ? [`atrim=start=${cut.fromSeconds}:end=${cut.toSeconds}`, 'asetpts=PTS-STARTPTS', `volume=${cut.gainDb}dB`]
    : []
}

/** In floating point and for mixing alone: mono stays mono. Several files in one command: starting ffmpeg takes longer than decoding a spoken line. */
export async function decodeAllToWav48k(
  files: readonly { readonly path: string, readonly outPath: string, readonly choice?: HeardSound | undefined }[],
  options: Pick<DecodeOptions, 'ffmpeg' | 'signal'>,
): Promise<void> {
  const { ffmpeg, signal } = options
  const jobs = await Promise.all(files.map(async ({ path, outPath, choice }) => {
    const heard = heardOf(await probe(path, options), choice)
    return { outPath, part: partOf(outPath), input: await fileInput(path), heard }
  }))
  const outputs = jobs.flatMap(({ heard, part }, input) =>
    [...wavOutput(mixForm({ ...heard, keepsMono: true }), { track: heard.track, input, samples: 'float' }), part])
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
    for (const { path, outPath, choice } of files)
      await decodeToWav48k(path, outPath, { ...options, choice, samples: 'float' })
  }
}

/** The sound of a file that is heard. */
export interface Heard {
  /** As ffmpeg counts them. */
  readonly track: number
  /** Null where it is not known. */
  readonly channels: number | null
  readonly channel: SoundChoice['channel']
  /** The chain of filters that it passes through; see `toneKey`. */
  readonly chain?: HeardSound['chain']
  readonly hasPicture: boolean
}

export function heardOf(
  { sounds, sound, channels, medium }: Pick<Probe, 'sounds' | 'sound' | 'channels' | 'medium'>,
  choice?: HeardSound,
): Heard {
  const chosen = choice && choice.track !== null ? sounds[choice.track] : undefined
  return {
    track: chosen ? sounds.indexOf(chosen) : sound,
    channels: chosen ? chosen.channels : channels,
    channel: choice?.channel ?? 'both',
    ...choice?.chain !== undefined && { chain: choice.chain },
    hasPicture: medium === 'video',
  }
}

/**
 * Some containers count the silence before the sound of a film; alone, a sound begins with its first sample. A downmix does not go over
 * full scale, which is the rule for integers only.
 */
function resampled(rate: number, { hasPicture }: Pick<Heard, 'hasPicture'>): string {
  return `aresample=${rate}:rematrix_maxval=1${hasPicture ? ':first_pts=0' : ''}`
}

/** Arguments of ffmpeg that write a sound as 48 kHz stereo: the same samples in every command. */
export function mixForm(
  { keepsMono = false, ...heard }: Pick<Heard, 'channels' | 'channel' | 'chain' | 'hasPicture'> & { readonly keepsMono?: boolean },
): string[] {
  const resample = [resampled(mixSampleRate, heard), ...toneFilters(heard.chain)].join(',')
  const rate = ['-ar', String(mixSampleRate)]
  if (heard.channels === 1 && keepsMono)
    return ['-af', resample, ...rate]
  const side = heard.channel === 'right' && heard.channels !== 1 ? 'c1' : 'c0'
  const isOneSide = heard.channels === 1 || heard.channel !== 'both'
  // `-ac 2` attenuates mono by 3 dB; more than two channels need its downmix matrix.
  return [...isOneSide ? ['-af', `pan=stereo|c0=${side}|c1=${side},${resample}`] : ['-af', resample, '-ac', '2'], ...rate]
}

const codecs: Readonly<Record<WavSamples, string>> = { int16: 'pcm_s16le', float: 'pcm_f32le' }

interface WavOutput extends Pick<Heard, 'track'> {
  readonly input?: number
  readonly samples?: WavSamples | undefined
}

/** The options of an output that takes a sound of an input in this form, as WAV without metadata. */
export function wavOutput(form: readonly string[], { track, input = 0, samples = 'int16' }: WavOutput): string[] {
  const written = ['-c:a', codecs[samples], '-map_metadata', '-1', '-rf64', 'auto', '-f', 'wav']
  return ['-map', `${input}:a:${track}`, ...form, ...written]
}

/** The same for transcription: 16 kHz, mono, 16 bit, without metadata. */
export async function decodeToSpeechWav(
  path: string,
  outPath: string,
  tools: Pick<DecodeOptions, 'ffmpeg' | 'signal' | 'choice'>,
): Promise<void> {
  const heard = heardOf(await probe(path, tools), tools.choice)
  const side = { both: [], left: ['pan=mono|c0=c0'], right: ['pan=mono|c0=c1'] }[heard.channels === 1 ? 'both' : heard.channel]
  const form = ['-af', [...side, resampled(speechSampleRate, heard)].join(','), '-ac', '1', '-ar', String(speechSampleRate)]
  await writeWav(path, outPath, wavOutput(form, heard), tools)
}

/** What `output` takes of a file; see `wavOutput`. Writes `outPath` completely or not at all. */
export async function writeWav(
  path: string,
  outPath: string,
  output: readonly string[],
  { ffmpeg, signal, onProgress }: Pick<DecodeOptions, 'ffmpeg' | 'signal' | 'onProgress'>,
): Promise<void> {
  const part = partOf(outPath)
  try {
    await ffmpeg.run(['-y', ...await fileInput(path), ...output, part], { ...signal && { signal }, ...onProgress && { onProgress } })
    await rename(part, outPath)
  }
  catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
