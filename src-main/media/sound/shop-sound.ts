/** Measures sound as audiobook shops do, finds where a chapter is heard, and draws the room tone between. */
import type { ShopMeasures } from '#rules/deliver/shop.ts'
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import { open } from 'node:fs/promises'
import { fileInput } from '../ffmpeg/ffmpeg-input.ts'
import { openWavWriter, readWavLayout } from '../wav.ts'
import { mixSampleRate } from './decode.ts'
import { readStereo } from './samples.ts'

const toDb = (power: number): number | null => power > 0 ? 10 * Math.log10(power) : null

/** Of the files that shops take. */
const rate = 44_100
/** Windows of the noise floor begin ten times a second and last half a one. */
const steps = 10
const stepsOfWindow = 5

/** Of an encoded file with so many channels, all of which count alike. The floor is that between `head` and `tail`, in seconds, where the room tone is not alone. */
export async function measureForShop(
  path: string,
  { ffmpeg, signal, head, tail, channels }: {
    readonly ffmpeg: Ffmpeg
    readonly signal?: AbortSignal
    readonly head: number
    readonly tail: number
    readonly channels: 1 | 2
  },
): Promise<ShopMeasures> {
  const stepSamples = rate / steps * channels
  let rest = Buffer.alloc(0)
  let [sum, count, peak, inStep, ofStep] = [0, 0, 0, 0, 0]
  const powers: number[] = []
  const onStdout = (chunk: Buffer): void => {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    const whole = bytes.length - bytes.length % 4
    // A copy begins where floats may.
    for (const sample of new Float32Array(Uint8Array.from(bytes.subarray(0, whole)).buffer)) {
      const power = sample * sample
      sum += power
      ofStep += power
      count++
      if (power > peak)
        peak = power
      if (++inStep === stepSamples) {
        powers.push(ofStep / stepSamples)
        ;[inStep, ofStep] = [0, 0]
      }
    }
    rest = Buffer.from(bytes.subarray(whole))
  }
  const raw = ['-map', '0:a:0', '-ac', String(channels), '-ar', String(rate), '-f', 'f32le', '-']
  await ffmpeg.run([...await fileInput(path), ...raw], { onStdout, ...signal && { signal } })
  const inside = powers.slice(Math.ceil(head * steps), Math.max(0, powers.length - Math.ceil(tail * steps)))
  const windows = inside.slice(stepsOfWindow - 1).map((_, at) =>
    inside.slice(at, at + stepsOfWindow).reduce((total, power) => total + power, 0) / stepsOfWindow)
  const floor = windows.reduce((least, power) => Math.min(least, power), Infinity)
  return { rmsDb: toDb(sum / Math.max(1, count)), peakDb: toDb(peak), floorDb: Number.isFinite(floor) ? toDb(floor) : null }
}

/** A part of a mix in which something is heard, and its power. */
export interface HeardPart { readonly from: number, readonly length: number, readonly power: number }

/** −60 dB: quieter than that is a pause, which the room tone fills. */
const heardFrom = 0.001
/** Kept before the first and after the last sound, so that no breath is cut: a fiftieth of a second. */
const margin = mixSampleRate / 50

/** Between these samples of `mix.wav`, without the silence at both ends; all of it where nothing is heard. */
export async function heardPart(
  path: string,
  { from, length }: { readonly from: number, readonly length: number },
  signal?: AbortSignal,
): Promise<HeardPart> {
  const layout = await readWavLayout(path)
  const file = await open(path)
  let [first, last, sum] = [-1, -1, 0]
  try {
    for (let at = 0; at < length; at += mixSampleRate * 4) {
      signal?.throwIfAborted()
      const samples = await readStereo(file, layout, { first: from + at, count: Math.min(mixSampleRate * 4, length - at) })
      for (let index = 0; index < samples.length; index += 2) {
        const mono = ((samples[index] ?? 0) + (samples[index + 1] ?? 0)) / 2
        sum += mono * mono
        if (Math.abs(mono) >= heardFrom) {
          last = at + index / 2
          first = first < 0 ? last : first
        }
      }
    }
  }
  finally {
    await file.close()
  }
  const start = first < 0 ? 0 : Math.max(0, first - margin)
  const end = first < 0 ? length : Math.min(length, last + margin)
  return { from: from + start, length: Math.max(1, end - start), power: sum / Math.max(1, end - start) }
}

const toneSeconds = 10
/** Decibels RMS: under every limit, over digital silence, which shops take for an error. */
const toneDb = -70

/** Ten seconds of a soft hiss like that of a quiet room, the same each time; it continues from its end to its beginning without a step. */
export async function writeRoomTone(path: string): Promise<void> {
  const length = toneSeconds * mixSampleRate
  const samples = new Float32Array(length)
  let [seed, low] = [0x2545F491, 0]
  // Once around first, so that the end leads into the beginning.
  const white = Float32Array.from({ length }, () => {
    seed = Math.imul(seed ^ seed >>> 15, 0x2C1B3C6D) + 0x6D2B79F5 | 0
    return (seed >>> 8) / 2 ** 24 * 2 - 1
  })
  let power = 0
  for (let at = -length; at < length; at++) {
    low += 0.15 * ((white[(at + length) % length] ?? 0) - low)
    if (at >= 0) {
      samples[at] = low
      power += low * low
    }
  }
  const gain = 10 ** (toneDb / 20) / Math.sqrt(power / length)
  for (let at = 0; at < length; at++)
    samples[at] = (samples[at] ?? 0) * gain
  const writer = await openWavWriter(path, { encoding: 'float', sampleRate: mixSampleRate, channels: 1, bitsPerSample: 32 })
  try {
    await writer.write(new Uint8Array(samples.buffer))
  }
  finally {
    await writer.close()
  }
}
