/** Draws the layers of one frame onto a canvas. */
import type { Shade } from '#rules/sequence/graded.ts'
import type { GroupEdge } from '#rules/sequence/nested/nest.ts'
import type { Size } from '#rules/sequence/placement.ts'
import type { Placed, ShownClip } from '#rules/sequence/resolve.ts'
import type { Edge, Veil } from '#rules/sequence/transitions.ts'
import type { Context } from './draw-group.ts'
import type { Grader } from './grader.ts'
import { partLeft, placementOf } from '#rules/sequence/placement.ts'
import { isAcross } from '#rules/sequence/transitions.ts'
import { blurred } from './blur.ts'
import { clearCanvas, holdBelow, mix, mixWithHeld } from './draw-group.ts'

export interface DrawnLayer {
  readonly clip: ShownClip
  readonly placed: Placed
  readonly shade: Shade | null
  readonly image: CanvasImageSource
  /** Of the image as it is given, in its own pixels. */
  readonly imageSize: Size
  /** Whose shape the picture has. */
  readonly picture: Size
}

/** Captions and titles, as large as the frame. */
export interface DrawnWords { readonly words: CanvasImageSource }
/** A colour over all that is below. */
export interface DrawnVeil { readonly veil: Veil }
/** Changes the colours of all that is below. */
export interface DrawnAdjustment { readonly adjusts: Shade, readonly opacity: number }
/** What is drawn between both is a group, as opaque as its end says. */
export interface DrawnEdge { readonly group: GroupEdge, readonly opacity: number }
/** What follows is drawn on a canvas of its own: of so many times the width and height of the frame, or as large as what it is drawn on. */
export interface DrawnCanvas { readonly canvas: 'begins', readonly size?: Size | undefined }
/** That canvas is a picture. */
export interface DrawnApart extends Pick<DrawnLayer, 'clip' | 'placed' | 'shade'> {
  readonly canvas: 'ends'
  /** It is over its own blurred copy. */
  readonly behind?: Pick<DrawnLayer, 'clip' | 'placed'>
}
export type Drawn = DrawnLayer | DrawnWords | DrawnVeil | DrawnAdjustment | DrawnEdge | DrawnCanvas | DrawnApart

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
export function drawLayers(screen: CanvasRenderingContext2D, layers: readonly Drawn[], { background, grader }: Ways): void {
  cover(screen, { colour: background, opacity: 1 })
  screen.imageSmoothingQuality = 'medium'
  const canvases: Context[] = [screen]
  let depth = 0
  for (const layer of layers) {
    const context = canvases.at(-1)!
    if ('canvas' in layer && layer.canvas === 'begins') {
      canvases.push(clearCanvas(layer.size ? pixelsOf(layer.size, screen.canvas) : context.canvas, canvases.length))
    }
    else if ('canvas' in layer) {
      canvases.pop()
      if (layer.behind)
        drawPicture(canvases.at(-1)!, pictureOf({ ...layer, ...layer.behind }, context), grader)
      drawPicture(canvases.at(-1)!, pictureOf(layer, context), grader)
    }
    else if ('group' in layer) {
      if (layer.group === 'begins')
        holdBelow(context, depth++)
      else
        mixWithHeld(context, --depth, layer.opacity)
    }
    else if ('veil' in layer) {
      cover(context, layer.veil)
    }
    else if ('adjusts' in layer) {
      adjust(context, layer, grader)
    }
    else if ('words' in layer) {
      drawWords(context, layer.words, screen.canvas)
    }
    else {
      drawPicture(context, layer, grader)
    }
  }
  screen.setTransform(1, 0, 0, 1, 0, 0)
  screen.globalAlpha = 1
}

