/** Draws frames by the words of the sequence document alone, pixel by pixel, and compares them with what a render shows. */
import type { Look } from '#contract/sequence-document.ts'
import type { Ffmpeg } from '../../src-main/media/ffmpeg/ffmpeg.ts'

/** RGB, three bytes a pixel. */
export interface Raster { readonly width: number, readonly height: number, readonly pixels: Uint8Array }

export function rasterOf(width: number, height: number, colourAt: (x: number, y: number) => readonly [number, number, number]): Raster {
  const pixels = new Uint8Array(width * height * 3)
  for (let at = 0; at < width * height; at++)
    pixels.set(colourAt(at % width, Math.floor(at / width)), at * 3)
  return { width, height, pixels }
}

/** Squares of different colours with a frame around: every shift, turn and mirroring of it can be seen. */
export function grid(width: number, height: number, cell = 16): Raster {
  return rasterOf(width, height, (x, y) => {
    const [column, row] = [Math.floor(x / cell), Math.floor(y / cell)]
    const isEdge = x < 3 || y < 3 || x >= width - 3 || y >= height - 3
    return isEdge ? [255, 255, 255] : [(column * 53 + 40) % 256, (row * 71 + 60) % 256, (column + row) % 2 === 0 ? 60 : 190]
  })
}

export interface Shown {
  readonly raster: Raster
  readonly look: Look
  /** What the test knows it must be at the frame. */
  readonly at?: { readonly x: number, readonly y: number, readonly scale: number }
  readonly opacity?: number
}

const samples = 2

/** Layers over a colour, lowest first. Each pixel is the mean of four places in it. */
export function drawn(width: number, height: number, background: readonly [number, number, number], layers: readonly Shown[]): Raster {
  const pixels = new Uint8Array(width * height * 3)
  for (let at = 0; at < width * height; at++) {
    const sum = [0, 0, 0]
    for (let sample = 0; sample < samples ** 2; sample++) {
      const x = at % width + (sample % samples + 0.5) / samples
      const y = Math.floor(at / width) + (Math.floor(sample / samples) + 0.5) / samples
      const colour = layers.reduce((below, layer) => over(below, layer, { x, y, width, height }), [...background])
      colour.forEach((value, channel) => sum[channel]! += value)
    }
    pixels.set(sum.map(value => Math.round(value / samples ** 2)), at * 3)
  }
  return { width, height, pixels }
}

interface Spot { readonly x: number, readonly y: number, readonly width: number, readonly height: number }

function over(below: number[], { raster, look, at = look, opacity = look.opacity }: Shown, place: Spot): number[] {
  const fit = [place.width / raster.width, place.height / raster.height]
  const size = (look.fit === 'contain' ? Math.min(...fit) : Math.max(...fit)) * at.scale
  const [across, down] = [place.x - place.width * (0.5 + at.x), place.y - place.height * (0.5 + at.y)]
  const angle = look.rotation * Math.PI / 180
  const u = (Math.cos(angle) * across + Math.sin(angle) * down) / size / raster.width + 0.5
  const v = (Math.cos(angle) * down - Math.sin(angle) * across) / size / raster.height + 0.5
  const { left, top, right, bottom } = look.crop
  if (u < left || v < top || u >= 1 - right || v >= 1 - bottom)
    return below
  const [column, row] = [u * raster.width - 0.5, v * raster.height - 0.5]
  // Only an enlarged picture shows what is between its pixels.
  const colour = size > 1 ? between(raster, column, row) : between(raster, Math.round(column), Math.round(row))
  return below.map((value, channel) => value + ((colour[channel] ?? 0) - value) * opacity)
}

/** On straight lines between the middles of pixels. */
function between({ width, height, pixels }: Raster, x: number, y: number): number[] {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const pixel = (column: number, row: number, channel: number): number =>
    pixels[(Math.min(height - 1, Math.max(0, row)) * width + Math.min(width - 1, Math.max(0, column))) * 3 + channel] ?? 0
  return [0, 1, 2].map((channel) => {
    const mixed = (row: number): number => pixel(left, row, channel) * (1 - x + left) + pixel(left + 1, row, channel) * (x - left)
    return mixed(top) * (1 - y + top) + mixed(top + 1) * (y - top)
  })
}

export async function shownFrames(ffmpeg: Ffmpeg, path: string, { width, height }: { width: number, height: number }): Promise<Raster[]> {
  const { stdout } = await ffmpeg.run([
    ...['-i', path, '-map', '0:v:0', '-vf', 'scale=in_color_matrix=bt709', '-pix_fmt', 'rgb24'],
    ...['-fps_mode', 'passthrough', '-f', 'rawvideo', '-'],
  ])
  const size = width * height * 3
  const frame = (at: number): Raster => ({ width, height, pixels: stdout.subarray(at * size, (at + 1) * size) })
  return Array.from({ length: stdout.length / size }, (_, at) => frame(at))
}

/** Structural similarity of brightness in windows of 8 × 8, as the mean of all; 1 is the same. */
export function ssim(one: Raster, other: Raster): number {
  const [a, b] = [greyOf(one), greyOf(other)]
  const found: number[] = []
  for (let y = 0; y + 8 <= one.height; y += 4) {
    for (let x = 0; x + 8 <= one.width; x += 4)
      found.push(windowOf(a, b, y * one.width + x, one.width))
  }
  return found.reduce((sum, value) => sum + value, 0) / found.length
}

function windowOf(a: Float64Array, b: Float64Array, from: number, stride: number): number {
  let [sumA, sumB, squareA, squareB, both] = [0, 0, 0, 0, 0]
  for (let at = 0; at < 64; at++) {
    const [left, right] = [a[from + Math.floor(at / 8) * stride + at % 8] ?? 0, b[from + Math.floor(at / 8) * stride + at % 8] ?? 0]
    sumA += left
    sumB += right
    squareA += left * left
    squareB += right * right
    both += left * right
  }
  const [meanA, meanB] = [sumA / 64, sumB / 64]
  const [varianceA, varianceB, shared] = [squareA / 64 - meanA ** 2, squareB / 64 - meanB ** 2, both / 64 - meanA * meanB]
  const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2]
  return (2 * meanA * meanB + c1) * (2 * shared + c2) / ((meanA ** 2 + meanB ** 2 + c1) * (varianceA + varianceB + c2))
}

function greyOf({ pixels }: Raster): Float64Array {
  return Float64Array.from({ length: pixels.length / 3 }, (_, at) =>
    0.2126 * (pixels[at * 3] ?? 0) + 0.7152 * (pixels[at * 3 + 1] ?? 0) + 0.0722 * (pixels[at * 3 + 2] ?? 0))
}

/** The largest difference of the mean colours of squares of this side. */
export function farthest(one: Raster, other: Raster, side = 8): number {
  let far = 0
  for (let y = 0; y + side <= one.height; y += side) {
    for (let x = 0; x + side <= one.width; x += side) {
      for (let channel = 0; channel < 3; channel++)
        far = Math.max(far, Math.abs(meanOf(one, { x, y, side, channel }) - meanOf(other, { x, y, side, channel })))
    }
  }
  return far
}

function meanOf({ width, pixels }: Raster, { x, y, side, channel }: { x: number, y: number, side: number, channel: number }): number {
  let sum = 0
  for (let at = 0; at < side ** 2; at++)
    sum += pixels[((y + Math.floor(at / side)) * width + x + at % side) * 3 + channel] ?? 0
  return sum / side ** 2
}
