/**
 * Plays a sound along a course of speed, exact to the sample. Its pitch is kept, by joining pieces where they look most alike (WSOLA,
 * W. Verhelst, M. Roelands, 1993), or follows the speed. Preview and render make the same samples of it.
 */
import type { FileHandle } from 'node:fs/promises'
import type { SpeedCourse } from '#rules/sequence/speed-course.ts'
import type { WavLayout } from '../wav.ts'
import type { WavSamples } from './decode.ts'
import { open, rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { spanOf } from '#rules/sequence/ramp.ts'
import { placeOnCourse, speedOnCourse } from '#rules/sequence/speed-course.ts'
import { newId } from '../../base/ids.ts'
import { openWavWriter, readWavLayout } from '../wav.ts'
import { mixSampleRate } from './decode.ts'
import { bestJoin, pieceSamples, searchSamples, shape } from './join-pieces.ts'
import { readStereo } from './samples.ts'
import { interpolated, reachOf } from './variable-rate.ts'

/** Samples that are made at a time. */
const blockFrames = 16 * pieceSamples

interface Options { readonly signal?: AbortSignal | undefined, readonly samples?: WavSamples | undefined }

/** What a course is followed with: where the copy is, and stereo samples of the source, silent outside of it. */
interface Following {
  readonly course: SpeedCourse
  readonly first: number
  /** The place in the source at this sample of the copy. */
  readonly placeAt: (sample: number) => number
  readonly read: (first: number, count: number) => Promise<Float32Array>
}
type Block = (from: number, count: number) => Promise<Float32Array>

/**
 * Writes `outPath`, 48 kHz stereo, in 16 bits unless told otherwise, completely or not at all. The copy begins and ends with the source.
 * The WAV must be one that is mixed as it is.
 */
export async function copyAlong(wavPath: string, outPath: string, course: SpeedCourse, options: Options): Promise<void> {
  const { frames } = await readWavLayout(wavPath)
  const span = spanOf(course, frames)
  const inner = innerOf(course)
  if (!inner)
    return copyPart(wavPath, outPath, { course, ...span }, options)
  // Where the pitch follows some of the speeds alone, the sound is copied along these and along the others, one after the other.
  const between = `${resolve(outPath)}.${newId()}.inner.wav`
  try {
    const innerSpan = spanOf(inner.own, frames)
    await copyAlong(wavPath, between, inner.own, { ...options, samples: 'float' })
    await copyPart(between, outPath, { course: earlierIn(inner.outer, innerSpan.first), ...span }, options)
  }
  finally {
    await rm(between, { force: true })
  }
}

/** The courses inside, as one, whose pitch follows the speed where that of the outer ones does not, or the reverse; null without any. */
function innerOf({ over = [], ...outermost }: SpeedCourse): { readonly own: SpeedCourse, readonly outer: SpeedCourse } | null {
  const all: readonly SpeedCourse[] = [outermost, ...over]
  const at = all.findIndex(({ shiftsPitch }) => Boolean(shiftsPitch) !== Boolean(outermost.shiftsPitch))
  const [own, ...further] = at < 0 ? [] : all.slice(at)
  return own
    ? { own: { ...own, ...further.length > 0 && { over: further } }, outer: { ...outermost, ...at > 1 && { over: all.slice(1, at) } } }
    : null
}

/** The same in a copy that begins with this sample of what it plays. */
function earlierIn({ over = [], ...course }: SpeedCourse, first: number): SpeedCourse {
  const last = over.at(-1)
  return last
    ? { ...course, over: [...over.slice(0, -1), { ...last, from: last.from - first * 100 }] }
    : { ...course, from: course.from - first * 100 }
}

interface Part { readonly course: SpeedCourse, readonly first: number, readonly end: number }

async function copyPart(
  wavPath: string,
  outPath: string,
  { course, first, end }: Part,
  { signal, samples = 'int16' }: Options,
): Promise<void> {
  const layout = await readWavLayout(wavPath)
  const part = `${resolve(outPath)}.${newId()}.part`
  const file = await open(wavPath)
  try {
    const placeAt = (sample: number): number => placeOnCourse(course, first + sample) / 100
    const following = { course, first, placeAt, read: readerOf(file, layout) }
    const block = course.shiftsPitch ? atItsRate(following) : inPieces(following)
    const format = samples === 'float' ? { encoding: 'float', bitsPerSample: 32 } as const : { encoding: 'int', bitsPerSample: 16 } as const
    const writer = await openWavWriter(part, { ...format, sampleRate: mixSampleRate, channels: 2 })
    try {
      for (let from = 0; from < end - first; from += blockFrames) {
        signal?.throwIfAborted()
        const made = await block(from, Math.min(blockFrames, end - first - from))
        const written = samples === 'float' ? made : inIntegers(made)
        await writer.write(new Uint8Array(written.buffer, written.byteOffset, written.byteLength))
      }
    }
    finally {
      await writer.close()
    }
    await rename(part, outPath)
  }
  catch (error) {
    await rm(part, { force: true })
    throw error
  }
  finally {
    await file.close()
  }
}

function readerOf(file: FileHandle, layout: WavLayout): Following['read'] {
  return async (first, count) => {
    const [from, until] = [Math.max(0, first), Math.min(layout.frames, first + count)]
    const all = new Float32Array(count * 2)
    if (until > from)
      all.set(await readStereo(file, layout, { first: from, count: until - from }), (from - first) * 2)
    return all
  }
}

function inIntegers(samples: Float32Array): Int16Array {
  return Int16Array.from(samples, sample => Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_768))))
}

