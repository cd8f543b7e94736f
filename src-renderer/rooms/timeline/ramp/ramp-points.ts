/** The points of a ramp as the inspector and the lane change them, in frames from the start of their clip. Pure. */
import type { RampPoint } from '#contract/ramp.ts'
import type { PictureClip, SequenceDocument, SoundClip } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import { isEndless } from '#rules/sequence/edit/draft.ts'
import { inPlaceIfBlocked } from '#rules/sequence/edit/in-place.ts'
import { linkedWith } from '#rules/sequence/linked.ts'
import { isNested } from '#rules/sequence/nested/nested-clips.ts'
import { pointsOf, speedAt } from '#rules/sequence/ramp.ts'

export const [slowest, fastest] = [10, 1000]

/** A shot whose pictures pass; another clip has no ramp. */
export function mayRamp(clip: PictureClip | SoundClip): clip is PictureClip {
  return 'look' in clip && !isNested(clip) && !isEndless(clip)
}

/** Why the ramp of a shot cannot be changed; null where it can. */
export function whyNoRamp(document: SequenceDocument, clip: PictureClip | SoundClip): 'with-sound' | 'backwards' | 'nested' | null {
  if (isNested(clip))
    return 'nested'
  if (!mayRamp(clip))
    return null
  if (linkedWith(document, [clip.id]).some(({ clip: other }) => 'points' in other))
    return 'with-sound'
  return clip.isReversed ? 'backwards' : null
}

/** What follows moves along, or stays where something is in the way. */
export function rampEdit(document: SequenceDocument, clip: PictureClip, points: readonly RampPoint[]): SequenceEdit {
  return inPlaceIfBlocked(document, { do: 'setRamp', clipIds: [clip.id], points: [...points], ripples: true })
}

/** With a point there, which changes nothing yet but what eases past it. */
export function withPointAt(clip: PictureClip, at: number): RampPoint[] {
  const points = pointsOf(clip)
  const before = points.findLast(point => point.at < at)
  return [...points, { at, speed: Math.round(speedAt(clip, at)), easing: before?.easing ?? 'linear' }]
}

/** The point with this number is another one; it stays between its neighbours. */
export function withPoint(points: readonly RampPoint[], number: number, changed: Partial<RampPoint>): RampPoint[] {
  const [before, after] = [points[number - 1], points[number + 1]]
  return points.map((point, index) => {
    if (index !== number)
      return point
    const { at, speed, easing } = { ...point, ...changed }
    return {
      at: Math.max((before?.at ?? -Infinity) + 1, Math.min((after?.at ?? Infinity) - 1, at)),
      speed: Math.max(slowest, Math.min(fastest, Math.round(speed))),
      easing,
    }
  })
}
