/** Where a shot can be generated on the tracks, and with which moments of its neighbours it begins and ends. Pure. */
import type { PictureClip, PictureTrack, SequenceDocument } from '#contract/sequence-document.ts'
import type { ClipId, TrackId } from '#contract/words.ts'
import type { SourceMoment } from './match-frame.ts'
import { clipsOf, endOf, tracksOf } from './document.ts'
import { momentIn } from './match-frame.ts'
import { isNested } from './nested/nested-clips.ts'
import { shownInside } from './nested/shown-inside.ts'

/** An empty stretch of a track, next to at least one clip. */
export interface Gap {
  readonly trackId: TrackId
  readonly from: number
  /** Null after the last clip. */
  readonly until: number | null
  readonly before: PictureClip | null
  readonly after: PictureClip | null
}

export interface ShownClip { readonly track: PictureTrack, readonly clip: PictureClip }

/** Lowest first. */
function pictureTracksOf(document: SequenceDocument): PictureTrack[] {
  return tracksOf(document).flatMap((track): PictureTrack[] => track.kind === 'pictures' ? [track] : [])
}

function clipAt(track: PictureTrack, frame: number): PictureClip | undefined {
  return clipsOf(track).find(clip => clip.start <= frame && endOf(clip) > frame)
}

/** Null where a clip is, on a locked track, and on one without clips. */
export function gapAt(document: SequenceDocument, trackId: TrackId, frame: number): Gap | null {
  const track = document.tracks[trackId]
  if (track?.kind !== 'pictures' || track.isLocked || clipAt(track, frame))
    return null
  const before = clipsOf(track).findLast(clip => endOf(clip) <= frame) ?? null
  const after = clipsOf(track).find(clip => clip.start > frame) ?? null
  return before || after
    ? { trackId, from: before ? endOf(before) : 0, until: after?.start ?? null, before, after }
    : null
}

/** On the track that was clicked last; else, while no picture is seen at the frame, on the lowest one that has a gap there. */
export function gapHere(document: SequenceDocument, frame: number, clicked: TrackId | null): Gap | null {
  const all = pictureTracksOf(document)
  const own = clicked === null ? null : gapAt(document, clicked, frame)
  if (own || all.some(track => clipAt(track, frame)))
    return own
  return all.map(({ id }) => gapAt(document, id, frame)).find(gap => gap !== null) ?? null
}

/** The uppermost clip with a take, or with a sequence, at this frame, or the one that is named, wherever that is. Null on a locked track. */
export function shotHere(document: SequenceDocument, frame: number, named: ClipId | null): ShownClip | null {
  const all = pictureTracksOf(document).filter(track => !track.isLocked).toReversed()
  const found = all.flatMap((track) => {
    const clip = (named === null ? undefined : track.clips[named]) ?? clipAt(track, frame)
    return clip && (clip.takeId !== null || isNested(clip)) ? [{ track, clip }] : []
  })
  return found.find(({ clip }) => clip.id === named) ?? found[0] ?? null
}

/** The moments of takes with which a shot begins and ends that fills a gap. Null where there is only a title, or nothing. */
export function momentsAround(
  { before, after }: Gap,
  flat: SequenceDocument,
): { readonly first: SourceMoment | null, readonly last: SourceMoment | null } {
  return { first: before && lastMomentOf(before, flat), last: after && momentShown(after, after.start, flat) }
}

export function lastMomentOf(clip: PictureClip, flat: SequenceDocument): SourceMoment | null {
  return momentShown(clip, endOf(clip) - 1, flat)
}

/** Of a nested clip, the moment of the uppermost take that is seen in it. */
function momentShown(clip: PictureClip, frame: number, flat: SequenceDocument): SourceMoment | null {
  if (!isNested(clip))
    return momentIn(clip, frame, flat)
  const inside = shownInside(flat, clip.id).findLast(({ from, until }) => from <= frame && until > frame)
  return inside ? momentIn(inside.clip, frame, flat, inside.nest) : null
}

/** The track on which an image that begins at this frame is seen: above all that is there, and free for so long; null for a new one. */
export function trackForStill(
  document: SequenceDocument,
  { frame, frames, clicked }: { readonly frame: number, readonly frames: number, readonly clicked: TrackId | null },
): TrackId | null {
  const all = pictureTracksOf(document)
  const end = frame + frames
  const isFree = (track: PictureTrack): boolean => clipsOf(track).every(clip => endOf(clip) <= frame || clip.start >= end)
  const above = all.slice(all.findLastIndex(track => !isFree(track)) + 1).filter(track => !track.isLocked)
  return (above.find(({ id }) => id === clicked) ?? above[0])?.id ?? null
}

/** How many frames are empty on every track from here on; null while no clip follows. None where a picture is seen. */
export function emptyFrom(document: SequenceDocument, frame: number): number | null {
  const ahead = pictureTracksOf(document).flatMap(track => clipsOf(track)).filter(clip => endOf(clip) > frame)
  return ahead.length === 0 ? null : Math.max(0, Math.min(...ahead.map(clip => clip.start)) - frame)
}