/** Its pitch follows the speed, as that of a tape does. */
function atItsRate({ course, first, placeAt, read }: Following): Block {
  return async (from, count) => {
    const places = Float64Array.from({ length: count }, (_, at) => placeAt(from + at))
    const rates = Float64Array.from({ length: count }, (_, at) => speedOnCourse(course, first + from + at) / 100)
    const reach = reachOf(rates.reduce((most, rate) => Math.max(most, rate), 1))
    const begin = Math.floor(places[0] ?? 0) - reach
    const source = await read(begin, Math.ceil((places.at(-1) ?? 0) - begin) + reach + 1)
    return interpolated(source, places.map(place => place - begin), rates)
  }
}

/** Its pitch is kept. Half of each piece is over the one before it. */
function inPieces({ placeAt, read }: Following): Block {
  /** What the last piece adds to the next one. */
  let left = new Float32Array(pieceSamples * 2)
  let middle: number | null = null
  /** The next piece; its middle is as many times the half of a piece from the beginning of the copy. */
  let number = 0

  async function next(count: number): Promise<Float32Array> {
    const wanted = Array.from({ length: count }, (_, at) => Math.round(placeAt((number + at) * pieceSamples)))
    const margin = 2 * pieceSamples + searchSamples
    const begin = Math.min(middle ?? Infinity, ...wanted) - margin
    const source = await read(begin, Math.max(middle ?? 0, ...wanted) + margin - begin)
    const made = new Float32Array(count * pieceSamples * 2)
    for (const [at, place] of wanted.entries()) {
      const target = place - begin
      middle = begin + (middle === null ? target : bestJoin(source, target, middle - begin + pieceSamples))
      const start = (middle - begin - pieceSamples) * 2
      const own = new Float32Array(pieceSamples * 2)
      for (let sample = 0; sample < pieceSamples * 2; sample++) {
        const rises = shape[sample >> 1] ?? 0
        made[at * pieceSamples * 2 + sample] = (left[sample] ?? 0) + (source[start + sample] ?? 0) * rises
        own[sample] = (source[start + pieceSamples * 2 + sample] ?? 0) * (1 - rises)
      }
      left = own
      number++
    }
    return made
  }
  return async (from, count) => {
    // The first piece has only its second half in the copy.
    if (from === 0)
      await next(1)
    const made = await next(Math.ceil(count / pieceSamples))
    return made.subarray(0, count * 2)
  }
}
