/** Cuts a plan into segments of picture, so that only what needs more work is drawn with it, and leaves out what is not seen. */
import type { Size } from '#rules/sequence/placement.ts'
import type { RenderPicture, RenderPlan } from '../plan/render-plan.ts'
import type { Layer, SourceFacts } from './layer.ts'
import { courseCuts, keyFramesOf, keysOf, movedAt } from '#rules/sequence/motion.ts'
import { inside, outside } from '#rules/sequence/nested/pace.ts'
import { risingOf } from '#rules/sequence/resolve.ts'
import { gapsBetween } from '#rules/sequence/runs.ts'
import { crossingCuts } from '#rules/sequence/transitions.ts'
import { behindOf, canvasFacts, gradedFacts, gradeOfLayer, hasMovingGrade } from './graded-layer.ts'
import { boxOf, crossingOf, hasVeil, hidesAll, isPlain, opacityAt, steadyOpacity } from './layer.ts'

export interface Segment {
  readonly startFrame: number
  readonly frames: number
  /** Those that are seen, lowest first; without any there is only the background. */
  readonly layers: readonly Layer[]
}

/** A picture that changes its size is scaled once for a segment; more than this would be seen as shimmer or blur. */
const sizeStep = 1.5

export type FactsOf = (path: string) => SourceFacts

/** One after another, as long as the plan. */
export function segmentsOf(plan: RenderPlan, factsOf: FactsOf): Segment[] {
  const cuts = plan.pictures.map(picture => new Set(cutsOf(picture, plan)))
  const pieces = plan.stretches.flatMap(({ startFrame, frames, layers }) => {
    const inside = (frame: number): boolean => frame > startFrame && frame < startFrame + frames
    const edges = [...new Set(layers.flatMap(at => [...cuts[at] ?? []].filter(inside)))].sort((a, b) => a - b)
    return [startFrame, ...edges].map((from, index): Piece =>
      seenOf(plan, layers, { startFrame: from, frames: (edges[index] ?? startFrame + frames) - from }, factsOf))
  })
  const background = gapsBetween(plan.stretches, plan.durationFrames).map((gap): Piece => ({ ...gap, layers: [] }))
  return joined([...pieces, ...background].sort((a, b) => a.startFrame - b.startFrame), cuts).map(({ startFrame, frames, layers }) => ({
    startFrame,
    frames,
    layers: layers.flatMap(at => layerOf(plan, at, { startFrame, frames }, factsOf)),
  }))
}

/** A segment by the places of its pictures in the plan. */
interface Piece { readonly startFrame: number, readonly frames: number, readonly layers: readonly number[] }

function layerOf({ pictures }: RenderPlan, at: number, { startFrame, frames }: Omit<Piece, 'layers'>, factsOf: FactsOf): Layer[] {
  const picture = pictures[at]
  if (!picture)
    return []
  const span = { from: startFrame, until: startFrame + frames }
  const own = picture.paces ? inside(picture.paces, span) : span
  const from = own.from - picture.start
  const source = picture.file
    ? gradedFacts({ picture, from }, factsOf(picture.file.path))
    : picture.canvas ? canvasFacts(picture.canvas) : null
  return [{ picture, from, frames: own.until - own.from, source }]
}

function seenOf(plan: RenderPlan, layers: readonly number[], span: Omit<Piece, 'layers'>, factsOf: FactsOf): Piece {
  return { ...span, layers: seenIn(plan, layers, span, factsOf).seen }
}

interface Seen { readonly seen: number[], readonly isAllHidden: boolean }
const nothing: Seen = { seen: [], isAllHidden: false }

/**
 * From the uppermost on, until one hides what is below. An opaque group is drawn as its layers, but for one that is drawn apart; another
 * hides nothing outside of it.
 */
function seenIn(plan: RenderPlan, layers: readonly number[], span: Omit<Piece, 'layers'>, factsOf: FactsOf): Seen {
  const seen: number[] = []
  for (let index = layers.length - 1; index >= 0; index--) {
    const at = layers[index]!
    const [layer] = layerOf(plan, at, span, factsOf)
    if (layer?.picture.group === 'ends') {
      const first = beginningOf(plan, layers, index)
      const own = { ...plan, ...layer.picture.canvas }
      const inside = isWholeSeen(layer, plan) ? seenIn(own, layers.slice(first + 1, index), span, factsOf) : nothing
      const isOpaque = steadyOpacity(layer) === 1 && (!layer.picture.isApart || isAsItsLayers(layer, layers.slice(first + 1, index), plan))
      if (inside.seen.length > 0)
        seen.unshift(...isOpaque ? inside.seen : [layers[first]!, ...inside.seen, at])
      if (isOpaque && inside.isAllHidden)
        return { seen, isAllHidden: true }
      index = first
      continue
    }
    if (!layer || !isSeen(layer, plan))
      continue
    seen.unshift(at)
    if (hidesAll(layer, plan))
      return { seen, isAllHidden: true }
  }
  return { seen, isAllHidden: false }
}

