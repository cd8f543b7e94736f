/** Dragging clips along and across tracks; with Alt, copies of them. */
import type { Clip } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId, TrackId } from '#contract/words.ts'
import type { Found } from '#rules/sequence/linked.ts'
import type { Row } from '../view/rows.ts'
import type { Basis, Gesture } from './gesture.ts'
import { endFrameOf, shifted, startFrameOf } from '#rules/sequence/document.ts'
import { keepMet } from '#rules/sequence/edit/ripple.ts'
import { snapPoints, snapTogether } from '#rules/sequence/edit/snap.ts'
import { linkedWith } from '#rules/sequence/linked.ts'
import { notLaid } from '#rules/sequence/not-laid.ts'
import { groupOf } from '../view/rows.ts'

export function moveGesture(basis: Basis, grabbedId: ClipId): Gesture {
  const { document } = basis
  const moving = linkedWith(document, basis.selected.has(grabbedId) ? basis.selected : [grabbedId])
  const grabbed = moving.find(({ clip }) => clip.id === grabbedId)
  const edges = [...new Set(moving.flatMap(({ track, clip }) => [
    startFrameOf(track, clip, document.rate),
    endFrameOf(track, clip, document.rate),
  ]))]
  const least = -Math.min(...moving.map(({ track, clip }) => startFrameOf(track, clip, document.rate)))
  // A copy may snap to what it is copied from.
  const points = {
    moves: snapPoints(document, new Set(moving.map(({ clip }) => clip.id)), basis.playhead),
    copies: snapPoints(document, new Set(), basis.playhead),
  }
  const copyIds = new Map(moving.map(({ clip }) => [clip.id, basis.newId<ClipId>()])) // freshly made in the form of an id
  const linkIds = new Map(moving.flatMap(({ clip }) => clip.linkId === null ? [] : [[clip.linkId, basis.newId<ClipId>()] as const]))

  return ({ byFrames, trackId, reach, isFree, copies, inserts }) => {
    const rounded = Math.round(byFrames)
    const snapped = isFree || !basis.snaps
      ? { by: rounded, to: null }
      : snapTogether(copies ? points.copies : points.moves, edges, rounded, reach)
    const by = Math.max(least, snapped.by)
    const toTracks = grabbed ? changesOf(basis.rows, moving, grabbed, trackId) : {}
    const guide = by === snapped.by ? snapped.to : null
    const name = copies ? 'copy' : 'move'
    if (by === 0 && Object.keys(toTracks).length === 0)
      return { name, edits: [], guide, by: { frames: 0 } }
    const how = inserts ? 'insert' : 'overwrite'
    if (!copies) {
      return {
        name,
        edits: [{ do: 'move', clipIds: moving.map(({ clip }) => clip.id), byFrames: by, toTracks, how }],
        guide,
        by: { frames: by },
      }
    }
    const placements = moving.map(({ track, clip }) => ({
      trackId: toTracks[clip.id] ?? track.id,
      clip: {
        ...notLaid(clip),
        id: copyIds.get(clip.id) ?? clip.id,
        linkId: clip.linkId && (linkIds.get(clip.linkId) ?? null),
        start: shifted(track.kind, clip.start, by, document.rate),
      } as Clip, // the same kind of clip as before
    }))
    keepMet(moving.map(({ track, clip }, at) => ({ from: track.id, was: clip, now: placements[at]!.clip })))
    return {
      name,
      edits: [{ do: 'place', placements, how } satisfies SequenceEdit],
      guide,
      by: { frames: by },
      selects: [...copyIds.values()],
    }
  }
}

/**
 * The tracks that clips change to when the pointer is over this one: all of the grabbed clip's kind go by as many rows, no further
 * than there are tracks for all of them.
 */
export function changesOf(rows: readonly Row[], moving: readonly Found[], grabbed: Found, overId: TrackId | null): Record<ClipId, TrackId> {
  const group = groupOf(grabbed.track.kind)
  const tracks = rows.map(row => row.track).filter(track => groupOf(track.kind) === group)
  const indexOf = (trackId: TrackId): number => tracks.findIndex(track => track.id === trackId)
  const over = overId === null ? -1 : indexOf(overId)
  const own = moving.filter(({ track }) => groupOf(track.kind) === group)
  if (over < 0)
    return {}
  const from = own.map(({ track }) => indexOf(track.id))
  const wanted = over - indexOf(grabbed.track.id)
  const by = Math.max(-Math.min(...from), Math.min(tracks.length - 1 - Math.max(...from), wanted))
  if (by === 0)
    return {}
  return Object.fromEntries(own.flatMap(({ track, clip }) => {
    const to = tracks[indexOf(track.id) + by]
    return to && !to.isLocked ? [[clip.id, to.id]] : []
  }))
}
