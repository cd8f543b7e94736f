/** Where a take is placed that a place of a sequence was waiting for: on its track where that has room, else on another one. Pure. */
import type { IntoPlace } from '#contract/into.ts'
import type { PictureClip, PictureTrack, SequenceDocument, SoundClip, SoundingTrack } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { Take } from '#contract/takes.ts'
import type { TrackId } from '#contract/words.ts'
import { isUnset } from '../colour/grade.ts'
import { continuedClip, placeAtRate } from './awaited-place.ts'
import { clipsOf, endOf, findClip, tracksOf } from './document.ts'
import { isRefused } from './edit/in-place.ts'
import { framesOfShot, sampleOfFrame, samplesPerSecond } from './frames.ts'
import { gradeAt } from './graded.ts'
import { movedAt } from './motion.ts'
import { plainLook, plainTrack } from './new-tracks.ts'

interface AwaitedTake extends Pick<Take, 'id' | 'medium' | 'lineId'> {
  readonly asset: Pick<Take['asset'], 'durationSeconds' | 'heard'>
  /** There are other tries of it to choose from. */
  readonly hasTries?: boolean
}

const fromItsBeginning = { in: 0, speed: 100, fadeIn: 0, fadeOut: 0, crossIn: 0, linkId: null }

/**
 * None where it is placed already: by an earlier try, or because the script was assembled meanwhile. Nothing is covered, and nothing moves
 * unless the place says so. `newTrackId` is that of the track that is added where none has room.
 */
export function placedEdits(
  document: SequenceDocument,
  asked: Omit<IntoPlace, 'sequenceId'>,
  take: AwaitedTake,
  newTrackId: TrackId,
): SequenceEdit[] {
  if (findClip(document, asked.clipId))
    return []
  const place = placeAtRate(asked, document.rate)
  switch (take.medium) {
    case 'audio': return soundEdits(document, place, take, newTrackId)
    case 'picture':
    case 'video': return pictureEdits(document, place, take, newTrackId)
    case 'text': return []
    default: return take.medium satisfies never
  }
}

function soundEdits(
  document: SequenceDocument,
  { clipId, trackId, frame }: Omit<IntoPlace, 'sequenceId'>,
  { id: takeId, lineId, asset: { durationSeconds, heard } }: AwaitedTake,
  newTrackId: TrackId,
): SequenceEdit[] {
  const length = Math.floor((durationSeconds ?? 0) * samplesPerSecond)
  const sounds = tracksOf(document).flatMap((track): SoundingTrack[] => track.kind === 'speech' || track.kind === 'sound' ? [track] : [])
  const isThere = lineId !== null && sounds.some(track => clipsOf(track).some(clip => clip.lineId === lineId))
  if (length < 1 || isThere)
    return []
  const clip: SoundClip = {
    ...fromItsBeginning,
    id: clipId,
    start: sampleOfFrame(frame, document.rate),
    length,
    sourceLength: length,
    lineId,
    takeId,
    gainDb: 0,
    points: [],
    ...heard && { heard },
  }
  const free = sounds.filter(track => hasRoom(track, clip))
  const track = free.find(({ id }) => id === trackId) ?? free.find(({ kind }) => kind === 'speech')
  return track ? [placed(track.id, clip)] : onNewTrack(document, plainTrack('speech', newTrackId), clip)
}

function pictureEdits(
  document: SequenceDocument,
  { clipId, trackId, frame, frames, after, next, source, makesRoom }: Omit<IntoPlace, 'sequenceId'>,
  { id: takeId, medium, asset: { durationSeconds }, hasTries }: AwaitedTake,
  newTrackId: TrackId,
): SequenceEdit[] {
  const sourceLength = medium === 'picture' ? null : framesOfShot(durationSeconds ?? 0, document.rate)
  if (sourceLength === 0)
    return []
  const before = continuedClip(document, { after, next, source, trackId })
  // In the middle of another clip, making room would cut that in two.
  const pushes = makesRoom === true && before !== null
  const start = before ? endOf(before.clip) : frame
  const grade = before && gradeAt(before.clip, before.clip.length - 1)
  const clip: PictureClip = {
    ...fromItsBeginning,
    id: clipId,
    start,
    length: sourceLength === null ? frames : pushes ? sourceLength : Math.min(sourceLength, frames),
    sourceLength,
    lineId: null,
    takeId,
    title: null,
    look: before ? lookBehind(before.clip) : plainLook,
    ...grade && !isUnset(grade) && { grade },
    ...before?.clip.backdrop && { backdrop: before.clip.backdrop },
    ...hasTries && { hasTries },
  }
  const all = tracksOf(document).flatMap((track): PictureTrack[] => track.kind === 'pictures' ? [track] : [])
  const own = all.find(({ id }) => id === (before?.track.id ?? trackId))
  const ways = own && !own.isLocked ? waysOn(own, clip, pushes) : []
  const way = ways.find(edits => !isRefused(document, edits))
  // Above what is there, so that it is seen.
  const other = all.slice(all.findIndex(({ id }) => id === own?.id) + 1).find(track => hasRoom(track, clip))
  return way ?? (other ? [placed(other.id, clip)] : onNewTrack(document, plainTrack('pictures', newTrackId), clip))
}

/** As in the last frame of the clip. What its keys have faded out by then is seen as much as without them, so that the shot is found. */
function lookBehind(clip: PictureClip): PictureClip['look'] {
  const last = movedAt(clip, clip.length - 1)
  return { ...clip.look, ...last, opacity: last.opacity || clip.look.opacity }
}

/** A video is cut to its room, or what follows makes room. An image lasts as long as was asked for. */
function waysOn(track: PictureTrack, clip: PictureClip, pushes: boolean): SequenceEdit[][] {
  const room = roomAt(track, clip.start)
  if (room >= clip.length)
    return [[placed(track.id, clip)]]
  const cut = room > 0 ? placed(track.id, { ...clip, length: room }) : null
  if (!pushes)
    return cut && clip.sourceLength !== null ? [[cut]] : []
  const missing = { edge: 'end', byFrames: clip.length - room, ripples: true } as const
  return cut
    ? [[cut, { do: 'trim', clipIds: [clip.id], ...missing }], [cut]]
    : [[{ do: 'place', placements: [{ trackId: track.id, clip }], how: 'insert' }]]
}

/** How many frames are empty from here on; 0 where a clip is. */
function roomAt(track: PictureTrack, start: number): number {
  const next = clipsOf(track).find(clip => endOf(clip) > start)
  return next ? Math.max(0, next.start - start) : Infinity
}

function placed(trackId: TrackId, clip: SoundClip | PictureClip): SequenceEdit {
  return { do: 'place', placements: [{ trackId, clip }], how: 'free' }
}

function onNewTrack(document: SequenceDocument, track: SoundingTrack | PictureTrack, clip: SoundClip | PictureClip): SequenceEdit[] {
  return [{ do: 'addTrack', track, at: document.trackIds.length }, placed(track.id, clip)]
}

function hasRoom(track: SoundingTrack | PictureTrack, clip: SoundClip | PictureClip): boolean {
  return !track.isLocked && clipsOf(track).every(other => endOf(other) <= clip.start || other.start >= endOf(clip))
}
