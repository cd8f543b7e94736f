/** What is dragged on the picture becomes a look. Pure; all points are pixels of the shown frame. */
import type { Look } from '#contract/sequence-document.ts'
import type { Shape } from '#contract/text-style.ts'
import type { Part, Placement, Point, Size } from '#rules/sequence/placement.ts'
import { boxOfShape } from '#rules/captions/shape.ts'
import { plainLook } from '#rules/sequence/new-tracks.ts'
import { partLeft, placementOf, pointOf, shareAt } from '#rules/sequence/placement.ts'

export const corners = ['nw', 'ne', 'se', 'sw'] as const
export const sides = ['n', 'e', 's', 'w'] as const
export type Corner = typeof corners[number]
export type Side = typeof sides[number]

/** The look in the frame that is shown when the drag began, and what it is drawn in. */
export interface Framed {
  readonly look: Look
  readonly source: Size
  readonly frame: Size
  /** What is seen of the picture, where that is not what cropping leaves: the box of a shape. */
  readonly part?: Part | null
}

export interface Pull {
  readonly from: Point
  readonly to: Point
  /** Shift: along one axis, in steps, or on both sides alike. */
  readonly isConstrained: boolean
  /** Snap distance in pixels; 0 snaps to nothing. */
  readonly reach: number
}

/** A line that something has snapped to. */
export interface Guide { readonly across: boolean, readonly at: number }
export interface Pulled { readonly look: Look, readonly guides: readonly Guide[] }

const stepDegrees = 15
const restDegrees = 45
/** A turn within this of a rest stays there. */
const restReach = 2.5
const stepScale = 0.05
const [leastScale, mostScale] = [0.01, 50]
const mostShift = 10
const [leastLength, mostLength] = [0.005, 5]
const mostCrop = 0.95
/** What cropping leaves at least. */
const leastPart = 0.05
const whole: Part = { left: 0, top: 0, right: 1, bottom: 1 }

const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))
/** Finer than any screen shows, and short to read. */
const tidy = (value: number): number => Math.round(value * 1e5) / 1e5 + 0

export function placementIn({ look, source, frame }: Framed): Placement {
  return placementOf(look, look, source, frame)
}

/** The corners of what is seen of the picture, or of all of it, clockwise from the upper left one. */
export function outlineOf(framed: Framed, isWhole = false): Point[] {
  const { left, top, right, bottom } = isWhole ? whole : framed.part ?? partLeft(framed.look) ?? whole
  const placement = placementIn(framed)
  return [[left, top], [right, top], [right, bottom], [left, bottom]].map(([x = 0, y = 0]) => pointOf(placement, { x, y }))
}

interface Bounds { readonly left: number, readonly right: number, readonly top: number, readonly bottom: number }

function boundsOf(points: readonly Point[]): Bounds {
  const [across, down] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  return { left: Math.min(...across), right: Math.max(...across), top: Math.min(...down), bottom: Math.max(...down) }
}

/** How far to move so that one of `places` is on its line. */
function snapBy(places: readonly (readonly [place: number, line: number])[], reach: number): { by: number, at: number } | null {
  const near = places.map(([place, line]) => ({ by: line - place, at: line })).filter(({ by }) => Math.abs(by) <= reach)
  return near.sort((a, b) => Math.abs(a.by) - Math.abs(b.by))[0] ?? null
}

export function move(framed: Framed, { from, to, isConstrained, reach }: Pull): Pulled {
  const { look, frame } = framed
  let [right, down] = [to.x - from.x, to.y - from.y]
  const isAcross = Math.abs(right) >= Math.abs(down)
  if (isConstrained)
    [right, down] = isAcross ? [right, 0] : [0, down]
  const box = boundsOf(outlineOf(framed))
  const lines = (low: number, high: number, length: number) => [[low, 0], [(low + high) / 2, length / 2], [high, length]] as const
  const mayX = reach > 0 && !(isConstrained && !isAcross)
  const mayY = reach > 0 && !(isConstrained && isAcross)
  const snapX = mayX ? snapBy(lines(box.left + right, box.right + right, frame.width), reach) : null
  const snapY = mayY ? snapBy(lines(box.top + down, box.bottom + down, frame.height), reach) : null
  return {
    look: {
      ...look,
      x: within(tidy(look.x + (right + (snapX?.by ?? 0)) / frame.width), -mostShift, mostShift),
      y: within(tidy(look.y + (down + (snapY?.by ?? 0)) / frame.height), -mostShift, mostShift),
    },
    guides: [...snapX ? [{ across: false, at: snapX.at }] : [], ...snapY ? [{ across: true, at: snapY.at }] : []],
  }
}

/** About the middle of the picture. */
export function resize(framed: Framed, { from, to, isConstrained, reach }: Pull): Pulled {
  const { look, frame } = framed
  const { scale } = look
  const middle = placementIn(framed)
  const [armX, armY] = [from.x - middle.x, from.y - middle.y]
  const arm = armX ** 2 + armY ** 2
  // Only what is pulled along the arm counts.
  const factor = arm < 1 ? 1 : Math.max(0, ((to.x - middle.x) * armX + (to.y - middle.y) * armY) / arm)
  if (isConstrained)
    return { look: sized(look, Math.max(1, Math.round(scale * factor / stepScale)) * stepScale), guides: [] }
  const box = boundsOf(outlineOf(framed))
  const edges = [
    { across: false, edge: box.left, middle: middle.x, line: 0 },
    { across: false, edge: box.right, middle: middle.x, line: frame.width },
    { across: true, edge: box.top, middle: middle.y, line: 0 },
    { across: true, edge: box.bottom, middle: middle.y, line: frame.height },
  ].map(({ across, edge, middle: centre, line }) => ({ across, at: line, length: (edge - centre) * factor, wanted: line - centre }))
  const [near] = edges
    .filter(({ length, wanted }) => length * wanted > 0 && Math.abs(wanted - length) <= reach)
    .sort((a, b) => Math.abs(a.wanted - a.length) - Math.abs(b.wanted - b.length))
  const snapped = near ? factor * near.wanted / near.length : factor
  return { look: sized(look, scale * snapped), guides: near ? [{ across: near.across, at: near.at }] : [] }
}

