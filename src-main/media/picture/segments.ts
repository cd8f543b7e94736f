/** Cuts a plan into segments of picture, so that only what needs more work is drawn with it, and leaves out what is not seen. */
import type { Size } from '#rules/sequence/placement.ts'
import type { RenderPicture, RenderPlan } from '../plan/render-plan.ts'
import type { Layer, SourceFacts } from './layer.ts'
import { gapsBetween } from '#rules/sequence/runs.ts'
import { boxOf, hidesAll, opacityAt } from './layer.ts'

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
  const cuts = plan.pictures.map(picture => new Set(cutsOf(picture)))
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
  return picture ? [{ picture, from: startFrame - picture.start, frames, source: picture.file && factsOf(picture.file.path) }] : []
}

function seenOf(plan: RenderPlan, layers: readonly number[], span: Omit<Piece, 'layers'>, factsOf: FactsOf): Piece {
  const seen: number[] = []
  for (const at of layers.toReversed()) {
    const [layer] = layerOf(plan, at, span, factsOf)
    if (!layer || !isSeen(layer, plan))
      continue
    seen.unshift(at)
    if (hidesAll(layer, plan))
      break
  }
  return { ...span, layers: seen }
}

function isSeen(layer: Layer, screen: Size): boolean {
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

/** In frames of the plan: where a fade is over or begins, and where a moving picture has grown or shrunk by `sizeStep`. */
function cutsOf({ start, length, fadeIn, fadeOut, crossIn, look }: RenderPicture): number[] {
  const rising = Math.max(fadeIn, crossIn)
  const cuts = [...rising > 0 ? [rising] : [], ...fadeOut > 0 ? [length - fadeOut + 1, length] : []]
  const to = look.moveTo?.scale ?? look.scale
  const steps = Math.floor(Math.abs(Math.log(to / look.scale)) / Math.log(sizeStep) - 1e-9)
  for (let step = 1; step <= steps; step++) {
    const scale = look.scale * sizeStep ** (to > look.scale ? step : -step)
    cuts.push(Math.ceil((scale - look.scale) / (to - look.scale) * (length - 1)))
  }
  return cuts.map(cut => start + cut)
}
