/** What changes of speed share, so that a shot and its sound stay in step. */
import type { FrameRate } from '#contract/sequence-document.ts'
import type { ClipId } from '#contract/words.ts'
import type { Found, Played } from './draft.ts'
import type { Resized } from './trim.ts'
import { clipsOf, endOf, isInSamples, unitOfFrame } from '../document.ts'
import { samplesPerSecond } from '../frames.ts'
import { framesUntil, placeOf } from '../ramp.ts'
import { isPlayed } from './draft.ts'

/** Where a clip can begin that should begin here, earlier than it does: what is before it on its track stays as it is. */
export function startBehind({ track, clip }: Found, wanted: number, together: ReadonlySet<ClipId>): number {
  const before = clipsOf(track).findLast(other => other.start < clip.start && !together.has(other.id))
  return Math.max(0, wanted, before ? endOf(before) : 0)
}

/** A sound that ended in the frame in which its shot ended does so again, where its source lasts. `ends`: the frames in which they ended. */
export function endingWithShot(resized: readonly Resized[], ends: ReadonlyMap<ClipId, number>, rate: FrameRate): Resized[] {
  const shots = resized.filter(({ found }) => found.track.kind === 'pictures')
  return resized.map((each) => {
    const { found: { track, clip }, length, start = clip.start } = each
    const shot = shots.find(({ found }) => ends.get(found.clip.id) === ends.get(clip.id))
    if (!shot || 'look' in clip || !isPlayed(clip))
      return each
    const most = Math.max(length, Math.floor(framesUntil(clip, (clip.sourceLength ?? 0) * 100) + 1e-9))
    const until = unitOfFrame(track.kind, (shot.start ?? shot.found.clip.start) + shot.length, rate) - start
    return { ...each, length: Math.max(1, Math.min(until, most)) }
  })
}

/** Changes of gain and pan stay on what is heard, as keys of a look stay on their pictures. Those outside are settled with its length. */
export function keepChangesOnSound(clip: Played, before: Played): void {
  if (!('points' in clip) || !('points' in before))
    return
  const moved = <Point extends { readonly at: number }>(points: readonly Point[]): Point[] => points
    .map(point => ({ ...point, at: Math.round(framesUntil(clip, placeOf(before, point.at))) + 0 }))
    .filter(({ at }, index, all) => at !== all[index + 1]?.at)
  clip.points = moved(before.points)
  if (before.panPoints)
    clip.panPoints = moved(before.panPoints)
}

/** What is said in a frame is said in another one then. */
export function movedBy(before: Played, { track: { kind }, clip: after }: Found, rate: FrameRate): (frame: number) => number {
  const perFrame = isInSamples(kind) ? samplesPerSecond * rate.denominator / rate.numerator : 1
  if (!isPlayed(after))
    return frame => frame
  return frame => Math.round(
    (after.start + framesUntil(after, placeOf(before, unitOfFrame(kind, frame, rate) - before.start))) / perFrame,
  )
}
