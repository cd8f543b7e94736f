/** Where a new adjustment clip is placed: over the selected pictures, else at the playhead, and above all pictures of its time. Pure. */
import type { SequenceDocument, Track } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId, TrackId } from '#contract/words.ts'
import { adjustmentClip } from '#rules/sequence/adjustment.ts'
import { endOf, tracksOf } from '#rules/sequence/document.ts'
import { plainStillSeconds, plainTrack } from '#rules/sequence/new-tracks.ts'
import { nominalRate } from '#rules/sequence/timecode.ts'

interface Wish {
  readonly id: ClipId
  /** Of the track where there is no other place. */
  readonly trackId: TrackId
  readonly selected: ReadonlySet<ClipId>
  readonly frame: number
}

export function addedAdjustment(document: SequenceDocument, { id, trackId, selected, frame }: Wish): SequenceEdit[] {
  const tracks = tracksOf(document).filter(track => track.kind === 'pictures')
  const chosen = tracks.flatMap(track => Object.values(track.clips)).filter(clip => selected.has(clip.id))
  const start = Math.min(...chosen.length > 0 ? chosen.map(clip => clip.start) : [frame])
  const usual = Math.max(1, Math.round((document.stillSeconds ?? plainStillSeconds) * nominalRate(document.rate)))
  const length = chosen.length > 0 ? Math.max(...chosen.map(endOf)) - start : usual
  const inside = (track: Track & { kind: 'pictures' }) =>
    Object.values(track.clips).filter(clip => clip.start < start + length && endOf(clip) > start)
  // Titles may stay above it.
  const highest = tracks.findLastIndex(track => inside(track).some(clip => clip.title === null))
  const free = tracks.slice(highest + 1).find(track => !track.isLocked && !track.isMuted && inside(track).length === 0)
  const track = free ?? plainTrack('pictures', trackId)
  return [
    ...free ? [] : [{ do: 'addTrack', track, at: document.trackIds.length } as const],
    { do: 'place', placements: [{ trackId: track.id, clip: adjustmentClip({ id, start, length }) }], how: 'free' },
  ]
}
