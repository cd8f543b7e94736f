/** The page of the preview's tests: it plays what it is given, and reads back what is on the canvas and in the sound. */
import type { PictureClip, SequenceDocument } from '#contract/sequence-document.ts'
import type { AssetId, TakeId } from '#contract/words.ts'
import type { SoundEvent } from '#rules/sequence/levels.ts'
import type { HeardClip, PictureSource, SoundSource } from '../../../src-renderer/player/preview/media.ts'
import type { Preview, PreviewOptions } from '../../../src-renderer/player/preview/preview.ts'
import { scopeNames } from '#rules/colour/scopes.ts'
import { courseKey } from '#rules/sequence/course.ts'
import { soundEvents } from '#rules/sequence/levels.ts'
import { createCaptionPainter } from '../../../src-renderer/player/preview/captions.ts'
import { createClock } from '../../../src-renderer/player/preview/clock.ts'
import { createPreview } from '../../../src-renderer/player/preview/preview.ts'
import { createScopes } from '../../../src-renderer/player/preview/scopes.ts'
import { createSlices } from '../../../src-renderer/player/preview/slices.ts'
import { createSound } from '../../../src-renderer/player/preview/sound.ts'
import { soundName } from './sound-name.ts'

export interface Sources {
  readonly pictures: Readonly<Record<string, PictureSource>>
  readonly sounds: Readonly<Record<string, SoundSource>>
  readonly luts?: Readonly<Record<AssetId, { readonly url: string }>>
}

/** One look at the canvas. */
export interface Look { readonly frame: number, readonly code: number, readonly isBlack: boolean, readonly at: number }

/** Boxes of the burned number: this many, of this share of the width. */
const bits = 12
const boxShare = 1 / 16

let sources: Sources = { pictures: {}, sounds: {} }
const contexts: AudioContext[] = []
const counts = { starts: 0, stops: 0 }

// What the browser does to a page: other devices, and sleep.
globalThis.AudioContext = class extends AudioContext {
  constructor(options?: AudioContextOptions) {
    super(options)
    contexts.push(this)
  }
}
for (const name of ['start', 'stop'] as const) {
  const original = AudioBufferSourceNode.prototype[name] as (...args: number[]) => void
  Object.defineProperty(AudioBufferSourceNode.prototype, name, {
    value(this: AudioBufferSourceNode, ...args: number[]) {
      counts[`${name}s`]++
      original.apply(this, args)
    },
  })
}

const canvas = document.createElement('canvas')
document.body.append(canvas)
const sourceOf = (takeId: TakeId) => sources.pictures[takeId] ?? { kind: 'missing' } as const
/** Without a sound of this speed the page changes it; a sound through a chain is there, or missing. */
function soundUrlOf({ takeId, speed, ramp, heard }: HeardClip) {
  const { sounds } = sources
  if (ramp)
    return sounds[soundName(takeId, courseKey(ramp), heard)] ?? { kind: 'missing' } as const
  return sounds[soundName(takeId, speed, heard)] ?? sounds[soundName(takeId, 100, heard)] ?? { kind: 'missing' } as const
}

const lutTextOf = async (lutId: AssetId): Promise<string> => (await fetch(sources.luts?.[lutId]?.url ?? '')).text()

let preview: Preview | null = null

const open = (): Preview => openWith(undefined)

function openWith(captions: PreviewOptions['captions']): Preview {
  preview?.close()
  preview = createPreview({ canvas, sourceOf, soundUrlOf, lutTextOf, ...captions && { captions } })
  return preview
}

/** With the studio's own captions and titles. */
const openWithWords = (): Preview => openWith(createCaptionPainter({ width: 16, height: 16 }))

/** The picture of a frame as RGBA in base64. */
async function pixelsAt(frame: number): Promise<string> {
  preview?.seek(frame)
  await preview?.settled()
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
  return base64Of(pixels ?? new Uint8ClampedArray())
}

