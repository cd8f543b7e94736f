/** Cross-fades and other transitions at cuts: which clips have one, how much is left of the source for it, and the edits that set them. */
import type { Clip, SequenceDocument, Track } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { Transition } from '#contract/transition.ts'
import type { ClipId } from '#contract/words.ts'
import type { Played } from './draft.ts'
import { mostBefore } from '../aligned.ts'
import { endOf, findClip, isInSamples, startFrameOf, tracksOf } from '../document.ts'
import { samplesPerSecond } from '../frames.ts'
import { linkedWith } from '../linked.ts'
import { framesUntil } from '../ramp.ts'
import { isEndless, isPlayed, isTarget, roomBefore } from './draft.ts'

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
export function missingMaterial(before: Played, { crossIn, crossBefore = 0, length }: Span & Pick<Played, 'length'>): number {
  return Math.max(0, Math.min(crossIn - crossBefore, length) - materialAfter(before))
}

/** How much of what is before the cut is without material of the clip that comes: its first frame freezes, or it comes later. */
export function missingBefore(before: Played, clip: Played): number {
  return Math.max(0, Math.min(clip.crossBefore ?? 0, mostBefore(before)) - roomBefore(clip))
}

/** Whether a picture waits in its first frame for that, or comes later, as a sound and a nested sequence do. */
export function holdsFirst(clip: Played): boolean {
  return 'look' in clip && !clip.nested
}

/** A transition begins at the cut, has its middle there, or ends there. */
export const alignments = ['starts', 'centred', 'ends'] as const
export type Alignment = typeof alignments[number]

type Span = Pick<Played, 'crossIn' | 'crossBefore'>

/** Null where it is none of them. */
export function alignmentOf({ crossIn, crossBefore = 0 }: Span): Alignment | null {
  if (crossBefore === 0)
    return 'starts'
  return crossBefore === crossIn ? 'ends' : Math.abs(crossIn - crossBefore * 2) <= 1 ? 'centred' : null
}

/** How much of it is before the cut. */
export function beforeCut(alignment: Alignment, units: number): number {
  return alignment === 'starts' ? 0 : alignment === 'ends' ? units : Math.floor(units / 2)
}

/** What a new cross-fade is like: how pictures come, null where they dissolve. */
export interface UsualTransition { readonly transition: Transition | null, readonly seconds: number }
export const usualTransition: UsualTransition = { transition: null, seconds: 0.5 }

/** For how many seconds the longest of the cross-fades freezes a last frame, and a first one; a sound without more is only quieter. */
export interface Freezes { readonly frozenSeconds: number, readonly heldSeconds: number }
export interface CrossFaded extends Freezes { readonly edits: SequenceEdit[] }

interface AtCut { readonly clip: Played, readonly before: Played, readonly units: number }
/** A cut with the cross-fade that it gets. */
interface Crossing extends AtCut { readonly crossIn: number, readonly crossBefore?: number, readonly transition?: Transition | null }

/** The cuts at which one of these clips or of those linked with them begins. */
function cutsOf(document: SequenceDocument, clipIds: Iterable<ClipId>): AtCut[] {
  const perSecond = document.rate.numerator / document.rate.denominator
  return linkedWith(document, clipIds).flatMap(({ track, clip }) => {
    const before = track.isLocked ? null : clipBefore(track, clip)
    return before && isPlayed(clip) ? [{ clip, before, units: isInSamples(track.kind) ? samplesPerSecond : perSecond }] : []
  })
}

/** The clips that come at the cut that is nearest to a frame, on the tracks that are targets; none where it is farther than so many frames. */
export function clipsAtCutNear(document: SequenceDocument, frame: number, within: number): ClipId[] {
  const cuts = tracksOf(document).filter(isTarget).flatMap(track => Object.values<Clip>(track.clips)
    .filter(clip => !clip.isDisabled && clipBefore(track, clip))
    .map(clip => ({ clipId: clip.id, at: startFrameOf(track, clip, document.rate) })))
  const nearest = cuts.reduce((least, { at }) => Math.min(least, Math.abs(at - frame)), Infinity)
  const found = cuts.find(({ at }) => Math.abs(at - frame) === nearest)
  return nearest > within ? [] : cuts.filter(({ at }) => at === found?.at).map(({ clipId }) => clipId)
}

