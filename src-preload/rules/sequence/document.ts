/** Reads the document of a sequence: its tracks in order, its clips in order of time, and where they are in frames. */
import type {
  CaptionClip,
  Clip,
  FrameRate,
  PictureClip,
  SequenceDocument,
  SoundClip,
  Track,
  TrackKind,
} from '#contract/sequence-document.ts'
import type { ClipId } from '#contract/words.ts'
import { frameAtSample, frameFromSample, sampleOfFrame } from './frames.ts'
import { nestOf } from './nested/nest.ts'

export type Tracks = Pick<SequenceDocument, 'trackIds' | 'tracks'>
/** What the order and the place of clips depend on. */
export type Timeline = Tracks & Pick<SequenceDocument, 'rate'>

/** Lowest first. */
export function tracksOf({ trackIds, tracks }: Tracks): Track[] {
  return trackIds.flatMap(id => tracks[id] ?? [])
}

/** In order of time. */
export function clipsOf(track: { clips: Record<string, PictureClip> }): PictureClip[]
export function clipsOf(track: { clips: Record<string, SoundClip> }): SoundClip[]
export function clipsOf(track: { clips: Record<string, CaptionClip> }): CaptionClip[]
export function clipsOf(track: Track): Clip[]
export function clipsOf({ clips }: { clips: Record<string, Clip> }): Clip[] {
  return Object.values(clips).sort((a, b) => a.start - b.start)
}

/** Those that play, in order of time: without the disabled ones, and sequences, whose own tracks play for them in a flat document. */
export function playingOf(track: { clips: Record<string, PictureClip> }): PictureClip[]
export function playingOf(track: { clips: Record<string, SoundClip> }): SoundClip[]
export function playingOf(track: { clips: Record<string, CaptionClip> }): CaptionClip[]
export function playingOf(track: Track): Clip[]
export function playingOf(track: { clips: Record<string, Clip> }): Clip[] {
  return Object.values(track.clips).filter(clip => !clip.isDisabled && !('nested' in clip && clip.nested)).sort((a, b) => a.start - b.start)
}

/** The first unit after a clip. */
export function endOf({ start, length }: Pick<Clip, 'start' | 'length'>): number {
  return start + length
}

/** Whether the times on tracks of this kind are samples at 48 kHz; on others they are frames. */
export function isInSamples(kind: TrackKind): boolean {
  return kind === 'speech' || kind === 'sound'
}

/** The frame in which the clip begins. */
export function startFrameOf({ kind }: Pick<Track, 'kind'>, { start }: Pick<Clip, 'start'>, rate: FrameRate): number {
  return isInSamples(kind) ? frameAtSample(start, rate) : start
}

/** The first frame after the clip. */
export function endFrameOf({ kind }: Pick<Track, 'kind'>, clip: Pick<Clip, 'start' | 'length'>, rate: FrameRate): number {
  return isInSamples(kind) ? frameFromSample(endOf(clip), rate) : endOf(clip)
}

/** The place on a track of this kind where the frame begins. */
export function unitOfFrame(kind: TrackKind, frame: number, rate: FrameRate): number {
  return isInSamples(kind) ? sampleOfFrame(frame, rate) : frame
}

/** The place that is this many frames later. A sound keeps its distance from the beginning of its frame. */
export function shifted(kind: TrackKind, unit: number, byFrames: number, rate: FrameRate): number {
  if (!isInSamples(kind))
    return unit + byFrames
  const frame = frameAtSample(unit, rate)
  return unit + sampleOfFrame(frame + byFrames, rate) - sampleOfFrame(frame, rate)
}

/** The clip and its track. */
export function findClip(document: Tracks, clipId: ClipId): { track: Track, clip: Clip } | null {
  for (const id of document.trackIds) {
    const track = document.tracks[id]
    const clip = track?.clips[clipId]
    if (track && clip)
      return { track, clip }
  }
  return null
}

/** The end of the last clip of any track, muted ones too. What plays in a nested sequence lasts as long as its clip. */
export function durationFrames(document: Timeline): number {
  return tracksOf(document).reduce((longest, track) => nestOf(track)
    ? longest
    : Object.values<Clip>(track.clips).reduce((end, clip) => Math.max(end, endFrameOf(track, clip, document.rate)), longest), 0)
}

/** How much of its source a clip plays within this length of its track. */
export function consumed(length: number, speed: number): number {
  return Math.round(length * speed / 100)
}
