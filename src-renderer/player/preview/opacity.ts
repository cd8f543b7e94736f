/** Puts the pictures of a film that one can see through together: it has its colours over black, and below them in grey how opaque they are. */
import type { Size } from '#rules/sequence/placement.ts'
import type { Reader } from './reader.ts'

/** `size` is that of the picture: half as high as what the reader gives. */
export function createClearReader(reader: Reader, size: Size): Reader {
  const whole = drawingOf({ width: size.width, height: size.height * 2 })
  const clear = drawingOf(size)
  /** Several pictures come on one canvas, one after another. */
  let shown: { readonly image: CanvasImageSource, readonly seconds: number | undefined } | null = null

  function putTogether(image: CanvasImageSource): void {
    const { width, height } = size
    whole.drawImage(image, 0, 0, width, height * 2)
    const pixels = whole.getImageData(0, 0, width, height * 2)
    joinOpacity(pixels.data)
    clear.putImageData(pixels, 0, 0, 0, 0, width, height)
  }

  return {
    at(seconds, pace) {
      const found = reader.at(seconds, pace)
      if (!found)
        return null
      if (shown === null || found.seconds === undefined || shown.image !== found.image || shown.seconds !== found.seconds) {
        putTogether(found.image)
        shown = { image: found.image, seconds: found.seconds }
      }
      return { ...found, image: clear.canvas }
    },
    get bytes() {
      return reader.bytes + size.width * size.height * 4 * 3
    },
    close: () => reader.close(),
  }
}

/** RGBA of both halves, the lower one in grey: the upper half becomes what one can see through. */
export function joinOpacity(pixels: Uint8ClampedArray): void {
  const half = pixels.length / 2
  for (let at = 0; at < half; at += 4) {
    const opacity = pixels[half + at + 1] ?? 0
    pixels[at + 3] = opacity
    if (opacity === 0 || opacity === 255)
      continue
    // They are over black: a canvas is given them as they are by themselves.
    const factor = 255 / opacity
    pixels[at] = (pixels[at] ?? 0) * factor
    pixels[at + 1] = (pixels[at + 1] ?? 0) * factor
    pixels[at + 2] = (pixels[at + 2] ?? 0) * factor
  }
}

function drawingOf({ width, height }: Size): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!context)
    throw new Error('The canvas has no 2D context')
  return context
}