/** Left and right in turn as 32-bit floats in base64, `length` samples of both from this one on. */
async function soundOf(document: SequenceDocument, from: number, length: number): Promise<string> {
  const [left, right] = await playOffline(document, (from + length) / 48_000 + 0.2)
  const both = Float32Array.from({ length: length * 2 }, (_, at) => (at % 2 === 0 ? left : right)?.[from + Math.floor(at / 2)] ?? 0)
  return base64Of(both)
}

async function base64Of(data: ArrayBufferView<ArrayBuffer>): Promise<string> {
  const url = await new Promise<string>((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.readAsDataURL(new Blob([data]))
  })
  return url.slice(url.indexOf(',') + 1)
}

function look(): Look {
  const context = canvas.getContext('2d')
  const box = canvas.width * boxShare
  const row = context?.getImageData(0, Math.round(box / 2), canvas.width, 1).data ?? new Uint8ClampedArray()
  const below = context?.getImageData(Math.round(canvas.width / 2), Math.round(canvas.height * 0.8), 1, 1).data ?? []
  let code = 0
  for (let bit = 0; bit < bits; bit++)
    code += (row[Math.round((bit + 0.5) * box) * 4 + 1] ?? 0) > 128 ? 2 ** bit : 0
  const isBlack = (below[0] ?? 0) + (below[1] ?? 0) + (below[2] ?? 0) < 30
  return { frame: preview?.position() ?? -1, code, isBlack, at: performance.now() }
}

/** What is on the canvas at each animation frame until it stops by itself or `ms` are over. */
async function watch(ms: number): Promise<Look[]> {
  const looks: Look[] = []
  const until = performance.now() + ms
  while (performance.now() < until && preview?.state().isPlaying) {
    await new Promise(requestAnimationFrame)
    looks.push(look())
  }
  return looks
}

interface OfflineChange { readonly atSeconds: number, readonly document: SequenceDocument }

/** Plays the sound from the beginning without a device; the answer is left and right. */
async function playOffline(document: SequenceDocument, seconds: number, change?: OfflineChange): Promise<Float32Array[]> {
  const rate = 48_000
  const context = new OfflineAudioContext({ numberOfChannels: 2, length: seconds * rate, sampleRate: rate })
  const slices = createSlices({ soundUrlOf, report: () => {} })
  const events = soundEvents(document)
  for (const { clip } of events) {
    const source = slices.source(clip)
    if (!source)
      continue
    for (let index = 0; index * 10 * rate < source.samples; index++)
      await slices.load(clip.takeId, source, index)
  }
  const sound = createSound({ context, busOf: () => context.destination, slices })
  const clock = createClock()
  sound.setEvents(events)
  clock.start(0, 4800, 1)
  for (let at = 0.2; at < seconds - 0.1; at += 0.2) {
    void context.suspend(at).then(() => {
      if (change && Math.abs(at - change.atSeconds) < 0.01)
        sound.setEvents(soundEvents(change.document))
      sound.fill()
      return context.resume()
    })
  }
  sound.start(clock.laps)
  const rendered = await context.startRendering()
  return [0, 1].map(channel => rendered.getChannelData(channel).subarray(4800))
}

/** The same events added up one sample at a time. */
async function mix(events: readonly SoundEvent[], length: number): Promise<Float64Array[]> {
  const out = [new Float64Array(length), new Float64Array(length)]
  for (const { clip, start, length: eventLength, levels } of events) {
    const source = soundUrlOf({ takeId: clip.takeId, speed: clip.speed })
    if (source.kind !== 'sound')
      continue
    const file = await (await fetch(source.url)).arrayBuffer()
    const values = new Int16Array(file.slice(source.dataOffset))
    const made = source.speed ?? 100
    let index = 0
    for (let at = 0; at < eventLength && start + at < length; at++) {
      while ((levels[index + 1]?.at ?? Infinity) <= at)
        index++
      const [before, next] = [levels[index], levels[index + 1]]
      const amplitude = before && next
        ? before.amplitude + (next.amplitude - before.amplitude) * (at - before.at) / (next.at - before.at)
        : before?.amplitude ?? 0
      const place = clip.in * 100 / made + at * clip.speed / made
      const [whole, part] = [Math.floor(place), place % 1]
      for (const channel of [0, 1]) {
        const [here, after] = [values[whole * 2 + channel] ?? 0, values[whole * 2 + 2 + channel] ?? 0]
        const total = out[channel]
        if (total)
          total[start + at] = (total[start + at] ?? 0) + (here + (after - here) * part) / 32768 * amplitude
      }
    }
  }
  return out
}

