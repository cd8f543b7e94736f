/** What the preview asks its owner for: where the pictures and the sound of a take are; and what it reports back. */
import type { SoundClip } from '#contract/sequence-document.ts'
import type { TakeId } from '#contract/words.ts'

/** Not made yet, deleted, or unusable. */
export type NotHere = { readonly kind: 'waiting' } | { readonly kind: 'missing' } | { readonly kind: 'unreadable' }

export interface PictureSource {
  readonly kind: 'still' | 'video'
  /** Tells one file from another; URLs change when they are signed again. */
  readonly name: string
  readonly url: string
  /** Of the original, upright: a proxy may be smaller, and its shape is a pixel off. */
  readonly width: number
  readonly height: number
  /** Of a film that one can see through: the size of its picture in the file, which has how opaque it is below. */
  readonly clear?: { readonly width: number, readonly height: number }
}

/** A WAV of 48 kHz, stereo, 16 bit: sample `n` is the four bytes at `dataOffset + 4n`. */
export interface SoundSource {
  readonly kind: 'sound'
  readonly name: string
  readonly url: string
  readonly samples: number
  readonly dataOffset: number
  /** Percent at which the file itself already plays, its pitch kept; 100 as recorded. */
  readonly speed?: number
}

/** Asked again whenever the file is needed, so the newest answer counts. */
export type SourceOf = (takeId: TakeId) => PictureSource | NotHere
/**
 * `speed` is what the clip plays at, in percent, and `ramp` how that changes: a file that was made for it is played as it is. `heard` is
 * what is heard of the take; absent for its default sound.
 */
export type SoundUrlOf = (clip: HeardClip) => SoundSource | NotHere
export type HeardClip = Pick<SoundClip, 'takeId' | 'speed' | 'ramp' | 'heard'>

/**
 * `missing`, `unreadable`: a take. `no-webcodecs`: shots are played by the browser's own element, whose cuts are less exact.
 * `no-sound`: no sound comes from this machine now. `no-meters`: levels cannot be measured. `no-captions`: they cannot be drawn.
 * `no-lut`: a look-up table of colours is missing or damaged.
 */
export type Problem
  = { readonly what: 'missing' | 'unreadable', readonly of: 'picture' | 'sound', readonly takeId: TakeId, readonly said: string }
    | { readonly what: 'no-webcodecs' | 'no-sound' | 'no-meters' | 'no-captions' | 'no-lut', readonly said: string }

export type Report = (problem: Problem) => void

/** Draws captions and titles; see `captions.ts`. */
export interface CaptionPainter {
  /** A whole ASS file. */
  set: (ass: string) => Promise<void>
  /** What is shown at this moment, transparent elsewhere; null where nothing is set. It stays the painter's, until the next one is asked for. */
  pictureAt: (seconds: number) => Promise<ImageBitmap | null>
  /** The size of its pictures in pixels. */
  resize: (width: number, height: number) => void
  close: () => void
}

export const sampleRate = 48_000

export function saidBy(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
