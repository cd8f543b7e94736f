/**
 * Sums sounds into one WAV, four seconds at a time: constant memory, exact to the sample.
 * One `amix` of 300 delayed lines takes 50 s and hours for 1,000; this takes about a second.
 */
import type { Balance, Sides } from '#rules/sequence/balance.ts'
import type { Level } from '#rules/sequence/levels.ts'
import type { RenderSound } from '../plan/render-plan.ts'
import type { WavLayout, WavWriter } from '../wav.ts'
import { open } from 'node:fs/promises'
import { firstIndex } from '#rules/first-index.ts'
import { mapConcurrently } from '../../base/concurrency.ts'
import { openWavWriter, readWavLayout } from '../wav.ts'
import { mixSampleRate } from './decode.ts'
import { readStereo } from './samples.ts'

const blockFrames = 4 * mixSampleRate
/** Of what is written: two channels of 32 bits. */
const bytesPerFrame = 8
const even: Balance = { left: 1, right: 1 }

/** The part of a sound that its file can give, in samples at 48 kHz. */
interface Event {
  readonly path: string
  readonly layout: WavLayout
  readonly start: number
  readonly length: number
  readonly from: number
  /** Its part of the file is heard backwards. */
  readonly isReversed: boolean
  readonly levels: readonly Level[]
  readonly balance: Balance
  readonly sides: Sides | undefined
  /** Its place among the sounds. */
  readonly at: number
}

/** A part of the mix in its own file, as long as the mix and of the same form. */
export interface Stem {
  readonly path: string
  /** Places among the sounds. */
  readonly sounds: readonly number[]
}

/** Each path must be a WAV that `isMixable`, and plays at the speed of its sound: `in` counts the samples of the file. */
type MixableSound = Omit<RenderSound, 'speed'>

export interface MixOptions {
  /** The length of the mix. */
  readonly frames: number
  readonly signal?: AbortSignal
  /** Frames written to the file so far. */
  readonly onWritten?: (frames: number) => void
}

/** Writes `frames` of 32-bit float stereo, unclipped: sums above full scale survive. */
export async function mixToWav(sounds: readonly MixableSound[], path: string, options: MixOptions): Promise<void> {
  await mixStems(sounds, [{ path, sounds: [...sounds.keys()] }], options)
}

/** The same for several files in one pass. `onWritten` tells of the first. */
export async function mixStems(
  sounds: readonly MixableSound[],
  stems: readonly Stem[],
  { frames, signal, onWritten }: MixOptions,
): Promise<void> {
  const events = await toEvents(sounds)
  const tracks: Track[] = []
  try {
    for (const { path, sounds: own } of stems) {
      const heard = new Set(own)
      tracks.push(await openTrack(path, events.filter(({ at }) => heard.has(at))))
    }
    let write: (() => Promise<void>) | null = null
    for (let at = 0; at < frames; at += blockFrames) {
      signal?.throwIfAborted()
      // While one block is written, the next is mixed.
      const written = write?.()
      const mixed = mixBlock(events, tracks, { start: at, frames: Math.min(blockFrames, frames - at) })
      await Promise.allSettled([written, mixed])
      await written
      if (onWritten) {
        await tracks[0]?.writer.extend()
        onWritten(at)
      }
      write = await mixed
    }
    await write?.()
  }
  finally {
    for (const { writer } of tracks)
      await writer.close()
  }
}

/** One of the files that are written, and what is heard in it. */
interface Track {
  readonly writer: WavWriter
  readonly events: ReadonlySet<Event>
  /** Of one block of stereo each, in turns. */
  readonly buffers: readonly [Float32Array, Float32Array]
}

async function openTrack(path: string, events: readonly Event[]): Promise<Track> {
  const writer = await openWavWriter(path, { encoding: 'float', sampleRate: mixSampleRate, channels: 2, bitsPerSample: 32 })
  const buffer = (): Float32Array => new Float32Array(blockFrames * 2)
  return { writer, events: new Set(events), buffers: [buffer(), buffer()] }
}

interface Block { readonly start: number, readonly frames: number }