function sized(look: Look, scale: number): Look {
  return { ...look, scale: within(tidy(scale), leastScale, mostScale) }
}

export function turn(framed: Framed, { from, to, isConstrained, reach }: Pull): Pulled {
  const middle = placementIn(framed)
  const angle = (point: Point): number => Math.atan2(point.y - middle.y, point.x - middle.x) * 180 / Math.PI
  const free = framed.look.rotation + angle(to) - angle(from)
  const rest = Math.round(free / restDegrees) * restDegrees
  const rested = reach > 0 && Math.abs(free - rest) <= restReach ? rest : Math.round(free * 10) / 10
  const degrees = isConstrained ? Math.round(free / stepDegrees) * stepDegrees : rested
  // From −180, not reached, to 180.
  const rotation = tidy(180 - (((180 - degrees) % 360) + 360) % 360)
  return { look: { ...framed.look, rotation }, guides: [] }
}

/** The part of the frame that a shape is in, before it is moved, sized and turned. */
export function partOfShape(shape: Shape, frame: Size): Part | null {
  if (frame.width === 0 || frame.height === 0)
    return null
  const box = boxOfShape(shape, frame)
  const [across, down] = [box.width / frame.width / 2, box.height / frame.height / 2]
  return { left: 0.5 - across, top: 0.5 - down, right: 0.5 + across, bottom: 0.5 + down }
}

/** How large a shape is whose side is pulled; it stays about its middle. */
export function stretch(framed: Framed, shape: Shape, side: Side, { from, to, isConstrained }: Pull): Shape {
  const placement = placementIn(framed)
  const [grabbed, now] = [shareAt(placement, from), shareAt(placement, to)]
  const isAcross = side === 'e' || side === 'w'
  const out = (side === 'e' || side === 's' ? 1 : -1) * (isAcross ? now.x - grabbed.x : now.y - grabbed.y)
  const along = isAcross ? 'width' : 'height'
  const box = boxOfShape(shape, framed.frame)
  const length = shape[along] * (1 + 2 * out * framed.frame[along] / box[along])
  const longer = within(tidy(isConstrained ? Math.round(length / stepScale) * stepScale : length), leastLength, mostLength)
  return { ...shape, [along]: longer }
}

/** A side or a corner of the part that is left, or all of it. */
export function crop(framed: Framed, handle: Side | Corner | 'body', { from, to, isConstrained }: Pull): Pulled {
  const { look } = framed
  const placement = placementIn(framed)
  const [grabbed, now] = [shareAt(placement, from), shareAt(placement, to)]
  const [right, down] = [now.x - grabbed.x, now.y - grabbed.y]
  const { left: l, right: r, top: t, bottom: b } = look.crop
  if (handle === 'body') {
    const across = within(right, -Math.min(l, mostCrop - r), Math.min(r, mostCrop - l))
    const along = within(down, -Math.min(t, mostCrop - b), Math.min(b, mostCrop - t))
    return cropped(look, { left: l + across, right: r - across, top: t + along, bottom: b - along })
  }
  const [left, othersRight] = axis(l, r, handle.includes('w') ? right : null, handle.includes('e') ? -right : null, isConstrained)
  const [top, othersBottom] = axis(t, b, handle.includes('n') ? down : null, handle.includes('s') ? -down : null, isConstrained)
  return cropped(look, { left, right: othersRight, top, bottom: othersBottom })
}

/** How much is cropped at both ends of one axis, when one of them is cropped by more. */
function axis(low: number, high: number, lowBy: number | null, highBy: number | null, isAlike: boolean): [low: number, high: number] {
  const by = lowBy ?? highBy
  if (by === null)
    return [low, high]
  const [own, other] = lowBy === null ? [high, low] : [low, high]
  const next = within(own + by, 0, Math.min(mostCrop, isAlike ? (1 - leastPart) / 2 : 1 - leastPart - other))
  const ends: [number, number] = [next, isAlike ? next : other]
  return lowBy === null ? [ends[1], ends[0]] : ends
}

function cropped(look: Look, { left, top, right, bottom }: Look['crop']): Pulled {
  return { look: { ...look, crop: { left: tidy(left), top: tidy(top), right: tidy(right), bottom: tidy(bottom) } }, guides: [] }
}

/** Moves by pixels of the sequence. */
export function nudge(look: Look, right: number, down: number, sequence: Size): Look {
  return {
    ...look,
    x: within(tidy(look.x + right / sequence.width), -mostShift, mostShift),
    y: within(tidy(look.y + down / sequence.height), -mostShift, mostShift),
  }
}

/** As it was before it was moved, sized and turned by hand; or before it was cropped. */
export function reset(look: Look, isCropping: boolean): Look {
  const { crop: noCrop, rotation, x, y, scale } = plainLook
  return isCropping ? { ...look, crop: noCrop } : { ...look, rotation, x, y, scale }
}
