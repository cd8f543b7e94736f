/**
 * Sums sounds into one WAV, ten seconds at a time: constant memory, exact to the sample.
 * One `amix` of 300 delayed lines takes 50 s and hours for 1,000; this takes about a second.
 */
import type { Level } from '#rules/sequence/levels.ts'
import type { RenderSound } from '../plan/render-plan.ts'
import type { WavLayout, WavWriter } from '../wav.ts'
import { open } from 'node:fs/promises'
import { openWavWriter, readWavLayout } from '../wav.ts'
import { mixSampleRate } from './decode.ts'

const blockFrames = 10 * mixSampleRate

/** The part of a sound that its file can give, in samples at 48 kHz. */
interface Event {
  readonly path: string
  readonly layout: WavLayout
  readonly start: number
  readonly length: number
  readonly from: number
  readonly levels: readonly Level[]
  readonly fadeOutAtEnd: number
  /** Its place among the sounds. */
  readonly at: number
}

/** A part of the mix in a file of its own, as long as the mix and of the same form. */
export interface Stem {
  readonly path: string
  /** Places among the sounds. */
  readonly sounds: readonly number[]
}

/**
 * Each path must be a 48 kHz stereo 16-bit WAV that plays at the speed of its sound: `in` counts the samples of the file.
 * Writes `frames` of 32-bit float stereo, unclipped: sums above full scale survive. Stems are written in the same pass.
 */
export async function mixToWav(
  sounds: readonly Omit<RenderSound, 'speed'>[],
  outPath: string,
  { frames, signal, stems = [] }: { readonly frames: number, readonly signal?: AbortSignal, readonly stems?: readonly Stem[] },
): Promise<void> {
  const events = await toEvents(sounds)
  const outputs = [{ path: outPath, hears: () => true }, ...stems.map(({ path, sounds: own }) => {
    const heard = new Set(own)
    return { path, hears: (at: number) => heard.has(at) }
  })]
  const writers: WavWriter[] = []
  try {
    for (const { path } of outputs)
      writers.push(await openWavWriter(path, { encoding: 'float', sampleRate: mixSampleRate, channels: 2, bitsPerSample: 32 }))
    for (let at = 0; at < frames; at += blockFrames) {
      signal?.throwIfAborted()
      const blocks = outputs.map(({ hears }) => ({ hears, samples: new Float32Array(Math.min(blockFrames, frames - at) * 2) }))
      for (const event of events)
        await addEvent(blocks.filter(({ hears }) => hears(event.at)).map(({ samples }) => samples), at, event)
      for (const [index, writer] of writers.entries())
        await writer.write(new Uint8Array(blocks[index]?.samples.buffer ?? new ArrayBuffer(0)))
    }
  }
  finally {
    for (const writer of writers)
      await writer.close()
  }
}

async function toEvents(sounds: readonly Omit<RenderSound, 'speed'>[]): Promise<Event[]> {
  const layouts = new Map<string, WavLayout>()
  for (const { path } of sounds)
    layouts.set(path, layouts.get(path) ?? await readWavLayout(path))
  return sounds.flatMap(({ path, start, length, in: from, levels, fadeOutAtEnd }, at) => {
    const layout = layouts.get(path)
    const given = layout ? Math.min(length ?? Infinity, layout.frames - from) : 0
    return layout && given > 0 ? [{ path, layout, start, length: given, from, levels, fadeOutAtEnd, at }] : []
  })
}

/** Blocks are of the same length. */
async function addEvent(blocks: readonly Float32Array[], blockStart: number, event: Event): Promise<void> {
  const first = Math.max(event.start, blockStart)
  const end = Math.min(event.start + event.length, blockStart + (blocks[0]?.length ?? 0) / 2)
  if (end <= first)
    return
  const samples = await readFrames(event, event.from + first - event.start, end - first)
  const count = samples.length / 2
  for (const line of linesOf(event.levels, first - event.start, count)) {
    for (let frame = line.from; frame < line.to; frame++) {
      const remaining = event.start + event.length - first - frame
      const fade = remaining < event.fadeOutAtEnd ? remaining / event.fadeOutAtEnd : 1
      const gain = (line.amplitude + line.slope * (frame - line.from)) * fade / 32768
      const to = (first + frame - blockStart) * 2
      const [left, right] = [(samples[frame * 2] ?? 0) * gain, (samples[frame * 2 + 1] ?? 0) * gain]
      for (const block of blocks) {
        block[to] = (block[to] ?? 0) + left
        block[to + 1] = (block[to + 1] ?? 0) + right
      }
    }
  }
}

/** A straight line of amplitude over samples that were read. */
interface Line { readonly from: number, readonly to: number, readonly amplitude: number, readonly slope: number }

/** For `count` samples from this distance from the event's start. */
function linesOf(levels: readonly Level[], offset: number, count: number): Line[] {
  const lines: Line[] = []
  let next = firstAfter(levels, offset)
  for (let at = offset; at < offset + count; next++) {
    const [level, target] = [levels[next - 1], levels[next]]
    const end = Math.min(target?.at ?? Infinity, offset + count)
    const slope = level && target ? (target.amplitude - level.amplitude) / (target.at - level.at) : 0
    const amplitude = level ? level.amplitude + slope * (at - level.at) : target?.amplitude ?? 1
    if (end > at)
      lines.push({ from: at - offset, to: end - offset, amplitude, slope })
    at = Math.max(at, end)
  }
  return lines
}

/** The place of the first level after this distance. */
function firstAfter(levels: readonly Level[], offset: number): number {
  let low = 0
  let high = levels.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((levels[middle]?.at ?? Infinity) <= offset)
      low = middle + 1
    else
      high = middle
  }
  return low
}

async function readFrames({ path, layout }: Event, first: number, count: number): Promise<Int16Array> {
  const file = await open(path)
  try {
    const bytes = new Uint8Array(count * 4)
    const { bytesRead } = await file.read(bytes, 0, bytes.length, layout.dataOffset + first * 4)
    return new Int16Array(bytes.buffer, 0, (bytesRead - bytesRead % 4) / 2)
  }
  finally {
    await file.close()
  }
}