function crossed(crossings: readonly Crossing[]): CrossFaded {
  const longest = (of: (crossing: Crossing, set: Played) => number): number => Math.max(0, ...crossings.map((crossing) => {
    const { clip, crossIn, crossBefore = clip.crossBefore, units } = crossing
    return holdsFirst(clip) ? of(crossing, { ...clip, crossIn, crossBefore: Math.min(crossBefore ?? 0, crossIn) }) / units : 0
  }))
  return {
    edits: crossings.map(({ clip, crossIn, crossBefore, transition }) => {
      const values = { crossIn, ...crossBefore !== undefined && crossBefore !== (clip.crossBefore ?? 0) && { crossBefore } }
      return 'look' in clip
        ? { do: 'setPicture', clipIds: [clip.id], values: { ...values, ...transition !== undefined && { transition } } }
        : { do: 'setSound', clipIds: [clip.id], values }
    }),
    frozenSeconds: longest(({ before }, set) => missingMaterial(before, set)),
    heldSeconds: longest(({ before }, set) => missingBefore(before, set)),
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

/** The cuts at which it is, and those of linked sounds and pictures that cross there, too. */
function cutsWith(document: SequenceDocument, clipId: ClipId): AtCut[] {
  const found = findClip(document, clipId)
  const at = found && startFrameOf(found.track, found.clip, document.rate)
  return cutsOf(document, [clipId]).filter(({ clip }) => {
    const own = findClip(document, clip.id)
    return clip.id === clipId || (clip.crossIn > 0 && own && startFrameOf(own.track, own.clip, document.rate) === at)
  })
}

/** In frames of the sequence, on both sides of the cut. */
export interface AroundCut { readonly before: number, readonly after: number }

/** A cross-fade of a picture and that of its sound, where they are at one cut, are as long as each other on both sides of it. */
export function crossFadeSpanEdits(document: SequenceDocument, clipId: ClipId, { before, after }: AroundCut): CrossFaded {
  const { numerator, denominator } = document.rate
  return crossed(cutsWith(document, clipId).map((cut) => {
    const unitsOf = (frames: number): number => Math.round(cut.units * frames * denominator / numerator)
    const crossBefore = Math.min(unitsOf(before), mostBefore(cut.before))
    return { ...cut, crossIn: crossBefore + Math.min(unitsOf(after), cut.clip.length), crossBefore }
  }))
}

/** What a clip has to say of its transition to be so long, and as it was at its cut. */
export function crossValues(clip: Played, units: number): { crossIn: number, crossBefore?: number } {
  const alignment = alignmentOf(clip)
  const crossBefore = alignment === null ? Math.min(clip.crossBefore ?? 0, units) : beforeCut(alignment, units)
  return { crossIn: Math.min(units, clip.length + crossBefore), ...crossBefore !== (clip.crossBefore ?? 0) && { crossBefore } }
}

/** It is as long on both sides of the cut as it was, in proportion; one that is not aligned keeps what is before the cut. */
export function crossFadeLengthEdits(document: SequenceDocument, clipId: ClipId, seconds: number): CrossFaded {
  const around = aroundCut(document, clipId)
  const length = seconds <= 0 ? 0 : Math.max(1, Math.round(seconds * document.rate.numerator / document.rate.denominator))
  const before = around.alignment === null ? Math.min(around.before, length) : beforeCut(around.alignment, length)
  return crossFadeSpanEdits(document, clipId, { before, after: length - before })
}

/** The same length at another place. */
export function alignmentEdits(document: SequenceDocument, clipId: ClipId, alignment: Alignment): CrossFaded {
  const { before, after } = aroundCut(document, clipId)
  const moved = beforeCut(alignment, before + after)
  return crossFadeSpanEdits(document, clipId, { before: moved, after: before + after - moved })
}

/** What there is of it on both sides of its cut, in whole frames. */
export function aroundCut({ rate, ...document }: SequenceDocument, clipId: ClipId): AroundCut & { readonly alignment: Alignment | null } {
  const found = findClip(document, clipId)
  if (!found || !isPlayed(found.clip))
    return { before: 0, after: 0, alignment: 'starts' }
  const { clip, track } = found
  const perUnit = isInSamples(track.kind) ? rate.numerator / (rate.denominator * samplesPerSecond) : 1
  const [all, before] = [clip.crossIn, clip.crossBefore ?? 0].map(units => Math.round(units * perUnit)) as [number, number]
  return { before, after: Math.max(0, all - before), alignment: alignmentOf(clip) }
}
