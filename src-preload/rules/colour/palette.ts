/** The colours of some pictures, and how much of them each one fills: a few hundred stand for all pixels. */
import type { Lab } from './oklab.ts'
import type { Rgb } from './rgb.ts'
import { oklabOf } from './oklab.ts'

interface Patch { readonly colour: Rgb, readonly share: number }
/** The shares are 1 together. Empty where nothing was seen. */
export type Palette = readonly Patch[]

/** Of each channel. Colours of one cell are their mean. */
const cells = 12
/** Of eight bits: what is clearer than this is not seen. */
const leastAlpha = 128

/** Of straight RGBA. */
export function paletteOf(pixels: Uint8ClampedArray): Palette {
  const sums = new Map<number, [red: number, green: number, blue: number, count: number]>()
  let seen = 0
  for (let at = 0; at < pixels.length; at += 4) {
    if (pixels[at + 3]! < leastAlpha)
      continue
    const [red, green, blue] = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!]
    const cell = (value: number): number => Math.floor(value * cells / 256)
    const key = (cell(red) * cells + cell(green)) * cells + cell(blue)
    const sum = sums.get(key) ?? [0, 0, 0, 0]
    sums.set(key, [sum[0] + red, sum[1] + green, sum[2] + blue, sum[3] + 1])
    seen++
  }
  return [...sums.values()].map(([red, green, blue, count]) =>
    ({ colour: [red / count / 255, green / count / 255, blue / count / 255], share: count / seen }))
}

/** How a picture looks: its mean colour, how far colours are from it, and the means of what is dark, between and bright. */
export interface Manner {
  readonly mean: Lab
  readonly deviation: Lab
  readonly thirds: readonly [dark: Lab, middle: Lab, bright: Lab]
}

/** Of a palette with a grade. Null where it is empty. */
export function mannerOf(palette: Palette, graded: (colour: Rgb) => Rgb): Manner | null {
  const all = palette.map(({ colour, share }) => ({ lab: oklabOf(graded(colour)), share })).sort((a, b) => a.lab[0] - b.lab[0])
  if (all.length === 0)
    return null
  const mean: [number, number, number] = [0, 0, 0]
  const square: [number, number, number] = [0, 0, 0]
  const thirds: [number, number, number][] = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]
  let from = 0
  for (const { lab, share } of all) {
    for (const channel of [0, 1, 2] as const) {
      mean[channel] += share * lab[channel]
      square[channel] += share * lab[channel] ** 2
    }
    // A colour across a border is partly in both: nothing jumps when it moves.
    for (const [at, third] of thirds.entries()) {
      const inside = Math.min(from + share, (at + 1) / 3) - Math.max(from, at / 3)
      if (inside <= 0)
        continue
      for (const channel of [0, 1, 2] as const)
        third[channel] += 3 * inside * lab[channel]
    }
    from += share
  }
  const deviation = (channel: 0 | 1 | 2): number => Math.sqrt(Math.max(0, square[channel] - mean[channel] ** 2))
  return { mean, deviation: [deviation(0), deviation(1), deviation(2)], thirds: [thirds[0]!, thirds[1]!, thirds[2]!] }
}
