/** Clips that play another sequence: which a document has, and the new one of a sequence. */
import type { FrameRate, Nested, PictureClip, PictureTrack, SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId, SequenceId } from '#contract/words.ts'
import type { Tracks } from '../document.ts'
import { mostFrames } from '#contract/sequence-limits.ts'
import { durationFrames, tracksOf } from '../document.ts'
import { hasColourKeys } from '../graded.ts'
import { lookProperties } from '../motion.ts'
import { plainLook } from '../new-tracks.ts'
import { consumedBy } from '../ramp.ts'
import { rangeOf } from '../range.ts'

export type NestedClip = PictureClip & { nested: Nested }

export function isNested(clip: object): clip is NestedClip {
  return 'nested' in clip && clip.nested !== undefined
}

const none: readonly NestedClip[] = []
// An edit makes new objects only of what it touches.
const known = new WeakMap<PictureTrack['clips'], readonly NestedClip[]>()

export function nestedOn({ clips }: PictureTrack): readonly NestedClip[] {
  const kept = known.get(clips)
  if (kept)
    return kept
  const found = Object.values(clips).filter(isNested)
  const nested = found.length === 0 ? none : found
  known.set(clips, nested)
  return nested
}

/** The sequences that are clips of this one, each once; also those of disabled clips and of muted tracks. */
export function nestedIds(document: Tracks): SequenceId[] {
  const clips = tracksOf(document).flatMap(track => track.kind === 'pictures' ? nestedOn(track) : [])
  return [...new Set(clips.map(({ nested }) => nested.sequenceId))]
}

/** Whether its picture is ever less than opaque as a whole. */
export function isMixed({ look, keys, fadeIn, fadeOut, crossIn }: NestedClip): boolean {
  return look.opacity !== 1 || keys?.opacity !== undefined || fadeIn > 0 || fadeOut > 0 || crossIn > 0
}

/** Whether it is ever elsewhere, larger, smaller, turned or cropped. */
export function isPlaced({ look, keys = {} }: NestedClip): boolean {
  return look.x !== 0 || look.y !== 0 || look.scale !== 1 || look.rotation !== 0 || Object.values(look.crop).some(cut => cut !== 0)
    || lookProperties.some(property => property !== 'opacity' && keys[property] !== undefined)
}

/** Whether it plays its sequence otherwise than that plays by itself. */
export function isPaced({ speed, ramp, isReversed, isFrozen }: Pick<PictureClip, 'speed' | 'ramp' | 'isReversed' | 'isFrozen'>): boolean {
  return speed !== 100 || ramp !== undefined || isReversed === true || isFrozen === true
}

/** Whether it is drawn on a canvas of its own, which is then placed, cropped, turned, graded or brought by a transition as one picture; what has another speed is the picture of each frame. */
export function isDrawnApart(clip: NestedClip): boolean {
  return isPaced(clip) || isPlaced(clip) || (clip.crossIn > 0 && clip.transition !== undefined)
    || clip.nested.keepsShape === true || clip.backdrop !== undefined || clip.grade !== undefined || hasColourKeys(clip)
}

/** The first frame of its sequence after the part that it plays. */
export function playedUntil(clip: NestedClip): number {
  return clip.in + (clip.isFrozen ? 1 : consumedBy(clip))
}

/** How many frames of another rate it lasts, at least one. */
export function nestedFrames(inner: SequenceDocument, rate: FrameRate): number {
  return framesInRate(durationFrames(inner), inner.rate, rate)
}

/** At least one. */
export function framesInRate(frames: number, from: FrameRate, to: FrameRate): number {
  const there = Math.round(frames * to.numerator * from.denominator / (to.denominator * from.numerator))
  return Math.min(mostFrames, Math.max(1, there))
}

/** What clips say of how long their sequences are, where that has changed. */
export function measuredEdits(document: SequenceDocument, innerOf: (id: SequenceId) => SequenceDocument | undefined): SequenceEdit[] {
  const clips = tracksOf(document).flatMap(track => track.kind === 'pictures' ? nestedOn(track) : [])
  return nestedIds(document).flatMap((sequenceId) => {
    const inner = innerOf(sequenceId)
    const frames = inner && nestedFrames(inner, document.rate)
    const isOld = frames !== undefined && clips.some(clip =>
      clip.nested.sequenceId === sequenceId && clip.sourceLength !== Math.max(frames, playedUntil(clip)))
    return isOld ? [{ do: 'setNested', sequenceId, frames }] : []
  })
}

interface Placed { readonly id: ClipId, readonly sequenceId: SequenceId, readonly start: number }

/** From its in to its out point; null where that is empty. */
export function nestedClip(
  inner: SequenceDocument,
  { id, sequenceId, start, rate }: Placed & { readonly rate: FrameRate },
): NestedClip | null {
  const whole = durationFrames(inner)
  const range = rangeOf(inner, whole)
  if (range.frames === 0)
    return null
  const sourceLength = nestedFrames(inner, rate)
  const from = range.startFrame === 0 ? 0 : Math.min(sourceLength - 1, framesInRate(range.startFrame, inner.rate, rate))
  const length = Math.max(1, Math.min(sourceLength - from, framesInRate(range.frames, inner.rate, rate)))
  return { ...wholeClip({ id, sequenceId, start, length: sourceLength }), length, in: from }
}

/** All of a sequence that lasts so many frames. */
export function wholeClip({ id, sequenceId, start, length }: Placed & { readonly length: number }): NestedClip {
  return {
    ...{ id, start, length, linkId: null, in: 0, sourceLength: length, speed: 100, fadeIn: 0, fadeOut: 0, crossIn: 0 },
    ...{ lineId: null, takeId: null, title: null, nested: { sequenceId }, look: plainLook },
  }
}