/** Gives what writes it, which may be done while the next block is mixed. */
async function mixBlock(events: readonly Event[], tracks: readonly Track[], { start, frames }: Block): Promise<() => Promise<void>> {
  const end = start + frames
  const turn = start / blockFrames % 2 === 0 ? 0 : 1
  const sounding = events.filter(event => event.start < end && event.start + event.length > start)
  const heard = tracks.map(track => ({ ...track, ...spanOf(sounding.filter(event => track.events.has(event)), { start, frames }) }))
  heard.forEach(({ buffers, from, to }) => buffers[turn].fill(0, from * 2, to * 2))
  for (const event of sounding) {
    const first = Math.max(event.start, start)
    const read = await readPart(event, first - event.start, Math.min(event.start + event.length, end) - first)
    for (const { buffers } of heard.filter(track => track.events.has(event)))
      addEvent(buffers[turn].subarray((first - start) * 2), read, { event, offset: first - event.start })
  }
  return () => mapConcurrently(heard.length, heard, async ({ writer, buffers, from, to }) => {
    writer.skip(from * bytesPerFrame)
    if (to > from)
      await writer.write(new Uint8Array(buffers[turn].buffer, from * bytesPerFrame, (to - from) * bytesPerFrame))
    writer.skip((frames - to) * bytesPerFrame)
  })
}

/** From the first frame of a block in which any of these sounds to the last. */
function spanOf(sounding: readonly Event[], { start, frames }: Block): { readonly from: number, readonly to: number } {
  const from = Math.max(0, Math.min(frames, ...sounding.map(event => event.start - start)))
  const to = Math.min(frames, Math.max(from, ...sounding.map(event => event.start + event.length - start)))
  return { from, to }
}

async function toEvents(sounds: readonly MixableSound[]): Promise<Event[]> {
  const layouts = new Map<string, WavLayout>()
  for (const { path } of sounds)
    layouts.set(path, layouts.get(path) ?? await readWavLayout(path))
  return sounds.flatMap(({ path, start, length, in: from, isReversed = false, levels, balance = even, sides }, at) => {
    const layout = layouts.get(path)
    const there = layout ? Math.min(length, layout.frames - from) : 0
    // What the file lacks is silent first in what is heard backwards.
    const given = there > 0 && isReversed ? length : there
    return layout && given > 0 ? [{ path, layout, start, length: given, from, isReversed, levels, balance, sides, at }] : []
  })
}

/** Adds what was read of an event, from `offset` frames after its start. Without anything that allocates: it runs for each sample. */
function addEvent(to: Float32Array, read: Float32Array, { event, offset }: { readonly event: Event, readonly offset: number }): void {
  const { balance, sides } = event
  if (sides) {
    addSide(to, read, { event, offset, side: 0, turns: sides.left })
    addSide(to, read, { event, offset, side: 1, turns: sides.right })
    return
  }
  for (const { from, to: end, amplitude, slope } of linesOf(event.levels, offset, read.length / 2)) {
    for (let frame = from; frame < end; frame++) {
      const gain = amplitude + slope * (frame - from)
      const left = 2 * frame
      const right = left + 1
      to[left] = (to[left] ?? 0) + (read[left] ?? 0) * gain * balance.left
      to[right] = (to[right] ?? 0) + (read[right] ?? 0) * gain * balance.right
    }
  }
}

interface Side {
  readonly event: Event
  readonly offset: number
  /** 0 is the left one. */
  readonly side: 0 | 1
  readonly turns: readonly Level[]
}

/** The same for one side of a sound that moves between them. */
function addSide(to: Float32Array, read: Float32Array, { event, offset, side, turns }: Side): void {
  for (const { from, to: end, amplitude, slope } of linesOf(event.levels, offset, read.length / 2)) {
    for (const turn of linesOf(turns, offset + from, end - from)) {
      for (let frame = turn.from; frame < turn.to; frame++) {
        const gain = (amplitude + slope * frame) * (turn.amplitude + turn.slope * (frame - turn.from))
        const at = 2 * (from + frame) + side
        to[at] = (to[at] ?? 0) + (read[at] ?? 0) * gain
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
  return firstIndex(levels, ({ at }) => at <= offset)
}

/** So many frames of an event, from `offset` after its start. */
async function readPart(event: Event, offset: number, count: number): Promise<Float32Array> {
  const { from, length, layout } = event
  if (!event.isReversed)
    return readFrames(event, from + offset, count)
  const end = from + length - offset
  const there = Math.max(0, Math.min(end, layout.frames) - (end - count))
  const read = there > 0 ? await readFrames(event, end - count, there) : new Float32Array()
  const turned = new Float32Array(count * 2)
  for (let frame = 0; frame < there; frame++) {
    const to = 2 * (count - 1 - frame)
    turned[to] = read[2 * frame] ?? 0
    turned[to + 1] = read[2 * frame + 1] ?? 0
  }
  return turned
}

async function readFrames({ path, layout }: Event, first: number, count: number): Promise<Float32Array> {
  const file = await open(path)
  try {
    return await readStereo(file, layout, { first, count })
  }
  finally {
    await file.close()
  }
}
