/** Splits long segments into pieces, so that a change touches few of them and a later render finds the others. */
import type { RenderPlan } from '../plan/render-plan.ts'
import type { Segment } from './segments.ts'
import { isMoving } from './layer.ts'

/** Each piece costs a start of the encoder; each change costs a whole piece. */
const pieceSeconds = 6
/** What is shorter than this share of a piece stays with its neighbour. */
const leastShare = 0.25

/**
 * One after another, the same pictures at the same frames. Where a segment is cut depends on the frame of the source that is shown, not
 * on where the clip is: moved or trimmed, its pieces stay the same but for the first and the last.
 */
export function splitLong(segments: readonly Segment[], plan: RenderPlan): Segment[] {
  const pieceFrames = Math.round(pieceSeconds * plan.rate.numerator / plan.rate.denominator)
  const least = Math.ceil(pieceFrames * leastShare)
  return segments.flatMap((segment) => {
    // What moves is scaled once for a segment: cut, it would change its sharpness on the way. What has another speed is cut already.
    if (segment.layers.some(layer => isMoving(layer) || layer.picture.pace))
      return segment
    const [lowest] = segment.layers
    const phase = lowest ? Math.max(0, lowest.from + lowest.picture.in) : 0
    const first = pieceFrames - phase % pieceFrames
    const cuts: number[] = []
    for (let cut = first; cut <= segment.frames - least; cut += pieceFrames) {
      if (cut >= least)
        cuts.push(cut)
    }
    return [0, ...cuts].map((from, at): Segment => ({
      startFrame: segment.startFrame + from,
      frames: (cuts[at] ?? segment.frames) - from,
      layers: segment.layers.map(layer => ({ ...layer, from: layer.from + from, frames: (cuts[at] ?? segment.frames) - from })),
    }))
  })
}
