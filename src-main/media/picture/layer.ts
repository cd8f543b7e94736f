/** One picture during one segment: how it is, whether it is seen, and whether it hides what is below. */
import type { Look } from '#contract/sequence-document.ts'
import type { Course, Property } from '#rules/sequence/motion.ts'
import type { Part, Placement, Size } from '#rules/sequence/placement.ts'
import type { Crossing, Edge, Shift } from '#rules/sequence/transitions.ts'
import type { RenderPicture } from '../plan/render-plan.ts'
import type { ReadColours } from '../probe/colour.ts'
import { courseOf, motions, movedAt } from '#rules/sequence/motion.ts'
import { partLeft, placementOf } from '#rules/sequence/placement.ts'
import { placedAt } from '#rules/sequence/resolve.ts'
import { crossingAt, shiftCourse } from '#rules/sequence/transitions.ts'

/** What the drawing depends on, of the file of a picture. */
export interface SourceFacts extends Size {
  readonly colours: ReadColours
  /** Those of the file, where its frames are graded or blurred before they are drawn. */
  readonly original?: SourceFacts
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
  /** Frames from the start of the clip to the start of the segment; in a sequence of another speed, those of that. */
  readonly from: number
  readonly frames: number
  /** Null for a title. */
  readonly source: SourceFacts | null
}

export interface Point { readonly x: number, readonly y: number }

export function opacityAt({ picture, from }: Pick<Layer, 'picture' | 'from'>, frame: number): number {
  return placedAt(picture, from + frame).opacity
}

/** In a frame of the segment. */
export function placementAt({ picture, from, source }: Layer, frame: number, screen: Size): Placement {
  return placementOf(picture.look, placedAt(picture, from + frame), source ?? screen, screen)
}

/** How a property changes within a segment: segments are cut where a key takes effect. */
export function courseIn({ picture, from }: Pick<Layer, 'picture' | 'from'>, property: Property): Course {
  return courseOf(picture, property, from)
}

/** The transition that it is in: segments are cut where one begins and ends. */
export function crossingOf({ picture, from }: Pick<Layer, 'picture' | 'from'>): Crossing | null {
  return crossingAt(picture, from)
}

/** Whether a colour is over it. */
export function hasVeil(layer: Pick<Layer, 'picture' | 'from'>): boolean {
  const crossing = crossingOf(layer)
  return crossing?.transition.kind === 'dip' && !crossing.isLeaving && !layer.picture.behind
}

export function edgeAt({ picture, from }: Pick<Layer, 'picture' | 'from'>, frame: number): Edge | null {
  return placedAt(picture, from + frame).edge ?? null
}

/** What a transition adds to its course, in the same frames; null where it adds nothing. */
export function shiftIn({ picture, from }: Pick<Layer, 'picture' | 'from'>, shift: Shift): Course | null {
  return shiftCourse(picture, shift, from)
}

const shifts: readonly Shift[] = ['x', 'y', 'scale']
const placing: readonly Property[] = ['x', 'y', 'scale', 'rotation']

/** Whether it is elsewhere at the end than at the beginning, or turned or cropped otherwise. */
export function isMoving(layer: Pick<Layer, 'picture' | 'from' | 'frames'>): boolean {
  return layer.frames > 1 && (changes(layer, placing) || isCropMoving(layer) || shifts.some(shift => shiftIn(layer, shift) !== null))
}

export function isCropMoving(layer: Pick<Layer, 'picture' | 'from' | 'frames'>): boolean {
  return layer.frames > 1 && changes(layer, motions.crop)
}

function changes(layer: Pick<Layer, 'picture' | 'from'>, of: readonly Property[]): boolean {
  return of.some((property) => {
    const { from, to } = courseIn(layer, property)
    return from !== to
  })
}

/** Whether it is where `fit` lays it, in all frames. */
export function isPlain(layer: Layer): boolean {
  const { x, y, scale, rotation, crop } = placedAt(layer.picture, layer.from)
  const { left, top, right, bottom } = crop
  return [x, y, rotation, left, top, right, bottom].every(value => value === 0) && scale === 1 && !isMoving(layer)
}

/** Frames in which to look at what moves: turned or eased, it may be farthest out in any of them. */
export function framesToLookAt(layer: Layer): number[] {
  return isMoving(layer) ? Array.from({ length: layer.frames }, (_, frame) => frame) : [0]
}

/** The part that cropping leaves in any frame; null where it leaves nothing in all of them. */
export function partIn({ picture, from, frames }: Pick<Layer, 'picture' | 'from' | 'frames'>): Part | null {
  // Each side changes in one direction.
  const ends = [0, frames - 1].map(frame => movedAt(picture, from + frame).crop)
  const least = (side: keyof Look['crop']): number => Math.min(...ends.map(crop => crop[side]))
  return partLeft({ crop: { left: least('left'), top: least('top'), right: least('right'), bottom: least('bottom') } })
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
  const part = partIn(layer)
  if (part === null)
    return null
  const box = around(framesToLookAt(layer).flatMap((frame) => {
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
  return around(framesToLookAt(layer).flatMap((frame) => {
    const placement = placementAt(layer, frame, screen)
    return cornersOf(whole).map(corner => inPicture(placement, corner))
  }))
}

/** Whether nothing below it is seen, in no frame of the segment. */
export function hidesAll(layer: Layer, screen: Size): boolean {
  const part = partIn(layer)
  if (layer.source === null || layer.source.hasAlpha || part === null || isCropMoving(layer) || steadyOpacity(layer) !== 1
    || edgeAt(layer, 0) !== null) {
    return false
  }
  const seen = partOnScreen(layer, screen)
  // Less than a hundredth of a pixel is not seen.
  const [x, y] = [0.01 / placementAt(layer, 0, screen).width, 0.01 / placementAt(layer, 0, screen).height]
  return seen.left >= part.left - x && seen.right <= part.right + x && seen.top >= part.top - y && seen.bottom <= part.bottom + y
}

function around(points: readonly Point[]): Part {
  const [across, down] = [points.map(point => point.x), points.map(point => point.y)]
  return { left: Math.min(...across), top: Math.min(...down), right: Math.max(...across), bottom: Math.max(...down) }
}
