/** Nested sequences that are drawn apart: their canvas is clear where they have nothing, and becomes a picture. */
import type { RenderPlan } from '../plan/render-plan.ts'
import type { Layer } from './layer.ts'
import type { SegmentJob } from './segment-job.ts'
import { innerAt } from '#rules/sequence/nested/pace.ts'
import { fromFilmLight, shallowed } from '../probe/colour.ts'
import { formOf, holdLast, rateOf } from './drawing.ts'
import { firstSeen } from './expressions.ts'
import { gradeFilters } from './grade-filters.ts'
import { canvasFacts, gradedFacts, gradeOfLayer } from './graded-layer.ts'
import { backwards } from './layer-filters.ts'

/** The place of the upper edge of the group that begins here. */
export function endOfGroup(layers: readonly Layer[], begin: number): number {
  let depth = 0
  const end = layers.findIndex(({ picture: { group } }, at) => {
    depth += at < begin || group === undefined ? 0 : group === 'begins' ? 1 : -1
    return at >= begin && depth === 0
  })
  if (end < 0)
    throw new RangeError('A group begins that does not end')
  return end
}

/** The same work in a film that one can see through, of the size of the canvas. */
export function onClear(job: SegmentJob, { picture: { canvas } }: Layer): SegmentJob {
  const { plan, plan: { encoding } } = job
  const { width, height } = canvas ?? plan
  const size = { width: width + width % 2, height: height + height % 2 }
  return { ...job, plan: { ...plan, ...size, encoding: { ...encoding, video: encoding.video && { ...encoding.video, hasAlpha: true } } } }
}

/** The frames of a canvas that its picture shows, counted from the first that is drawn. */
export function canvasFrames({ picture: { pace }, from, frames }: Pick<Layer, 'picture' | 'from' | 'frames'>): number[] {
  const shown = Array.from({ length: frames }, (_, at) => pace ? innerAt(pace, from + at) : at)
  const first = Math.min(...shown)
  return shown.map(frame => frame - first)
}

/** From the frames of a canvas to those of its picture, which is slower, faster, reversed or held. */
export function pacedFilters(layer: Layer, plan: RenderPlan): string[] {
  const { pace } = layer.picture
  if (!pace)
    return []
  const shown = canvasFrames(layer)
  const forwards = shown.toSorted((a, b) => a - b)
  const isTurned = pace.isReversed && !pace.isFrozen
  return [
    `trim=end_frame=${forwards.at(-1)! + 1}`,
    'setpts=N',
    `settb=${plan.rate.denominator}/${plan.rate.numerator}`,
    'setpts=N',
    `fps=${rateOf(plan)}:start_time=0`,
    holdLast,
    `setpts='max(0,${firstSeen(forwards)})'`,
    `fps=${rateOf(plan)}:start_time=0`,
    ...isTurned ? backwards(layer.frames, plan) : [],
  ]
}

/** The upper edge of a group as a picture. */
export function asPicture(layer: Layer, canvas: RenderPlan): Layer {
  return { ...layer, source: gradedFacts(layer, canvasFacts(canvas)) }
}

/** From what was drawn on the canvas, premultiplied and in the light of the film, to the frames of that picture, which has white of BT.709. */
export function canvasFilters(picture: Layer, plan: RenderPlan): string[] {
  return [
    'unpremultiply=inplace=1',
    ...fromFilmLight(formOf(plan).light),
    ...gradeOfLayer(picture) === null && !picture.picture.behind ? shallowed : gradeFilters(picture, plan),
    // Premultiplied frames last for nothing, and have no rate.
    ...picture.picture.behind ? [`fps=${rateOf(plan)}`] : [],
  ]
}
