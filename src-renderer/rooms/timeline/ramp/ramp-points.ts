/** The points of a ramp as the inspector and the lane change them, in frames from the start of their clip. Pure. */
import type { RampPoint } from '#contract/ramp.ts'
import type { FrameRate, PictureClip, SequenceDocument, SoundClip } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import { isEndless } from '#rules/sequence/edit/draft.ts'
import { inPlaceIfBlocked } from '#rules/sequence/edit/in-place.ts'
import { sampleOfFrame } from '#rules/sequence/frames.ts'
import { linkedWith } from '#rules/sequence/linked.ts'
import { isNested } from '#rules/sequence/nested/nested-clips.ts'
import { pointsInFrames, speedAt } from '#rules/sequence/ramp.ts'

export const [slowest, fastest] = [10, 1000]

type Played = PictureClip | SoundClip

/** A sound, a shot whose pictures pass, or a sequence that plays; another clip has no ramp. */
export function mayRamp(clip: Played): boolean {
  return !isEndless(clip)
}

/** Why the ramp of a clip, and of what is linked with it, cannot be changed; null where it can. */
export function whyNoRamp(document: SequenceDocument, clip: Played): 'backwards' | null {
  const linked = mayRamp(clip) ? linkedWith(document, [clip.id]).map(found => found.clip) : []
  return linked.some(other => 'look' in other && other.isReversed && mayRamp(other)) ? 'backwards' : null
}

/** What is heard with a ramp of this clip, and so changes its pitch or could: sounds, and sequences. */
export function heardWith(document: SequenceDocument, clip: Played): Played[] {
  return linkedWith(document, [clip.id]).flatMap(({ clip: other }) => 'points' in other || isNested(other) ? [other] : [])
}

/** What follows moves along, or stays where something is in the way. */
export function rampEdit(document: SequenceDocument, clip: Played, points: readonly RampPoint[], keepsPitch?: boolean): SequenceEdit {
  const pitch = keepsPitch === undefined ? {} : { keepsPitch }
  return inPlaceIfBlocked(document, { do: 'setRamp', clipIds: [clip.id], points: [...points], ripples: true, ...pitch })
}

/** With a point there, which changes nothing yet but what eases past it. */
export function withPointAt(clip: Played, at: number, rate: FrameRate): RampPoint[] {
  const points = pointsInFrames(clip, rate)
  const before = points.findLast(point => point.at < at)
  const into = 'points' in clip ? sampleOfFrame(at, rate) : at
  return [...points, { at, speed: Math.round(speedAt(clip, into)), easing: before?.easing ?? 'linear' }]
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