/** Whether one that is drawn apart is nothing but its layers, because its keys and transitions change nothing here. */
function isAsItsLayers(layer: Layer, inside: readonly number[], { pictures }: RenderPlan): boolean {
  // Apart, an adjustment changes nothing outside.
  const adjusts = inside.some(at => pictures[at]?.isAdjustment && !pictures[at].group)
  return !adjusts && !layer.picture.canvas && !layer.picture.pace && !layer.picture.backdrop
    && isPlain(layer) && gradeOfLayer(layer) === null && crossingOf(layer) === null
}

/** Where the group begins that ends here: both edges are seen as long. */
function beginningOf({ pictures }: RenderPlan, layers: readonly number[], end: number): number {
  let depth = 0
  for (let index = end; index >= 0; index--) {
    const edge = pictures[layers[index]!]?.group
    depth += edge === 'ends' ? 1 : edge === 'begins' ? -1 : 0
    if (depth === 0)
      return index
  }
  throw new RangeError('A group ends that has not begun')
}

function isSeen(layer: Layer, screen: Size): boolean {
  if (layer.picture.isAdjustment && gradeOfLayer(layer) === null)
    return false
  return hasVeil(layer) || isSeenItself(layer, screen)
}

/** Of the upper edge of a group: it, or its copy behind it. */
function isWholeSeen(layer: Layer, screen: Size): boolean {
  return isSeenItself(layer, screen) || (layer.picture.backdrop !== undefined && isSeenItself(behindOf(layer), screen))
}

/** Whatever is over it. */
export function isSeenItself(layer: Layer, screen: Size): boolean {
  // Within a piece only the first frame of a fade is clear.
  return boxOf(layer, screen) !== null && (opacityAt(layer, 0) > 0 || opacityAt(layer, layer.frames - 1) > 0)
}

/** The same pictures one after another are one piece, unless one of them needs the cut. */
function joined(pieces: readonly Piece[], cuts: readonly ReadonlySet<number>[]): Piece[] {
  const whole: Piece[] = []
  for (const piece of pieces) {
    const last = whole.at(-1)
    const isSame = last?.layers.length === piece.layers.length && last.layers.every((at, index) => at === piece.layers[index])
    if (last && isSame && !piece.layers.some(at => cuts[at]?.has(piece.startFrame)))
      whole[whole.length - 1] = { ...last, frames: last.frames + piece.frames }
    else
      whole.push(piece)
  }
  return whole
}

/** What is played backwards is read as a whole before its first frame is there: no more than this at a time. */
const reversedSeconds = 1
/** Of a canvas, each frame is of sixteen bits, and clear. */
const reversedCanvasSeconds = 0.5
/** A grade that changes has a lattice for each frame, which takes 280 KB on the disk until its segment is drawn. */
const movingGradeSeconds = 20

/** A ramp is written with a number for each of its frames, and a command has room for so many. */
const rampSeconds = 4

/**
 * In frames of the plan: where a fade or a transition is over or begins, where a key takes effect, where a moving picture has grown or
 * shrunk by `sizeStep`, and where more of the source, of a grade or of a ramp would be needed at a time than is held.
 */
function cutsOf(picture: RenderPicture, { rate }: Pick<RenderPlan, 'rate'>): number[] {
  const { start, length, fadeOut, title, paces, pace } = picture
  const rising = risingOf(picture)
  const fades = [...rising > 0 ? [rising] : [], ...fadeOut > 0 ? [length - fadeOut + 1, length] : []]
  // libass knows when a title moves.
  const keys = title === null ? courseCuts(picture) : []
  const cuts = [...fades, ...crossingCuts(picture), ...keys, ...title === null ? sizeCuts(picture) : []]
  // Tails of dissolves play on after the end.
  const every = (seconds: number): number[] => {
    const step = Math.max(1, Math.floor(seconds * rate.numerator / rate.denominator))
    return Array.from({ length: Math.ceil(length * 2 / step) - 1 }, (_, at) => (at + 1) * step)
  }
  if (picture.isReversed)
    cuts.push(...every(picture.group ? reversedCanvasSeconds : reversedSeconds))
  if (pace && !pace.isFrozen)
    cuts.push(...every(rampSeconds))
  if (picture.ramp)
    cuts.push(...every(rampSeconds))
  if (picture.keys)
    cuts.push(...every(movingGradeSeconds).filter(from => hasMovingGrade({ picture, from })))
  const all = cuts.map(cut => start + cut)
  // Where the frame of the film is that shows the one inside, or the last one before it.
  return paces ? all.flatMap(from => Object.values(outside(paces, { from, until: Infinity }))) : all
}

function sizeCuts(picture: RenderPicture): number[] {
  const scales = keysOf(picture).scale ?? []
  const cuts: number[] = []
  for (const [index, frame] of (scales.length > 1 ? [0, ...keyFramesOf(picture, ['scale'])] : []).entries()) {
    const until = keyFramesOf(picture, ['scale'])[index] ?? 0
    let level = movedAt(picture, frame).scale
    for (let at = frame + 1; at < Math.min(until, picture.length - 1); at++) {
      const { scale } = movedAt(picture, at)
      if (Math.abs(Math.log(scale / level)) < Math.log(sizeStep) - 1e-9)
        continue
      level *= scale > level ? sizeStep : 1 / sizeStep
      cuts.push(at)
    }
  }
  return cuts.filter(cut => cut > 0)
}
