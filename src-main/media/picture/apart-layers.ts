/** Nested sequences that are drawn apart: their canvas is clear where they have nothing, and becomes a picture. */
import type { RenderPlan } from '../plan/render-plan.ts'
import type { Layer } from './layer.ts'
import type { SegmentJob } from './segment-job.ts'
import { fromFilmLight, shallowed } from '../probe/colour.ts'
import { formOf } from './drawing.ts'
import { gradeFilters } from './grade-filters.ts'
import { canvasFacts, gradedFacts, gradeOfLayer } from './graded-layer.ts'

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

/** The upper edge of a group as a picture. */
export function asPicture(layer: Layer, canvas: RenderPlan): Layer {
  return { ...layer, source: gradedFacts(layer, canvasFacts(canvas)) }
}

/** From what was drawn on the canvas, premultiplied and in the light of the film, to the frames of that picture, which has white of BT.709. */
export function canvasFilters(picture: Layer, plan: RenderPlan): string[] {
  return [
    'unpremultiply=inplace=1',
    ...fromFilmLight(formOf(plan).light),
    ...gradeOfLayer(picture) === null ? shallowed : gradeFilters(picture, plan),
  ]
}
