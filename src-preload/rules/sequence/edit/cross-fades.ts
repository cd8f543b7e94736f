/** Cross-fades at cuts: which clips have one, how much is left of the source for it, and the edits that set them. */
import type { Clip, SequenceDocument, Track } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId } from '#contract/words.ts'
import type { Played } from './draft.ts'
import { endOf, isInSamples } from '../document.ts'
import { samplesPerSecond } from '../frames.ts'
import { linkedWith } from '../linked.ts'
import { isEndless, isPlayed } from './draft.ts'

/** The clip that plays until this one starts; null where no cross-fade is possible. */
export function clipBefore(track: Track, clip: Clip): Played | null {
  const before = Object.values<Clip>(track.clips).find(other => other.id !== clip.id && !other.isDisabled && endOf(other) === clip.start)
  return before && isPlayed(before) && isPlayed(clip) ? before : null
}

/** For how long a clip can play on after its end, in the unit of its track; Infinity for what lasts as long as wanted. */
export function materialAfter(clip: Played): number {
  const { in: from, length, sourceLength, speed } = clip
  if (sourceLength === null || isEndless(clip))
    return Infinity
  // The last frame of the source is shown as long as no later one is asked for.
  return 'isReversed' in clip && clip.isReversed
    ? Math.floor(from * 100 / speed)
    : Math.max(0, Math.ceil((sourceLength - from) * 100 / speed) - length)
}

/** How much of a cross-fade is without material of the clip before: its last frame freezes, or it is silent. 0: nothing is missing. */
export function missingMaterial(before: Played, { crossIn, length }: Pick<Played, 'crossIn' | 'length'>): number {
  return Math.max(0, Math.min(crossIn, length) - materialAfter(before))
}

/** How long a new cross-fade is. */
const usualSeconds = 0.5

/** Edits, and for how many seconds the longest of the new cross-fades freezes a last frame; a sound without more is only quieter. */
export interface CrossFaded { readonly edits: SequenceEdit[], readonly frozenSeconds: number }

/** Every cut at which one of these clips or of those linked with them begins gets a cross-fade; where all have one, they lose it. */
export function crossFadeEdits(document: SequenceDocument, clipIds: Iterable<ClipId>): CrossFaded {
  const perSecond = document.rate.numerator / document.rate.denominator
  const cuts = linkedWith(document, clipIds).flatMap(({ track, clip }) => {
    const before = track.isLocked ? null : clipBefore(track, clip)
    return before && isPlayed(clip) ? [{ clip, before, units: isInSamples(track.kind) ? samplesPerSecond : perSecond }] : []
  })
  const isSet = cuts.some(({ clip }) => clip.crossIn === 0)
  const changed = cuts.filter(({ clip }) => !isSet || clip.crossIn === 0)
    .map(cut => ({ ...cut, crossIn: isSet ? Math.min(Math.max(1, Math.round(cut.units * usualSeconds)), cut.clip.length) : 0 }))
  return {
    edits: changed.map(({ clip, crossIn }) =>
      ({ do: 'look' in clip ? 'setPicture' : 'setSound', clipIds: [clip.id], values: { crossIn } })),
    frozenSeconds: Math.max(0, ...changed.map(({ clip, before, crossIn, units }) =>
      'look' in clip ? missingMaterial(before, { crossIn, length: clip.length }) / units : 0)),
  }
}
