/** One picture during one segment: how it is, whether it is seen, and whether it hides what is below. */
import type { Part, Placement, Size } from '#rules/sequence/placement.ts'
import type { RenderPicture } from '../plan/render-plan.ts'
import type { ReadColours } from '../probe/colour.ts'
import { partLeft, placementOf } from '#rules/sequence/placement.ts'
import { placedAt } from '#rules/sequence/resolve.ts'

/** What the drawing depends on, of the file of a picture. */
export interface SourceFacts extends Size {
  readonly colours: ReadColours
  readonly hasAlpha: boolean
  /** The decoder that reads its transparency; null for ffmpeg's own choice. */
  readonly decoder: string | null
  /** On average; null when not known, and for a still. */
  readonly framesPerSecond?: number | null
  /** Seconds before a moment from which it must be read; absent for a still. */
  readonly lookBackSeconds?: number
}

export interface Layer {
  readonly picture: RenderPicture
  /** Frames from the start of the clip to the start of the segment. */
  readonly from: number
  readonly frames: number
  /** Null for a title. */
  readonly source: SourceFacts | null
}

export interface Point { readonly x: number, readonly y: number }

export function opacityAt({ picture, from }: Pick<Layer, 'picture' | 'from'>, frame: number): number {
  return placedAt(picture, from + frame).opacity
}

/** In a frame of the segment; between the first and the last, middle and size change evenly. */
export function placementAt({ picture, from, source }: Layer, frame: number, screen: Size): Placement {
  return placementOf(picture.look, placedAt(picture, from + frame), source ?? screen, screen)
}

/** Whether it is elsewhere at the end than at the beginning. */
export function isMoving(layer: Layer, screen: Size): boolean {
  const [first, last] = [placementAt(layer, 0, screen), placementAt(layer, layer.frames - 1, screen)]
  return first.x !== last.x || first.y !== last.y || first.width !== last.width
}

/** The one opacity of all frames; null when it changes. Segments are cut so that it changes from the first frame on, or never. */
export function steadyOpacity(layer: Layer): number | null {
  const first = opacityAt(layer, 0)
  const others = [1, Math.floor(layer.frames / 2), layer.frames - 1].filter(frame => frame < layer.frames)
  return others.every(frame => opacityAt(layer, frame) === first) ? first : null
}

/** A point of the frame as a place in the picture: 0, 0 is its corner, 1, 1 the one across, whatever was cropped. */
export function inPicture({ x, y, width, height, rotation }: Placement, point: Point): Point {
  const { cos, sin } = turn(rotation)
  const [across, down] = [point.x - x, point.y - y]
  return { x: (cos * across + sin * down) / width + 0.5, y: (cos * down - sin * across) / height + 0.5 }
}

function inFrame({ x, y, width, height, rotation }: Placement, place: Point): Point {
  const { cos, sin } = turn(rotation)
  const [across, down] = [(place.x - 0.5) * width, (place.y - 0.5) * height]
  return { x: x + cos * across - sin * down, y: y + sin * across + cos * down }
}

/** Quarter turns are exact. */
export function turn(degrees: number): { cos: number, sin: number } {
  const exact = (value: number): number => Math.abs(value - Math.round(value)) < 1e-12 ? Math.round(value) : value
  return { cos: exact(Math.cos(degrees * Math.PI / 180)), sin: exact(Math.sin(degrees * Math.PI / 180)) }
}

function cornersOf({ left, top, right, bottom }: Part): Point[] {
  return [{ x: left, y: top }, { x: right, y: top }, { x: left, y: bottom }, { x: right, y: bottom }]
}

/** The pixels of the frame that it may touch in any frame of the segment: whole numbers. Null where nothing of it is seen. */
export function boxOf(layer: Layer, screen: Size): Part | null {
  const part = partLeft(layer.picture.look)
  if (part === null)
    return null
  // Between both ends the corners move evenly, so they stay within the box of the ends.
  const box = around([0, layer.frames - 1].flatMap((frame) => {
    const placement = placementAt(layer, frame, screen)
    return cornersOf(part).map(corner => inFrame(placement, corner))
  }))
  const onScreen = {
    left: Math.max(0, Math.floor(box.left) - 1),
    top: Math.max(0, Math.floor(box.top) - 1),
    right: Math.min(screen.width, Math.ceil(box.right) + 1),
    bottom: Math.min(screen.height, Math.ceil(box.bottom) + 1),
  }
  return onScreen.left < onScreen.right && onScreen.top < onScreen.bottom ? onScreen : null
}

/** The part of the picture that is in the frame in any frame of the segment, cropped or not; it may pass the picture's edges. */
export function partOnScreen(layer: Layer, screen: Size): Part {
  const whole: Part = { left: 0, top: 0, right: screen.width, bottom: screen.height }
  return around([0, layer.frames - 1].flatMap((frame) => {
    const placement = placementAt(layer, frame, screen)
    return cornersOf(whole).map(corner => inPicture(placement, corner))
  }))
}

/** Whether nothing below it is seen, in no frame of the segment. */
export function hidesAll(layer: Layer, screen: Size): boolean {
  const part = partLeft(layer.picture.look)
  if (layer.source === null || layer.source.hasAlpha || part === null || steadyOpacity(layer) !== 1)
    return false
  const seen = partOnScreen(layer, screen)
  // Less than a hundredth of a pixel is not seen.
  const [x, y] = [0.01 / placementAt(layer, 0, screen).width, 0.01 / placementAt(layer, 0, screen).height]
  return seen.left >= part.left - x && seen.right <= part.right + x && seen.top >= part.top - y && seen.bottom <= part.bottom + y
}

function around(points: readonly Point[]): Part {
  const [across, down] = [points.map(point => point.x), points.map(point => point.y)]
  return { left: Math.min(...across), top: Math.min(...down), right: Math.max(...across), bottom: Math.max(...down) }
}
