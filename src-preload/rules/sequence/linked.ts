/** Clips that are linked, such as a shot and its sound; and edits of some of them that leave the others as they are. */
import type { Clip, SequenceDocument, Track } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId } from '#contract/words.ts'
import { findClip, tracksOf } from './document.ts'

export interface Found { readonly track: Track, readonly clip: Clip }

/** These and what is linked with them, as edits move them. */
export function linkedWith(document: SequenceDocument, clipIds: Iterable<ClipId>): Found[] {
  const found = new Map<ClipId, Found>()
  for (const id of clipIds) {
    const one = findClip(document, id)
    if (one)
      found.set(id, one)
  }
  const links = new Set([...found.values()].flatMap(({ clip }) => clip.linkId ?? []))
  if (links.size === 0)
    return [...found.values()]
  for (const track of tracksOf(document)) {
    for (const clip of Object.values<Clip>(track.clips)) {
      if (clip.linkId !== null && links.has(clip.linkId))
        found.set(clip.id, { track, clip })
    }
  }
  return [...found.values()]
}

/** These are linked with nothing any more. What they were linked with stays linked, and may be locked. */
export function unlinkAlone(clipIds: readonly ClipId[]): SequenceEdit {
  return { do: 'link', clipIds: [...clipIds], linkId: null, isAlone: true }
}

/** Removes these without what is linked with them. */
export function removeAlone(clipIds: readonly ClipId[]): SequenceEdit[] {
  return clipIds.length > 0 ? [unlinkAlone(clipIds), { do: 'remove', clipIds: [...clipIds], closesGap: false }] : []
}
