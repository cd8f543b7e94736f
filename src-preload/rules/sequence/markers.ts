/** Markers of a sequence and of its clips, as places on the timeline. */
import type { Clip, ClipMarker, FrameRate, Marker, PictureClip, SequenceDocument, SoundClip, Track } from '#contract/sequence-document.ts'
import type { ClipId, MarkerId } from '#contract/words.ts'
import { clipsOf, isInSamples, tracksOf, unitOfFrame } from './document.ts'
import { frameAtSample } from './frames.ts'
import { nestOf } from './nested/nest.ts'
import { outside } from './nested/pace.ts'
import { framesUntil, placeOf } from './ramp.ts'

/** A marker, the frame where it is seen, and the clip that it belongs to; null for the sequence's own. */
export interface PlacedMarker {
  readonly frame: number
  readonly marker: Marker | ClipMarker
  readonly clipId: ClipId | null
}

/** Those of a clip that are in the part that it plays, in order of time. */
export function markersOfClip(track: Pick<Track, 'kind'>, clip: Clip, rate: FrameRate): PlacedMarker[] {
  if (!('in' in clip) || clip.markers === undefined)
    return []
  return clip.markers.flatMap((marker) => {
    const into = Math.round(framesUntil(clip, marker.at * 100))
    const by = isBackwards(clip) ? clip.length - 1 - into : into
    if (by < 0 || by >= clip.length)
      return []
    const unit = clip.start + by
    return [{ frame: isInSamples(track.kind) ? frameAtSample(unit, rate) : unit, marker, clipId: clip.id }]
  }).sort((a, b) => a.frame - b.frame)
}

/** All of them, in order of time. */
export function placedMarkers(document: SequenceDocument): PlacedMarker[] {
  const own = Object.values(document.markers).map((marker): PlacedMarker => ({ frame: marker.at, marker, clipId: null }))
  const { rate } = document
  const markersOn = (track: Track): PlacedMarker[] => clipsOf(track).flatMap(clip => markersOfClip(track, clip, rate))
  const ofClips = tracksOf(document).flatMap(track => markersOn(track).flatMap(placed => seenThrough(track, placed, rate)))
  return [...own, ...ofClips].sort((a, b) => a.frame - b.frame)
}

/** In a sequence of another speed, where the film shows it, if it does. */
function seenThrough(track: Track, placed: PlacedMarker, rate: FrameRate): PlacedMarker[] {
  const nest = nestOf(track)
  if (!nest?.paces)
    return [placed]
  const [from, until] = [placed.frame, placed.frame + 1].map(frame => unitOfFrame(track.kind, frame, rate))
  const seen = outside(nest.paces, { from: from!, until: until! })
  const frame = isInSamples(track.kind) ? frameAtSample(seen.from, rate) : seen.from
  return seen.from < seen.until ? [{ ...placed, frame }] : []
}

/** The place in its source that a clip plays `byUnits` after its start, in the unit of its track. */
export function sourceAt(clip: PictureClip | SoundClip, byUnits: number): number {
  return Math.round(placeOf(clip, isBackwards(clip) ? clip.length - 1 - byUnits : byUnits) / 100)
}

function isBackwards(clip: PictureClip | SoundClip): boolean {
  return 'isReversed' in clip && clip.isReversed === true
}

/** What names a marker: copies of a clip have markers with the same ids. `clipId` is null for the sequence's own. */
export interface MarkerAt {
  readonly markerId: MarkerId
  readonly clipId: ClipId | null
}

export function markerAt({ marker, clipId }: PlacedMarker): MarkerAt {
  return { markerId: marker.id, clipId }
}

export function isAt({ marker, clipId }: PlacedMarker, at: MarkerAt): boolean {
  return marker.id === at.markerId && clipId === at.clipId
}
