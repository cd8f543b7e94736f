/** Blurs a picture for the backdrop of a clip, in few pixels and by the arithmetic of the render. */
import type { Backdrop } from '#contract/backdrop.ts'
import type { Size } from '#rules/sequence/placement.ts'
import { backdropSize, blurPixels } from '#rules/sequence/backdrop.ts'

interface Blurred { readonly image: CanvasImageSource, readonly size: Size }

/** By its size; what was blurred before is drawn before the next one comes. */
let small: OffscreenCanvasRenderingContext2D | null = null

/** `picture` is the size of the original, whose shape it has. */
export function blurred(image: CanvasImageSource, picture: Size, backdrop: Backdrop): Blurred {
  const size = backdropSize(picture)
  const { width, height } = size
  if (small?.canvas.width !== width || small.canvas.height !== height)
    small = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!small)
    throw new Error('The canvas has no 2D context')
  // What one can see through is over black.
  small.fillStyle = '#000000'
  small.fillRect(0, 0, width, height)
  small.imageSmoothingQuality = 'high'
  small.drawImage(image, 0, 0, width, height)
  const pixels = small.getImageData(0, 0, width, height)
  blurPixels(pixels.data, size, backdrop)
  small.putImageData(pixels, 0, 0)
  return { image: small.canvas, size }
}
