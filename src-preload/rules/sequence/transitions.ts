/** What a transition makes of each of its two pictures, frame by frame: preview, titles, render and interchange all ask here. */
import type { PictureClip } from '#contract/sequence-document.ts'
import type { Direction, Transition } from '#contract/transition.ts'
import type { Course } from './motion.ts'

/** Of a clip from which the next one comes by a transition that moves or hides it: for how many frames after its end. */
export interface Leaving { readonly frames: number, readonly transition: Transition }

export type Crossed = Pick<PictureClip, 'length' | 'crossIn' | 'transition'> & { readonly leaves?: Leaving | undefined }

/** The transition that a clip is in. */
export interface Crossing {
  readonly transition: Transition
  readonly isLeaving: boolean
  /** Frames since its beginning, of so many. */
  readonly at: number
  readonly over: number
}

/** Null where there is none, and in a dissolve. */
export function crossingAt({ length, crossIn, transition, leaves }: Crossed, offset: number): Crossing | null {
  if (leaves && offset >= length && offset < length + leaves.frames)
    return { transition: leaves.transition, isLeaving: true, at: offset - length, over: leaves.frames }
  return transition && offset >= 0 && offset < crossIn ? { transition, isLeaving: false, at: offset, over: crossIn } : null
}

/** The frames, from the start of the clip, with which a transition begins, is at its middle, and ends. */
export function crossingCuts({ length, crossIn, transition, leaves }: Crossed): number[] {
  const halves = ({ kind }: Transition, start: number, frames: number): number[] =>
    [start, ...kind === 'dip' || kind === 'zoom' ? [start + Math.ceil(frames / 2)] : [], start + frames]
  return [
    ...transition && crossIn > 0 ? halves(transition, 0, crossIn) : [],
    ...leaves ? halves(leaves.transition, length, leaves.frames) : [],
  ]
}

/** How large both pictures of a zoom are where they are largest. */
const zoomed = 2

/** How much larger than its own scale it is drawn, at most. */
export function enlargedBy({ transition, leaves }: Crossed): number {
  return transition?.kind === 'zoom' || leaves?.transition.kind === 'zoom' ? zoomed : 1
}

const ways: Readonly<Record<Direction, { readonly x: number, readonly y: number }>>
  = { left: { x: -1, y: 0 }, right: { x: 1, y: 0 }, up: { x: 0, y: -1 }, down: { x: 0, y: 1 } }

export type Shift = 'x' | 'y' | 'scale'

/**
 * From where to where it moves evenly: `x` and `y` are shares of the frame that are added to its place, `scale` enlarges all of it about
 * the middle of the frame.
 */
function shiftOf({ transition, isLeaving }: Crossing, shift: Shift): readonly [from: number, to: number] {
  const { kind } = transition
  if (shift === 'scale')
    return kind === 'zoom' ? isLeaving ? [1, zoomed] : [zoomed, 1] : [1, 1]
  if (kind === 'push' || (kind === 'slide' && !isLeaving)) {
    const way = ways[transition.direction][shift]
    return isLeaving ? [0, way] : [way === 0 ? 0 : -way, 0]
  }
  return [0, 0]
}

/** As `courseOf`, of what the transition adds. Null where it moves nothing of this. */
export function shiftCourse(clip: Crossed, shift: Shift, offset: number): Course | null {
  const crossing = crossingAt(clip, offset)
  const [from, to] = crossing ? shiftOf(crossing, shift) : [0, 0]
  return crossing && from !== to ? { from, to, easing: 'linear', pace: 1, start: crossing.at, span: crossing.over } : null
}

/** The edge of a wipe, in the part of its way that it has come. */
export interface Edge {
  readonly direction: Direction
  /** Behind it the picture that comes is seen whole; ahead of it, by `softness`, not at all. Shares of the way. */
  readonly full: number
  readonly softness: number
  readonly isLeaving: boolean
}

/** A colour over the whole frame, above the picture. */
export interface Veil { readonly colour: string, readonly opacity: number }

export interface Effect {
  readonly x: number
  readonly y: number
  readonly scale: number
  readonly opacity: number
  readonly edge?: Edge
  readonly veil?: Veil
}

export function effectOf(crossing: Crossing): Effect {
  const { transition, isLeaving, at, over } = crossing
  const share = at / over
  const between = (shift: Shift): number => {
    const [from, to] = shiftOf(crossing, shift)
    return from + (to - from) * share
  }
  const moved = { x: between('x'), y: between('y'), scale: between('scale'), opacity: 1 }
  switch (transition.kind) {
    case 'dip': {
      const opacity = (share < 0.5) === isLeaving ? 1 : 0
      // The picture that comes has it from the beginning: it is the upper one.
      return { ...moved, opacity, ...!isLeaving && { veil: { colour: transition.colour, opacity: 1 - Math.abs(2 * share - 1) } } }
    }
    case 'wipe': {
      const { direction, softness } = transition
      return { ...moved, edge: { direction, full: share * (1 + softness) - softness, softness, isLeaving } }
    }
    case 'zoom':
      return { ...moved, opacity: isLeaving ? 1 : share }
    default:
      return moved
  }
}

/** Whether the edge moves along the width of the frame. */
export function isAcross({ direction }: Pick<Edge, 'direction'>): boolean {
  return direction === 'left' || direction === 'right'
}

/**
 * How much of a picture is seen of the pixel from `place` on, `pixel` wide: both are shares of the frame, from its left or its top. Of the
 * one that leaves all is seen until it is covered: what is above it lets it through.
 */
export function seenAt({ direction, full, softness, isLeaving }: Edge, place: number, pixel: number): number {
  const along = direction === 'left' || direction === 'up' ? 1 - place - pixel : place
  const way = softness < pixel ? full - along : full + softness - along - pixel / 2
  const coming = Math.min(1, Math.max(0, way / Math.max(softness, pixel)))
  return isLeaving ? Number(coming < 1) : coming
}
