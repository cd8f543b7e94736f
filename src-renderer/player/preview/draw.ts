/** Draws the layers of one frame onto a canvas. */
import type { PictureClip } from '#contract/sequence-document.ts'
import type { Size } from '#rules/sequence/placement.ts'
import type { Placed } from '#rules/sequence/resolve.ts'
import type { Grader } from './grader.ts'
import { partLeft, placementOf } from '#rules/sequence/placement.ts'

export interface DrawnLayer {
  readonly clip: PictureClip
  readonly placed: Placed
  readonly image: CanvasImageSource
  /** Of the image as it is given, in its own pixels. */
  readonly imageSize: Size
  /** Whose shape the picture has. */
  readonly picture: Size
}

/** Captions and titles, as large as the frame. */
export interface DrawnWords { readonly words: CanvasImageSource }
export type Drawn = DrawnLayer | DrawnWords

/** How much of the sequence's size is drawn. */
export const qualities = { full: 1, half: 1 / 2, quarter: 1 / 4 } as const
export type Quality = keyof typeof qualities

/** Nothing larger is drawn: a screen shows no more of it. */
const longestSide = 1920

export function canvasSize({ width, height }: Size, quality: Quality): Size {
  const scale = Math.min(1, longestSide / Math.max(width, height)) * qualities[quality]
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

interface Ways { readonly background: string, readonly grader: Grader }

/** Lowest layer first. The whole canvas is covered. */
export function drawLayers(context: CanvasRenderingContext2D, layers: readonly Drawn[], { background, grader }: Ways): void {
  const { canvas } = context
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.globalAlpha = 1
  context.fillStyle = background
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'medium'
  for (const layer of layers) {
    if ('words' in layer) {
      context.setTransform(1, 0, 0, 1, 0, 0)
      context.globalAlpha = 1
      context.drawImage(layer.words, 0, 0, canvas.width, canvas.height)
      continue
    }
    const { clip, placed, image, imageSize, picture } = layer
    const part = partLeft(placed)
    if (placed.opacity <= 0 || part === null)
      continue
    const { x, y, width, height, rotation } = placementOf(clip.look, placed, picture, canvas)
    const turn = rotation * Math.PI / 180
    context.setTransform(Math.cos(turn), Math.sin(turn), -Math.sin(turn), Math.cos(turn), x, y)
    context.globalAlpha = Math.min(1, placed.opacity)
    const [left, top, across, down] = [part.left, part.top, part.right - part.left, part.bottom - part.top]
    context.drawImage(
      grader.graded(image, imageSize, clip.grade),
      left * imageSize.width,
      top * imageSize.height,
      across * imageSize.width,
      down * imageSize.height,
      (left - 0.5) * width,
      (top - 0.5) * height,
      across * width,
      down * height,
    )
  }
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.globalAlpha = 1
}

/** The pixels of an image, whatever it is. */
export function sizeOf(image: CanvasImageSource): Size {
  if (image instanceof HTMLVideoElement)
    return { width: image.videoWidth, height: image.videoHeight }
  return { width: lengthOf(image, 'width'), height: lengthOf(image, 'height') }
}

function lengthOf(image: CanvasImageSource, side: 'width' | 'height'): number {
  const value: unknown = Reflect.get(image, side)
  return typeof value === 'number' ? value : 0
}
