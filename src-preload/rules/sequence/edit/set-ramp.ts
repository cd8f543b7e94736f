/** Gives clips, and what is linked with them, another course of their speed, over the same part of their source. */
import type { RampPoint, SoundRamp } from '#contract/ramp.ts'
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId } from '#contract/words.ts'
import type { Found, Played } from './draft.ts'
import type { Resized } from './trim.ts'
import { endFrameOf, startFrameOf, unitOfFrame } from '../document.ts'
import { isNested } from '../nested/nested-clips.ts'
import { averageSpeed, framesUntil, lengthOf, partFrom, placeOf, pointsInSamples, rampOf, withoutPhase } from '../ramp.ts'
import { copied, cutStart, isEndless, isPlayed, requireClip, roomBehind, withLinked } from './draft.ts'
import { endingWithShot, keepChangesOnSound, movedBy, startBehind } from './in-step.ts'
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
  const ids = new Set(together.map(({ clip }) => clip.id))
  const ends = new Map(together.map(({ track, clip }) => [clip.id, endFrameOf(track, clip, rate)]))
  const resized = together.flatMap(({ track, clip }): Resized[] => {
    if (!isPlayed(clip) || (course.points.length === 0 && !clip.ramp))
      return []
    const zero = clip.id === named.clip.id ? 0 : unitOfFrame(track.kind, frame, rate) - clip.start
    const points = track.kind === 'pictures' ? course.points : pointsInSamples(course.points, frame, rate)
    const before = copied(clip)
    const found = { track, clip }
    const part = replayed(found, zero, { ...course, points, average, together: ids })
    const movedTo = 'look' in before && before.isReversed ? undefined : movedBy(before, found, rate)
    return [{ found, ...part, movedTo }]
  })
  return endingWithShot(resized, ends, rate)
}

interface Replaying {
  readonly points: readonly RampPoint[]
  readonly keepsPitch?: boolean | undefined
  /** Percent, where there are no points. */
  readonly average: number
  readonly together: ReadonlySet<ClipId>
}

/**
 * Changes all but its place, which is returned. What it plays at `zero`, and what it plays last, stays; of a sound what it plays first,
 * too, so that one that begins before its shot begins earlier or later then.
 */
function replayed({ track, clip }: Found, zero: number, how: Replaying): Pick<Resized, 'start' | 'length'> {
  if (!isPlayed(clip))
    return { length: clip.length }
  const { points, keepsPitch, average, together } = how
  if (points.length > 0 && 'look' in clip && clip.isReversed)
    refuse('ramp-backwards', clip.id)
  const before = copied(clip)
  // What played its source to the end does so again: rounding must not take a little with each change.
  const lastsToEnd = roomBehind(clip) === 0
  const [first, kept, last] = [0, zero, clip.length].map(at => placeOf(clip, at)) as [number, number, number]
  const startFor = (wanted: number): number => wanted < clip.start ? startBehind({ track, clip }, wanted, together) : wanted
  const mayMove = 'points' in clip && zero !== 0
  let { start } = clip
  if (points.length === 0) {
    const here = (kept - zero * average) / 100
    start = mayMove ? startFor(start + Math.round((first - here * 100) / average)) : start
    clip.speed = average
    giveRamp(clip, null)
    const from = zero === 0 ? clip.in : Math.round(here + (start - clip.start) * average / 100)
    clip.in = Math.max(0, Math.min(from, (clip.sourceLength ?? 1) - 1))
    if (isNested(clip))
      Object.assign(clip, partFrom(clip.nested, Math.round(here * 100)))
  }
  else {
    const isHeard = 'points' in clip || isNested(clip)
    const shifts = isHeard && (keepsPitch === undefined ? clip.ramp?.shiftsPitch === true : !keepsPitch)
    const ramp: SoundRamp = { ...rampOf(clip, points, zero), ...shifts && { shiftsPitch: true } }
    giveRamp(clip, ramp)
    start = mayMove ? startFor(start + Math.ceil(framesUntil(clip, first) - 1e-9)) : start
    if (start !== clip.start)
      giveRamp(clip, { ...ramp, at: ramp.at + start - clip.start })
    clip.in = Math.max(0, Math.floor(placeOf(clip, 0) / 100))
    if (isNested(clip))
      clip.nested = withoutPhase(clip.nested)
    const missing = Math.ceil(framesUntil(clip, 0) - 1e-9)
    if (missing >= clip.length)
      refuse('source-too-short', clip.id)
    if (missing > 0) {
      cutStart(clip, clip.start + missing)
      start += missing
    }
  }
  keepChangesOnSound(clip, before)
  const most = (clip.sourceLength ?? 0) - placeOf(clip, 0) / 100
  const frames = (last - placeOf(clip, 0)) / 100
  if (frames <= 0 || most <= 0)
    refuse('source-too-short', clip.id)
  return { start, length: lengthOf(clip, lastsToEnd ? most : frames, most) }
}
