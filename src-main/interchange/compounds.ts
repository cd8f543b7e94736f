/** Nested sequences as compounds: each sequence is listed once, in the size and frame rate of the film, and pieces play parts of it. */
import type { PictureTrack, SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceId, TakeId, TrackId } from '#contract/words.ts'
import type { InnerOf } from '#rules/sequence/nested/flat.ts'
import type { NestedClip } from '#rules/sequence/nested/nested-clips.ts'
import type { Range } from '#rules/sequence/range.ts'
import type { Compound, EditInput, NestedPiece, PictureLane } from './edit-list.ts'
import type { OpacityKey } from './keys.ts'
import { clipsOf, endOf, tracksOf } from '#rules/sequence/document.ts'
import { isSameRate } from '#rules/sequence/frame-rates.ts'
import { crossedFrom, flat } from '#rules/sequence/nested/flat.ts'
import { groupOf } from '#rules/sequence/nested/group.ts'
import { isDrawnApart, nestedOn } from '#rules/sequence/nested/nested-clips.ts'
import { fitted } from '#rules/sequence/nested/pieces.ts'
import { placeOf } from '#rules/sequence/ramp.ts'
import { placedAt, resolve } from '#rules/sequence/resolve.ts'
import { silentDb, turningPoints } from './keys.ts'
import { rampOf, speedOf } from './lanes.ts'
import { oneRow } from './one-row.ts'

type ContentOf = (input: EditInput, range: Range, compounds: readonly Compound[]) => Omit<Compound, 'id' | 'isFitted'>

/** Each before those that play it. One that is gone, or in itself, plays nothing: it is not listed. */
export function compoundsOf(input: EditInput & { readonly innerOf: InnerOf }, contentOf: ContentOf): Compound[] {
  const { sequence: outer } = input
  const known = new Map<SequenceId, SequenceDocument | null>()
  // The same object each time: what is known of it is kept by it.
  const innerOf: InnerOf = (id) => {
    const inner = known.has(id) ? known.get(id) ?? null : input.innerOf(id)
    const filed = inner && !known.has(id) ? withFiles(inner, input.hasFile) : inner
    known.set(id, filed)
    return filed
  }
  const compounds: Compound[] = []
  const begun = new Set<SequenceId>()
  const visit = (document: SequenceDocument): void => {
    for (const id of ownNested(document)) {
      const inner = begun.has(id) ? null : innerOf(id)
      begun.add(id)
      if (!inner)
        continue
      visit(inner)
      const sequence = flat({ ...fitted(inner, outer), inFrame: null, outFrame: null }, innerOf, [id])
      const range = { startFrame: 0, frames: resolve(sequence).durationFrames }
      const isFitted = inner.width !== outer.width || inner.height !== outer.height || !isSameRate(inner.rate, outer.rate)
      compounds.push({ id, isFitted, ...contentOf({ ...input, sequence, innerOf }, range, compounds) })
    }
  }
  visit(outer)
  return compounds
}

/** Of a flat document, too: those of the tracks that play for its clips are theirs. */
function ownTracks(document: SequenceDocument): PictureTrack[] {
  return tracksOf(document).filter(track => track.kind === 'pictures').filter(track => !track.isMuted && !('nest' in track))
}

function ownNested(document: SequenceDocument): SequenceId[] {
  return [...new Set(ownTracks(document).flatMap(track => nestedOn(track).map(({ nested }) => nested.sequenceId)))]
}

/** Without clips of takes that are not listed. */
function withFiles(document: SequenceDocument, hasFile: (takeId: TakeId) => boolean): SequenceDocument {
  const tracks = tracksOf(document).map((track) => {
    const kept = clipsOf(track).filter(clip => !('takeId' in clip) || clip.takeId === null || hasFile(clip.takeId))
    return [track.id, { ...track, clips: Object.fromEntries(kept.map(clip => [clip.id, clip])) }]
  })
  // Clips of the same kinds.
  return { ...document, tracks: Object.fromEntries(tracks) as SequenceDocument['tracks'] }
}

/** By the track that they are on. */
export function nestedOf(
  document: SequenceDocument,
  range: Range,
  compounds: readonly Compound[],
): ReadonlyMap<TrackId, NonNullable<PictureLane['nested']>> {
  const names = new Map(compounds.map(({ id, name }) => [id, name]))
  const isSoloed = tracksOf(document).some(track => 'isSoloed' in track && track.isSoloed)
  const lanes = new Map<TrackId, NonNullable<PictureLane['nested']>>()
  for (const track of ownTracks(document)) {
    const clips = nestedOn(track).filter(({ nested }) => names.has(nested.sequenceId)).toSorted((a, b) => a.start - b.start)
    const piece = (clip: NestedClip, from: number, end: number): NestedPiece[] => {
      const start = Math.max(from, range.startFrame)
      const length = Math.min(end, range.startFrame + range.frames) - start
      const { nested: { sequenceId, gainDb = 0, pan = 0 }, isDisabled = false } = clip
      const plusFrames = isDisabled ? 0 : crossedFrom(track, clip)
      return length <= 0
        ? []
        : [{
            ...{ clipId: clip.id, name: oneRow(names.get(sequenceId) ?? ''), of: sequenceId, isDisabled, pan },
            ...{ start: start - range.startFrame, length, speed: clip.isFrozen ? 100 : speedOf(clip, start - clip.start, length) },
            in: firstOf(clip, start - clip.start, length),
            ...clip.ramp && !clip.isFrozen && { ramp: rampOf(clip, clip.ramp, start - clip.start, length) },
            ...clip.isFrozen ? { isFrozen: true as const } : clip.isReversed && { isReversed: true as const },
            keys: opacityKeys(clip, { plusFrames, offset: start - clip.start, length }),
            db: isSoloed ? silentDb : gainDb,
            ...isLooked(clip) && { isPlaced: true },
            ...clip.backdrop && { hasBackdrop: true },
          }]
    }
    const pieces = clips.flatMap(clip => piece(clip, clip.start, endOf(clip)))
    const playing = clips.filter(({ isDisabled }) => !isDisabled)
    const tails = playing.flatMap(clip => piece(clip, endOf(clip), endOf(clip) + crossedFrom(track, clip)))
    if (pieces.length + tails.length > 0)
      lanes.set(track.id, { pieces, tails })
  }
  return lanes
}

/** What is first in its part of the sequence, of so many frames. */
function firstOf(clip: NestedClip, offset: number, length: number): number {
  return Math.max(0, placeOf(clip, clip.isFrozen ? 0 : clip.isReversed ? clip.length - offset - length : offset) / 100)
}

/** Whether it is a picture for more than its speed and its background. */
function isLooked(clip: NestedClip): boolean {
  const { isReversed: _, isFrozen: __, ramp: ___, backdrop: ____, ...plain } = clip
  return isDrawnApart({ ...plain, speed: 100 })
}

interface Part { readonly plusFrames: number, readonly offset: number, readonly length: number }

function opacityKeys(clip: NestedClip, { plusFrames, offset, length }: Part): OpacityKey[] {
  // Other programs dissolve.
  const { transition: _, ...dissolving } = clip
  const [edge] = clipsOf(groupOf(dissolving, { plusFrames, leaves: null, canvas: null, pace: null })?.above ?? { clips: {} })
  if (!edge)
    return [{ at: 0, opacity: 1 }]
  const values = Array.from({ length }, (_, at) => placedAt(edge, offset + at).opacity)
  return turningPoints(values.map(value => [value]), 1e-4).map(at => ({ at, opacity: values[at] ?? 1 }))
}
