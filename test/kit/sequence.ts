/** Sequence documents by hand, for tests of edits, of the timeline's gestures and of its store. */
import type { CaptionClip, PictureClip, SequenceDocument, SoundClip, Track } from '#contract/sequence-document.ts'
import type { ClipId, MarkerId, TakeId, TrackId } from '#contract/words.ts'
import { sampleOfFrame } from '#rules/sequence/frames.ts'

/** An id of the right form that contains its number. */
const id = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`
export const clipId = (number: number): ClipId => id(number) as ClipId
export const trackId = (number: number): TrackId => id(number) as TrackId
export const takeId = (number: number): TakeId => id(number) as TakeId
export const markerId = (number: number): MarkerId => id(number) as MarkerId

export const rate = { numerator: 30, denominator: 1 }

export function picture(number: number, start: number, length: number, has: Partial<PictureClip> = {}): PictureClip {
  return {
    id: clipId(number),
    start,
    length,
    linkId: null,
    in: 0,
    sourceLength: null,
    speed: 100,
    fadeIn: 0,
    fadeOut: 0,
    crossIn: 0,
    lineId: null,
    takeId: takeId(number),
    title: null,
    look: { x: 0, y: 0, scale: 1, fit: 'contain', rotation: 0, opacity: 1, crop: { left: 0, top: 0, right: 0, bottom: 0 } },
    ...has,
  }
}

/** Times in frames; `in` and `sourceLength` of `has` in samples. */
export function sound(number: number, startFrame: number, frames: number, has: Partial<SoundClip> = {}): SoundClip {
  return {
    id: clipId(number),
    start: sampleOfFrame(startFrame, rate),
    length: sampleOfFrame(frames, rate),
    linkId: null,
    in: 0,
    sourceLength: sampleOfFrame(frames, rate),
    speed: 100,
    fadeIn: 0,
    fadeOut: 0,
    crossIn: 0,
    lineId: null,
    takeId: takeId(number),
    gainDb: 0,
    points: [],
    ...has,
  }
}

export function caption(number: number, start: number, length: number, has: Partial<CaptionClip> = {}): CaptionClip {
  return { id: clipId(number), start, length, linkId: null, lineId: null, speaker: '', text: `words ${number}`, ...has }
}

const style = {
  font: 'sans',
  size: 0.05,
  isBold: false,
  colour: '#ffffff',
  outlineColour: '#000000',
  outline: 0.003,
  box: null,
  align: 'centre',
  place: 'bottom',
} as const

function keyed<Item extends { id: string }>(items: readonly Item[]): Record<string, Item> {
  return Object.fromEntries(
    items.map(item => [item.id, item]),
  )
}
const shared = (number: number) => ({ id: trackId(number), name: '', isMuted: false, isLocked: false, height: 60 })

export function pictureTrack(number: number, clips: readonly PictureClip[], has: Partial<Track> = {}): Track {
  return { kind: 'pictures', ...shared(number), clips: keyed(clips), ...has } as Track
}
export function soundTrack(number: number, clips: readonly SoundClip[], has: Partial<Track> = {}): Track {
  return { kind: 'sound', ...shared(number), isSoloed: false, gainDb: 0, ducking: null, clips: keyed(clips), ...has } as Track
}
export function captionTrack(number: number, clips: readonly CaptionClip[], has: Partial<Track> = {}): Track {
  return { kind: 'captions', ...shared(number), language: '', style, speakerColours: {}, clips: keyed(clips), ...has } as Track
}

export function documentOf(...tracks: Track[]): SequenceDocument {
  return {
    name: 'A film',
    width: 1920,
    height: 1080,
    rate,
    background: '#000000',
    inFrame: null,
    outFrame: null,
    markers: {},
    trackIds: tracks.map(track => track.id),
    tracks: keyed(tracks),
  }
}
