/** New tracks and looks, as they are before anybody changes them. */
import type { CaptionTrack, Look, PictureTrack, SoundingTrack, TrackKind } from '#contract/sequence-document.ts'
import type { TrackId } from '#contract/words.ts'
import { captionStyle } from '../captions/style.ts'

export const plainLook: Look = {
  fit: 'contain',
  x: 0,
  y: 0,
  scale: 1,
  rotation: 0,
  opacity: 1,
  crop: { left: 0, top: 0, right: 0, bottom: 0 },
}

const plain = { name: '', isMuted: false, isLocked: false }
const heard = { ...plain, isSoloed: false, gainDb: 0, ducking: null, height: 64 }

export function plainTrack(kind: 'pictures', id: TrackId): PictureTrack
export function plainTrack(kind: 'speech' | 'sound', id: TrackId): SoundingTrack
export function plainTrack(kind: 'captions', id: TrackId): CaptionTrack
export function plainTrack(kind: TrackKind, id: TrackId): PictureTrack | SoundingTrack | CaptionTrack
export function plainTrack(kind: TrackKind, id: TrackId): PictureTrack | SoundingTrack | CaptionTrack {
  switch (kind) {
    case 'pictures': return { kind, id, ...plain, height: 72, clips: {} }
    case 'speech': return { kind, id, ...heard, clips: {} }
    case 'sound': return { kind, id, ...heard, clips: {} }
    case 'captions':
      return { kind, id, ...plain, height: 36, language: '', style: captionStyle, speakerColours: {}, clips: {} }
    default: return kind satisfies never
  }
}

/** How long a still is shown where its sequence says nothing else. */
export const plainStillSeconds = 4
