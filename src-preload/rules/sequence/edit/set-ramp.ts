/** Gives clips, and what is linked with them, another course of their speed, over the same part of their source. */
import type { RampPoint, SoundRamp } from '#contract/ramp.ts'
import type { FrameRate, SequenceDocument, Track } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId } from '#contract/words.ts'
import type { Found, Played } from './draft.ts'
import type { Resized } from './trim.ts'
import { endFrameOf, isInSamples, startFrameOf, unitOfFrame } from '../document.ts'
import { sampleOfFrame, samplesPerSecond } from '../frames.ts'
import { isNested } from '../nested/nested-clips.ts'
import { averageSpeed, framesUntil, lengthOf, partFrom, placeOf, pointsInSamples, rampOf, withoutPhase } from '../ramp.ts'
import { copied, cutStart, isEndless, isPlayed, requireClip, roomBehind, settleMove, withLinked } from './draft.ts'
import { giveRamp } from './ramp.ts'
import { refuse } from './refused.ts'
import { forgetWords, resize } from './trim.ts'

type Edit = Extract<SequenceEdit, { do: 'setRamp' }>
type Course = Pick<Edit, 'points' | 'keepsPitch'>

/** One link after another: each has its own part of its source. */
export function setRamp(document: SequenceDocument, { clipIds, ripples, ...course }: Edit): void {
  const done = new Set<ClipId>()
  for (const clipId of clipIds) {
    const found = requireClip(document, clipId)
    if (!isPlayed(found.clip))
      refuse('wrong-track', clipId)
    if (done.has(clipId) || !mayRamp(found.clip))
      continue
    const together = withLinked(document, [clipId]).filter(({ clip }) => isPlayed(clip) && mayRamp(clip))
    together.forEach(({ clip }) => done.add(clip.id))
    resize(document, withCourse(document, found, together, course), ripples ? 'moves' : 'stays')
    forgetWords(document, found.clip.linkId)
  }
}

function mayRamp(clip: Played): boolean {
  return clip.sourceLength !== null && !isEndless(clip)
}

/** All of them in step with the first: where it starts, each plays what it played there before. */
function withCourse(document: SequenceDocument, named: Found, together: readonly Found[], course: Course): Resized[] {
  const { rate } = document
  const frame = startFrameOf(named.track, named.clip, rate)
  const average = isPlayed(named.clip) ? averageSpeed(named.clip) : 100
  const ends = new Map(together.map(({ track, clip }) => [clip.id, endFrameOf(track, clip, rate)]))
  const resized = together.flatMap(({ track, clip }): Resized[] => {
    if (!isPlayed(clip) || (course.points.length === 0 && !clip.ramp))
      return []
    const zero = clip.id === named.clip.id ? 0 : unitOfFrame(track.kind, frame, rate) - clip.start
    const points = track.kind === 'pictures' ? course.points : pointsInSamples(course.points, frame, rate)
    const before = copied(clip)
    const length = replayed(clip, zero, { ...course, points, average })
    const movedTo = 'look' in before && before.isReversed ? undefined : movedBy(before, clip, track, rate)
    return [{ found: { track, clip }, length, movedTo }]
  })
  // A sound that ended with its shot does so again, where its source lasts.
  const shot = resized.find(({ found }) => found.track.kind === 'pictures')
  return resized.map((each) => {
    const { found: { clip }, length } = each
    if (!shot || 'look' in clip || !isPlayed(clip) || ends.get(clip.id) !== ends.get(shot.found.clip.id))
      return each
    const most = length + Math.max(0, Math.floor(framesUntil(clip, (clip.sourceLength ?? 0) * 100) + 1e-9) - length)
    const until = sampleOfFrame(shot.found.clip.start + shot.length, rate) - clip.start
    return { ...each, length: Math.max(1, Math.min(until, most)) }
  })
}

/** What is said in a frame is said in another one then. */
function movedBy(before: Played, after: Played, { kind }: Track, rate: FrameRate): (frame: number) => number {
  const perFrame = isInSamples(kind) ? samplesPerSecond * rate.denominator / rate.numerator : 1
  return frame => Math.round(
    (after.start + framesUntil(after, placeOf(before, unitOfFrame(kind, frame, rate) - before.start))) / perFrame,
  )
}

interface Replaying {
  readonly points: readonly RampPoint[]
  readonly keepsPitch?: boolean | undefined
  /** Percent, where there are no points. */
  readonly average: number
}

/** Changes all but its length, which is returned. What it plays at `zero`, and what it plays last, stays. */
function replayed(clip: Played, zero: number, { points, keepsPitch, average }: Replaying): number {
  if (points.length > 0 && 'look' in clip && clip.isReversed)
    refuse('ramp-backwards', clip.id)
  settleMove(clip)
  // What played its source to the end does so again: rounding must not take a little with each change.
  const lastsToEnd = roomBehind(clip) === 0
  const last = placeOf(clip, clip.length)
  if (points.length === 0) {
    const from = Math.round(placeOf(clip, zero) - zero * average)
    const first = Math.round(from / 100)
    clip.speed = average
    giveRamp(clip, null)
    clip.in = Math.max(0, Math.min(zero === 0 ? clip.in : first, (clip.sourceLength ?? 1) - 1))
    if (isNested(clip))
      Object.assign(clip, partFrom(clip.nested, from))
  }
  else {
    const isHeard = 'points' in clip || isNested(clip)
    const shifts = isHeard && (keepsPitch === undefined ? clip.ramp?.shiftsPitch === true : !keepsPitch)
    const ramp: SoundRamp = { ...rampOf(clip, points, zero), ...shifts && { shiftsPitch: true } }
    giveRamp(clip, ramp)
    clip.in = Math.max(0, Math.floor(placeOf(clip, 0) / 100))
    if (isNested(clip))
      clip.nested = withoutPhase(clip.nested)
    const missing = Math.ceil(framesUntil(clip, 0) - 1e-9)
    if (missing >= clip.length)
      refuse('source-too-short', clip.id)
    if (missing > 0)
      cutStart(clip, clip.start + missing)
  }
  const most = (clip.sourceLength ?? 0) - placeOf(clip, 0) / 100
  const frames = (last - placeOf(clip, 0)) / 100
  if (frames <= 0 || most <= 0)
    refuse('source-too-short', clip.id)
  return lengthOf(clip, lastsToEnd ? most : frames, most)
}
