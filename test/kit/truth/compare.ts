/** How alike two pictures and two sounds are. */
import type { Raster } from '../drawn-frames.ts'
import { ssim } from '../drawn-frames.ts'

const columns = 8
const rows = 6

export interface Likeness {
  /** Structural similarity of the whole, 1 is the same. */
  readonly whole: number
  /** Of the part of the picture that is least alike. */
  readonly part: number
  /** The largest difference of the mean colours of such a part, of 255. */
  readonly colour: number
}

export function likeness(one: Raster, other: Raster): Likeness {
  const parts = Array.from({ length: columns * rows }, (_, at) => [partOf(one, at), partOf(other, at)] as const)
  return {
    whole: ssim(one, other),
    part: Math.min(...parts.map(([a, b]) => ssim(a, b))),
    colour: Math.max(...parts.flatMap(([a, b]) => [0, 1, 2].map(channel => Math.abs(meanOf(a, channel) - meanOf(b, channel))))),
  }
}

function partOf({ width, height, pixels }: Raster, at: number): Raster {
  const [wide, high] = [Math.floor(width / columns), Math.floor(height / rows)]
  const [left, top] = [at % columns * wide, Math.floor(at / columns) * high]
  const part = new Uint8Array(wide * high * 3)
  for (let row = 0; row < high; row++) {
    const from = ((top + row) * width + left) * 3
    part.set(pixels.subarray(from, from + wide * 3), row * wide * 3)
  }
  return { width: wide, height: high, pixels: part }
}

function meanOf({ pixels }: Raster, channel: number): number {
  let sum = 0
  for (let at = channel; at < pixels.length; at += 3)
    sum += pixels[at] ?? 0
  return sum / (pixels.length / 3)
}

/** Signal to noise in decibels; infinite where both are the same. */
export function signalToNoise(wanted: Float32Array, heard: Float32Array): number {
  let [signal, noise] = [0, 0]
  wanted.forEach((value, at) => {
    signal += value ** 2
    noise += (value - (heard[at] ?? 0)) ** 2
  })
  return noise === 0 ? Infinity : 10 * Math.log10(signal / noise)
}

/** Decibels of each quarter of a second, of samples in turn left and right. */
export function levelsOf(samples: Float32Array): number[] {
  const window = 24_000
  return Array.from({ length: Math.floor(samples.length / window) }, (_, at) => {
    const part = samples.subarray(at * window, (at + 1) * window)
    return 10 * Math.log10(part.reduce((sum, value) => sum + value ** 2, 0) / window + 1e-9)
  })
}