/** Signal to noise in decibels of what is played against the plain sum, from one second to another. */
async function soundMatch(
  document: SequenceDocument,
  span: { from: number, until: number, change?: OfflineChange },
): Promise<number> {
  const rate = 48_000
  const [from, until] = [Math.round(span.from * rate), Math.round(span.until * rate)]
  const played = await playOffline(document, span.until + 0.2, span.change)
  const wanted = await mix(soundEvents(span.change?.document ?? document), until)
  let [signal, noise] = [0, 0]
  for (const channel of [0, 1]) {
    for (let index = from; index < until; index++) {
      const right = wanted[channel]?.[index] ?? 0
      signal += right ** 2
      noise += (right - (played[channel]?.[index] ?? 0)) ** 2
    }
  }
  return signal === 0 ? (noise === 0 ? Infinity : -Infinity) : 10 * Math.log10(signal / Math.max(noise, 1e-30))
}

async function seekMs(frames: readonly number[]): Promise<number[]> {
  const times: number[] = []
  for (const frame of frames) {
    const from = performance.now()
    preview?.seek(frame)
    await preview?.settled()
    times.push(performance.now() - from)
  }
  return times
}

/** From an edge that has moved to its exact picture, with the edge of each clip on a canvas of its own. */
async function trimMs(clips: readonly PictureClip[], ways: readonly (readonly number[])[]): Promise<number[]> {
  const canvases = clips.map(() => Object.assign(document.createElement('canvas'), { width: 960, height: 540 }))
  const from = { rate: { numerator: 30, denominator: 1 }, background: '#000000' }
  const times: number[] = []
  for (const way of ways) {
    const began = performance.now()
    preview?.look(clips.map((clip, at) => ({ canvas: canvases[at]!, clip, into: way[at] ?? 0 })), from)
    await preview?.looked()
    times.push(performance.now() - began)
    // The next move of a pointer comes no sooner.
    await new Promise(resolve => setTimeout(resolve, 16))
  }
  preview?.look([], from)
  return times
}

/** What a scope of each of these frames takes of the page. */
async function scopesMs(frames: readonly number[]): Promise<number[]> {
  const times: number[] = []
  for (const name of scopeNames) {
    let onSummary = (): void => {}
    const scopes = createScopes({ of: canvas, canvas: document.createElement('canvas'), name, onSummary: () => onSummary() })
    for (const frame of frames) {
      preview?.seek(frame)
      await preview?.settled()
      const drawn = new Promise<void>(resolve => onSummary = resolve)
      scopes.take()
      times.push(scopes.tookMs)
      await drawn
    }
    scopes.close()
  }
  return times
}

async function lookAt(frames: readonly number[]): Promise<Look[]> {
  const looks: Look[] = []
  for (const frame of frames) {
    preview?.seek(frame)
    await preview?.settled()
    looks.push(look())
  }
  return looks
}

export const lab = {
  canvas,
  contexts,
  counts,
  open,
  openWith,
  openWithWords,
  pixelsAt,
  soundOf,
  look,
  watch,
  lookAt,
  seekMs,
  trimMs,
  scopesMs,
  soundMatch,
  use: (next: Sources): void => void (sources = next),
  get preview() {
    if (!preview)
      throw new Error('Nothing was opened')
    return preview
  },
}

Object.assign(globalThis, { lab })
