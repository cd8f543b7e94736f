/** The pictures that a nested clip shows: those of the tracks that play for it in a flat document. Pure. */
import type { PictureClip, SequenceDocument } from '#contract/sequence-document.ts'
import type { ClipId } from '#contract/words.ts'
import type { Nest } from './nest.ts'
import { playingOf, tracksOf } from '../document.ts'
import { nestOf, within } from './nest.ts'

/** Frames of the outer sequence between which the clip is seen. */
export interface ShownInside { readonly clip: PictureClip, readonly nest: Nest, readonly from: number, readonly until: number }

/** The lowest first, without titles. Empty for a clip that is no sequence, and for one whose sequence cannot be read. */
export function shownInside(flat: SequenceDocument, clipId: ClipId): ShownInside[] {
  return tracksOf(flat).flatMap((track): ShownInside[] => {
    const nest = nestOf(track)
    if (track.kind !== 'pictures' || track.isMuted || nest?.path[0] !== clipId)
      return []
    return playingOf(track)
      .filter(clip => clip.takeId !== null)
      .map(clip => ({ clip, nest, ...within(nest, clip) }))
      .filter(({ from, until }) => until > from)
  })
}
