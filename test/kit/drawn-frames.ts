/** Draws frames by the words of the sequence document alone, pixel by pixel, and compares them with what a render shows. */
import type { Look } from '#contract/sequence-document.ts'

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
  const paints = layers.map(layer => painterOf(layer, width, height))
  const sum = new Float64Array(3)
  const colour = new Float64Array(3)
  for (let at = 0; at < width * height; at++) {
    sum.fill(0)
    for (let sample = 0; sample < samples ** 2; sample++) {
      const x = at % width + (sample % samples + 0.5) / samples
      const y = Math.floor(at / width) + (Math.floor(sample / samples) + 0.5) / samples
      colour.set(background)
      for (const paint of paints)
        paint(colour, x, y)
      for (let channel = 0; channel < 3; channel++)
        sum[channel]! += colour[channel]!
    }
    for (let channel = 0; channel < 3; channel++)
      pixels[at * 3 + channel] = Math.round(sum[channel]! / samples ** 2)
  }
  return { width, height, pixels }
}

/** Changes the colour of a place into what is seen there with this layer over it: for millions of places, so it makes no objects. */
type Painter = (colour: Float64Array, x: number, y: number) => void

function painterOf({ raster, look, at = look, opacity = look.opacity }: Shown, width: number, height: number): Painter {
  const fit = [width / raster.width, height / raster.height]
  const size = (look.fit === 'contain' ? Math.min(...fit) : Math.max(...fit)) * at.scale
  const [middleX, middleY] = [width * (0.5 + at.x), height * (0.5 + at.y)]
  const angle = look.rotation * Math.PI / 180
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)]
  const { left, top, right, bottom } = look.crop
  return (colour, x, y) => {
    const across = x - middleX
    const down = y - middleY
    const u = (cosine * across + sine * down) / size / raster.width + 0.5
    const v = (cosine * down - sine * across) / size / raster.height + 0.5
    if (u < left || v < top || u >= 1 - right || v >= 1 - bottom)
      return
    const column = u * raster.width - 0.5
    const row = v * raster.height - 0.5
    // Only an enlarged picture shows what is between its pixels.
    const isLarger = size > 1
    for (let channel = 0; channel < 3; channel++) {
      const value = isLarger ? between(raster, column, row, channel) : pixelOf(raster, Math.round(column), Math.round(row), channel)
      colour[channel]! += (value - colour[channel]!) * opacity
    }
  }
}

/** On straight lines between the middles of pixels. */
function between(raster: Raster, x: number, y: number, channel: number): number {
  const left = Math.floor(x)
  const top = Math.floor(y)
  const mixed = (row: number): number =>
    pixelOf(raster, left, row, channel) * (1 - x + left) + pixelOf(raster, left + 1, row, channel) * (x - left)
  return mixed(top) * (1 - y + top) + mixed(top + 1) * (y - top)
}

/** Outside of the picture, of the nearest pixel in it. */
function pixelOf({ width, height, pixels }: Raster, column: number, row: number, channel: number): number {
  const x = Math.min(width - 1, Math.max(0, column))
  const y = Math.min(height - 1, Math.max(0, row))
  return pixels[(y * width + x) * 3 + channel] ?? 0
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
  for (let row = from; row < from + 8 * stride; row += stride) {
    for (let at = row; at < row + 8; at++) {
      const left = a[at] ?? 0
      const right = b[at] ?? 0
      sumA += left
      sumB += right
      squareA += left * left
      squareB += right * right
      both += left * right
    }
  }
  const [meanA, meanB] = [sumA / 64, sumB / 64]
  const [varianceA, varianceB, shared] = [squareA / 64 - meanA ** 2, squareB / 64 - meanB ** 2, both / 64 - meanA * meanB]
  const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2]
  return (2 * meanA * meanB + c1) * (2 * shared + c2) / ((meanA ** 2 + meanB ** 2 + c1) * (varianceA + varianceB + c2))
}

function greyOf({ pixels }: Raster): Float64Array {
  const grey = new Float64Array(pixels.length / 3)
  for (let at = 0; at < grey.length; at++)
    grey[at] = 0.2126 * (pixels[at * 3] ?? 0) + 0.7152 * (pixels[at * 3 + 1] ?? 0) + 0.0722 * (pixels[at * 3 + 2] ?? 0)
  return grey
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