function pixelsOf(share: Size, screen: Size): Size {
  const [width, height] = [share.width * screen.width, share.height * screen.height]
  const scale = Math.min(1, longestSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** As large as the screen: those of a canvas of another shape are in the part of them that has its shape. */
function drawWords(context: Context, words: CanvasImageSource, screen: Size): void {
  const { width, height } = context.canvas
  const scale = Math.min(screen.width / width, screen.height / height)
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.globalAlpha = 1
  context.drawImage(words, 0, 0, width * scale, height * scale, 0, 0, width, height)
}

function pictureOf({ clip, placed, shade }: DrawnApart, { canvas }: Context): DrawnLayer {
  const size = { width: canvas.width, height: canvas.height }
  return { clip, placed, shade, image: canvas, imageSize: size, picture: size }
}

function drawPicture(context: Context, layer: DrawnLayer, grader: Grader): void {
  const { edge } = layer.placed
  if (edge)
    drawWithin(context, layer, edge, grader)
  else
    drawLayer(context, layer, context.canvas, grader)
}

/** The canvas is one more picture, which is drawn over itself. */
function adjust(context: Context, { adjusts, opacity }: DrawnAdjustment, grader: Grader): void {
  const { canvas } = context
  const graded = grader.graded(canvas, { width: canvas.width, height: canvas.height }, adjusts)
  if (graded !== canvas)
    mix(context, graded, Math.min(1, opacity))
}

function cover(context: Context, { colour, opacity }: Veil): void {
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.globalAlpha = opacity
  context.fillStyle = colour
  context.fillRect(0, 0, context.canvas.width, context.canvas.height)
}

function drawLayer(context: Context, { clip, placed, shade, image, imageSize, picture }: DrawnLayer, frame: Size, grader: Grader): void {
  const part = partLeft(placed)
  if (placed.opacity <= 0 || part === null)
    return
  const graded = grader.graded(image, imageSize, shade)
  const backdrop = clip.isBehind && clip.backdrop ? blurred(graded, picture, clip.backdrop) : null
  const { x, y, width, height, rotation } = placementOf(clip.look, placed, backdrop?.size ?? picture, frame)
  const pixels = backdrop?.size ?? imageSize
  const turn = rotation * Math.PI / 180
  context.setTransform(Math.cos(turn), Math.sin(turn), -Math.sin(turn), Math.cos(turn), x, y)
  context.globalAlpha = Math.min(1, placed.opacity)
  const [left, top, across, down] = [part.left, part.top, part.right - part.left, part.bottom - part.top]
  context.drawImage(
    backdrop?.image ?? graded,
    left * pixels.width,
    top * pixels.height,
    across * pixels.width,
    down * pixels.height,
    (left - 0.5) * width,
    (top - 0.5) * height,
    across * width,
    down * height,
  )
}

/** By the size of the frame; what is wiped is drawn apart from what is below it. */
let apart: OffscreenCanvasRenderingContext2D | null = null

/** Only the part that the edge of a wipe leaves. */
function drawWithin(context: Context, layer: DrawnLayer, edge: Edge, grader: Grader): void {
  const { width, height } = context.canvas
  if (apart?.canvas.width !== width || apart.canvas.height !== height)
    apart = new OffscreenCanvas(width, height).getContext('2d')
  if (!apart)
    return
  apart.globalCompositeOperation = 'source-over'
  apart.setTransform(1, 0, 0, 1, 0, 0)
  apart.clearRect(0, 0, width, height)
  apart.imageSmoothingQuality = 'medium'
  drawLayer(apart, layer, { width, height }, grader)
  apart.setTransform(1, 0, 0, 1, 0, 0)
  apart.globalAlpha = 1
  apart.globalCompositeOperation = 'destination-in'
  apart.fillStyle = seenBy(apart, edge, { width, height })
  apart.fillRect(0, 0, width, height)
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.globalAlpha = 1
  context.drawImage(apart.canvas, 0, 0)
}

/** As `seenAt`. */
function seenBy(context: OffscreenCanvasRenderingContext2D, edge: Edge, { width, height }: Size): CanvasGradient {
  const { direction, full, softness, isLeaving } = edge
  const length = isAcross(edge) ? width : height
  const ramp = Math.max(softness, 1 / length)
  const [from, to] = isLeaving ? [full, full] : softness < 1 / length ? [full - ramp / 2, full + ramp / 2] : [full, full + ramp]
  const isBackwards = direction === 'left' || direction === 'up'
  const at = (way: number): [x: number, y: number] => {
    const place = length * (isBackwards ? 1 - way : way)
    return isAcross(edge) ? [place, 0] : [0, place]
  }
  // A gradient without a length draws nothing.
  const gradient = context.createLinearGradient(...at(from), ...at(Math.max(to, from + 1e-6)))
  gradient.addColorStop(0, isLeaving ? 'transparent' : 'black')
  gradient.addColorStop(1, isLeaving ? 'black' : 'transparent')
  return gradient
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
