/** Where a take is placed that a place of a sequence was waiting for: on its track where that has room, else on another one. Pure. */
import type { IntoPlace } from '#contract/into.ts'
import type { SequenceDocument, SoundClip, SoundingTrack } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { Take } from '#contract/takes.ts'
import type { TrackId } from '#contract/words.ts'
import { clipsOf, endOf, findClip, tracksOf } from './document.ts'
import { sampleOfFrame, samplesPerSecond } from './frames.ts'
import { plainTrack } from './new-tracks.ts'

interface AwaitedTake extends Pick<Take, 'id' | 'medium' | 'lineId'> {
  readonly asset: Pick<Take['asset'], 'durationSeconds' | 'heard'>
}

/**
 * None where it is placed already: by an earlier try, or because the script was assembled meanwhile. Nothing is covered or moved.
 * `newTrackId` is that of the track that is added where none has room.
 */
export function placedEdits(
  document: SequenceDocument,
  { clipId, trackId, frame }: Pick<IntoPlace, 'clipId' | 'trackId' | 'frame'>,
  { id: takeId, medium, lineId, asset: { durationSeconds, heard } }: AwaitedTake,
  newTrackId: TrackId,
): SequenceEdit[] {
  const length = Math.floor((durationSeconds ?? 0) * samplesPerSecond)
  const sounds = soundsOf(document)
  const isThere = findClip(document, clipId) !== null
    || (lineId !== null && sounds.some(track => clipsOf(track).some(clip => clip.lineId === lineId)))
  if (medium !== 'audio' || length < 1 || isThere)
    return []
  const clip: SoundClip = {
    id: clipId,
    start: sampleOfFrame(frame, document.rate),
    length,
    linkId: null,
    in: 0,
    sourceLength: length,
    speed: 100,
    fadeIn: 0,
    fadeOut: 0,
    crossIn: 0,
    lineId,
    takeId,
    gainDb: 0,
    points: [],
    ...heard && { heard },
  }
  const free = sounds.filter(track => hasRoom(track, clip))
  const track = free.find(({ id }) => id === trackId) ?? free.find(({ kind }) => kind === 'speech')
  const added = track ? null : plainTrack('speech', newTrackId)
  return [
    ...added ? [{ do: 'addTrack', track: added, at: document.trackIds.length } as const] : [],
    { do: 'place', placements: [{ trackId: track?.id ?? newTrackId, clip }], how: 'free' },
  ]
}

function soundsOf(document: SequenceDocument): SoundingTrack[] {
  return tracksOf(document).flatMap(track => track.kind === 'speech' || track.kind === 'sound' ? [track] : [])
}

function hasRoom(track: SoundingTrack, clip: SoundClip): boolean {
  return !track.isLocked && clipsOf(track).every(other => endOf(other) <= clip.start || other.start >= endOf(clip))
}
