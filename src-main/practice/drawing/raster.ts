/** An image as bytes: red, green, blue for each pixel, row by row. */

export interface Raster {
  readonly width: number
  readonly height: number
  readonly rgb: Buffer
}

export type Colour = readonly [red: number, green: number, blue: number]

export function createRaster(width: number, height: number): Raster {
  return { width, height, rgb: Buffer.alloc(width * height * 3) }
}

/** Blends a colour into a pixel: `amount` 0 leaves it as it is, 1 replaces it. Ignores pixels outside the image. */
export function tint({ width, height, rgb }: Raster, x: number, y: number, [red, green, blue]: Colour, amount: number): void {
  if (x < 0 || y < 0 || x >= width || y >= height)
    return
  const at = (y * width + x) * 3
  rgb[at] = (rgb[at] ?? 0) + (red - (rgb[at] ?? 0)) * amount
  rgb[at + 1] = (rgb[at + 1] ?? 0) + (green - (rgb[at + 1] ?? 0)) * amount
  rgb[at + 2] = (rgb[at + 2] ?? 0) + (blue - (rgb[at + 2] ?? 0)) * amount
}

export function mix(from: Colour, to: Colour, amount: number): Colour {
  return [from[0] + (to[0] - from[0]) * amount, from[1] + (to[1] - from[1]) * amount, from[2] + (to[2] - from[2]) * amount]
}

/** Reads the P6 format that ffmpeg's `ppm` encoder writes. */
export function decodePpm(bytes: Buffer): Raster {
  const head = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.toString('latin1', 0, 64))
  const [width, height] = [Number(head?.[1]), Number(head?.[2])]
  const start = head?.[0].length ?? 0
  if (!head || bytes.length < start + width * height * 3)
    throw new Error('Not a complete PPM image')
  return { width, height, rgb: Buffer.from(bytes.subarray(start, start + width * height * 3)) }
}

export function encodePpm({ width, height, rgb }: Raster): Buffer {
  return Buffer.concat([Buffer.from(`P6\n${width} ${height}\n255\n`), rgb])
}
