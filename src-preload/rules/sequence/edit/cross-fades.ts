/** Cross-fades and other transitions at cuts: which clips have one, how much is left of the source for it, and the edits that set them. */
import type { Clip, SequenceDocument, Track } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { Transition } from '#contract/transition.ts'
import type { ClipId } from '#contract/words.ts'
import type { Played } from './draft.ts'
import { endOf, findClip, isInSamples, startFrameOf } from '../document.ts'
import { samplesPerSecond } from '../frames.ts'
import { linkedWith } from '../linked.ts'
import { framesUntil } from '../ramp.ts'
import { isEndless, isPlayed } from './draft.ts'

/** The clip that plays until this one starts; null where no cross-fade is possible. */
export function clipBefore(track: Track, clip: Clip): Played | null {
  const before = Object.values<Clip>(track.clips).find(other => other.id !== clip.id && !other.isDisabled && endOf(other) === clip.start)
  return before && isPlayed(before) && isPlayed(clip) ? before : null
}

/** For how long a clip can play on after its end, in the unit of its track; Infinity for what lasts as long as wanted. */
export function materialAfter(clip: Played): number {
  const { length, sourceLength } = clip
  if (sourceLength === null || isEndless(clip))
    return Infinity
  // The last frame of the source is shown as long as no later one is asked for.
  return 'isReversed' in clip && clip.isReversed
    ? Math.floor(0 - framesUntil(clip, 0))
    : Math.max(0, Math.ceil(framesUntil(clip, sourceLength * 100)) - length)
}

/** How much of a cross-fade is without material of the clip before: its last frame freezes, or it is silent. 0: nothing is missing. */
export function missingMaterial(before: Played, { crossIn, length }: Pick<Played, 'crossIn' | 'length'>): number {
  return Math.max(0, Math.min(crossIn, length) - materialAfter(before))
}

/** What a new cross-fade is like: how pictures come, null where they dissolve. */
export interface UsualTransition { readonly transition: Transition | null, readonly seconds: number }
export const usualTransition: UsualTransition = { transition: null, seconds: 0.5 }

/** Edits, and for how many seconds the longest of the cross-fades freezes a last frame; a sound without more is only quieter. */
export interface CrossFaded { readonly edits: SequenceEdit[], readonly frozenSeconds: number }

interface AtCut { readonly clip: Played, readonly before: Played, readonly units: number }
/** A cut with the cross-fade that it gets. */
interface Crossing extends AtCut { readonly crossIn: number, readonly transition?: Transition | null }

/** The cuts at which one of these clips or of those linked with them begins. */
function cutsOf(document: SequenceDocument, clipIds: Iterable<ClipId>): AtCut[] {
  const perSecond = document.rate.numerator / document.rate.denominator
  return linkedWith(document, clipIds).flatMap(({ track, clip }) => {
    const before = track.isLocked ? null : clipBefore(track, clip)
    return before && isPlayed(clip) ? [{ clip, before, units: isInSamples(track.kind) ? samplesPerSecond : perSecond }] : []
  })
}

function crossed(crossings: readonly Crossing[]): CrossFaded {
  return {
    edits: crossings.map(({ clip, crossIn, transition }) => 'look' in clip
      ? { do: 'setPicture', clipIds: [clip.id], values: { crossIn, ...transition !== undefined && { transition } } }
      : { do: 'setSound', clipIds: [clip.id], values: { crossIn } }),
    frozenSeconds: Math.max(0, ...crossings.map(({ clip, before, crossIn, units }) =>
      'look' in clip ? missingMaterial(before, { crossIn, length: clip.length }) / units : 0)),
  }
}

function lengthOf({ clip, units }: AtCut, seconds: number): number {
  return Math.min(Math.max(1, Math.round(units * seconds)), clip.length)
}

/** Every cut of these clips gets a cross-fade; where all have one, they lose it. */
export function crossFadeEdits(
  document: SequenceDocument,
  clipIds: Iterable<ClipId>,
  { transition, seconds }: UsualTransition = usualTransition,
): CrossFaded {
  const cuts = cutsOf(document, clipIds)
  const isSet = cuts.some(({ clip }) => clip.crossIn === 0)
  return crossed(isSet
    ? cuts.filter(({ clip }) => clip.crossIn === 0)
        .map(cut => ({ ...cut, crossIn: lengthOf(cut, seconds), ...transition && { transition } }))
    : cuts.map(cut => ({ ...cut, crossIn: 0 })))
}

/** Every cut of these clips has this transition, as long as it was, or as new ones are. */
export function transitionEdits(
  document: SequenceDocument,
  clipIds: Iterable<ClipId>,
  { transition, seconds }: UsualTransition,
): CrossFaded {
  return crossed(cutsOf(document, clipIds)
    .map(cut => ({ ...cut, crossIn: cut.clip.crossIn > 0 ? cut.clip.crossIn : lengthOf(cut, seconds), transition })))
}

/** A cross-fade of a picture and that of its sound, where they are at one cut, are as long as each other. */
export function crossFadeLengthEdits(document: SequenceDocument, clipId: ClipId, seconds: number): CrossFaded {
  const found = findClip(document, clipId)
  const at = found && startFrameOf(found.track, found.clip, document.rate)
  const cuts = cutsOf(document, [clipId]).filter(({ clip }) => {
    const own = findClip(document, clip.id)
    return clip.id === clipId || (clip.crossIn > 0 && own && startFrameOf(own.track, own.clip, document.rate) === at)
  })
  return crossed(cuts.map(cut => ({ ...cut, crossIn: seconds <= 0 ? 0 : lengthOf(cut, seconds) })))
}
