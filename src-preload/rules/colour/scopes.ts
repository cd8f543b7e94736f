/** What scopes show of a picture: how often each value is there, and where. Values are those of the stored picture, as BT.709 weighs them. */
import type { Rgb } from './rgb.ts'

export const scopeNames = ['waveform', 'parade', 'vectorscope', 'histogram'] as const
export type ScopeName = typeof scopeNames[number]

/** RGBA of eight bits. */
export interface ScopePicture { readonly pixels: Uint8ClampedArray, readonly width: number, readonly height: number }

/** Counts by rows from the top; a value of 255 is in the first row of a waveform. */
export interface Trace { readonly width: number, readonly height: number, readonly counts: Uint32Array }

const levels = 256
const [redShare, greenShare, blueShare] = [0.2126, 0.7152, 0.0722]
const lumaOf = (red: number, green: number, blue: number): number => redShare * red + greenShare * green + blueShare * blue

/** The brightness of each column, 0 to 255. */
export function waveformOf({ pixels, width, height }: ScopePicture): Trace {
  const counts = new Uint32Array(width * levels)
  for (let at = 0, pixel = 0; pixel < width * height; at += 4, pixel++) {
    const value = Math.round(lumaOf(pixels[at]!, pixels[at + 1]!, pixels[at + 2]!))
    counts[(levels - 1 - value) * width + pixel % width]!++
  }
  return { width, height: levels, counts }
}

/** Red, green and blue of each column, each as a trace. */
export function paradeOf({ pixels, width, height }: ScopePicture): readonly [Trace, Trace, Trace] {
  const traceOf = (channel: number): Trace => {
    const counts = new Uint32Array(width * levels)
    for (let at = channel, pixel = 0; pixel < width * height; at += 4, pixel++)
      counts[(levels - 1 - pixels[at]!) * width + pixel % width]!++
    return { width, height: levels, counts }
  }
  return [traceOf(0), traceOf(1), traceOf(2)]
}

/** The part of each channel in the whole picture: red, green, blue and brightness, by value. */
export function histogramOf({ pixels, width, height }: ScopePicture): readonly Uint32Array[] {
  const bins = [0, 1, 2, 3].map(() => new Uint32Array(levels))
  const [reds, greens, blues, lumas] = bins as [Uint32Array, Uint32Array, Uint32Array, Uint32Array]
  for (let at = 0; at < width * height * 4; at += 4) {
    const [red, green, blue] = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!]
    reds[red]!++
    greens[green]!++
    blues[blue]!++
    lumas[Math.round(lumaOf(red, green, blue))]!++
  }
  return bins
}

/** Where a colour is on a vectorscope, from its middle: blue is to the right, red is up, each to 0.5. */
export function chromaOf([red, green, blue]: Rgb): { readonly x: number, readonly y: number } {
  const luma = lumaOf(red, green, blue)
  return { x: (blue - luma) / (2 * (1 - blueShare)), y: (red - luma) / (2 * (1 - redShare)) }
}

/** Which colours there are, whatever their brightness: a square of as many rows as columns. */
export function vectorscopeOf({ pixels, width, height }: ScopePicture): Trace {
  const counts = new Uint32Array(levels * levels)
  const most = levels - 1
  for (let at = 0; at < width * height * 4; at += 4) {
    const [red, green, blue] = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!]
    const luma = lumaOf(red, green, blue)
    const x = Math.round(most / 2 + (blue - luma) / (2 * (1 - blueShare)))
    const y = Math.round(most / 2 - (red - luma) / (2 * (1 - redShare)))
    counts[Math.max(0, Math.min(most, y)) * levels + Math.max(0, Math.min(most, x))]!++
  }
  return { width: levels, height: levels, counts }
}

/** In shares of 1: how dark the darkest and how bright the brightest hundredth is, how bright all of it is, and how colourful. */
export interface Summary { readonly dark: number, readonly mean: number, readonly bright: number, readonly colourful: number }

export function summaryOf(picture: ScopePicture): Summary {
  const { pixels, width, height } = picture
  const lumas = histogramOf(picture)[3]!
  const total = width * height
  const valueAt = (share: number): number => {
    let seen = 0
    const found = lumas.findIndex((count) => {
      seen += count
      return seen > share * total
    })
    return Math.max(0, found) / (levels - 1)
  }
  let [mean, colourful] = [0, 0]
  for (let at = 0; at < total * 4; at += 4) {
    const [red, green, blue] = [pixels[at]! / 255, pixels[at + 1]! / 255, pixels[at + 2]! / 255]
    const { x, y } = chromaOf([red, green, blue])
    mean += lumaOf(red, green, blue)
    colourful += Math.hypot(x, y)
  }
  return { dark: valueAt(0.01), mean: mean / total, bright: valueAt(0.99), colourful: colourful / total }
}
