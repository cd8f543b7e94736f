/** Moving the cut between two clips, and with it the edges of what is linked with them. */
import type { Clip, SequenceDocument, Track } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId } from '#contract/words.ts'
import type { Found } from './draft.ts'
import { clipsOf, endOf } from '../document.ts'
import { cutEnd, isPlayed, requireClip } from './draft.ts'
import { refuse } from './refused.ts'
import { stopAtNeighbours, trimEnd, trimmedWith, trimStart } from './trim.ts'

/** A place on a track where one clip ends, another begins, or both. */
export interface Cut { readonly track: Track, readonly before: Clip | null, readonly after: Clip | null }

export function roll(document: SequenceDocument, { clipId, byFrames, isAlone }: Extract<SequenceEdit, { do: 'roll' }>): void {
  const cuts = cutsAt(document, clipId, isAlone === true)
  for (const { track, before, after } of cuts) {
    if (before) {
      requireClip(document, before.id)
      trimEnd(track, before, byFrames, document.rate)
    }
    if (after)
      trimStart(track, after, byFrames, document.rate, before !== null)
    if (before && after && endOf(before) !== after.start)
      cutEnd(before, after.start)
  }
  const settled = new Set(cuts.flatMap(({ before, after }) => [before, after]).flatMap(clip => clip?.id ?? []))
  for (const { track, before, after } of cuts) {
    const clip = before && after ? null : before ?? after
    if (clip)
      stopAtNeighbours({ track, clip }, { edge: before ? 'end' : 'start' }, { settled, rate: document.rate })
  }
}

/**
 * The cut where this clip begins, first, and those of other tracks that belong to it: where a clip that is linked with one of its sides has
 * its edge in the same frame. A caption moves only with one that ends where it starts: of a line with several, the first begins there by
 * its words. @throws EditRefusedError gone, locked-track, no-neighbour
 */
export function cutsAt(document: SequenceDocument, clipId: ClipId, isAlone: boolean): readonly Cut[] {
  const { track, clip } = requireClip(document, clipId)
  const before = clipBefore({ track, clip }) ?? refuse('no-neighbour', clipId)
  const own: Cut = { track, before, after: clip }
  return isAlone ? [own] : [own, ...cutsWith(document, before, clip)]
}

function cutsWith(document: SequenceDocument, cut: Clip, clip: Clip): Cut[] {
  const starts = trimmedWith(document, [clip.id], 'start')
    .filter(found => found.clip.id !== clip.id)
    .map((found): Cut => ({ track: found.track, before: clipBefore(found), after: found.clip }))
  const met = new Set(starts.map(({ before }) => before?.id))
  const ends = trimmedWith(document, [cut.id], 'end')
    .filter(found => found.clip.id !== cut.id && !met.has(found.clip.id))
    .map((found): Cut => ({ track: found.track, before: found.clip, after: clipBehind(found) }))
  return [...starts, ...ends].filter(({ before, after }) => (before && after) || isPlayed(before ?? after ?? clip))
}

function clipBefore({ track, clip }: Found): Clip | null {
  return clipsOf(track).find(other => other.id !== clip.id && endOf(other) === clip.start) ?? null
}

function clipBehind({ track, clip }: Found): Clip | null {
  return clipsOf(track).find(other => other.id !== clip.id && other.start === endOf(clip)) ?? null
}
