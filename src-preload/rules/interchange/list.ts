/** An edit list of another program as it was read: pieces of media on tracks, in frames of the list. Nothing of it is trusted. */
import type { Ramp, SoundRamp } from '#contract/ramp.ts'
import type { CrossCurve, FrameRate, Look, MarkerColour } from '#contract/sequence-document.ts'
import type { Transition } from '#contract/transition.ts'
import type { AssetId } from '#contract/words.ts'
import type { OwnFilm } from './own-form.ts'
import { highestRate } from '#contract/sequence-limits.ts'
import { rateOfFilm } from '../sequence/frame-rates.ts'

/** The file that a clip plays. */
export interface ListedMedia {
  /** The last part of its path, or what the list calls it. */
  readonly name: string
  /** Where Takeroom wrote the list: the take. */
  readonly takeId: string | null
  /** The same: of the content of the file. */
  readonly hash?: AssetId | null
  /** Of the whole file; null where the list does not say. */
  readonly seconds: number | null
}

/** A whole sequence that plays in place of a picture, with its sound. */
export interface ListedNested {
  /** Which of the compounds. */
  readonly of: string
  /** Decibels, of all that is heard of it. */
  readonly db: number
  /** Between the left side (−100) and the right one (100). */
  readonly pan: number
  /** How clear its whole picture is, by frames from the start of the clip; straight between. None where it is opaque. */
  readonly opacity: readonly Key[]
}

export interface ListedClip {
  readonly name: string
  readonly start: number
  readonly length: number
  /** What is seen or heard first, in frames of the list at the file's own speed; may be a fraction. */
  readonly in: number
  /** `in` is the time code of its camera, which need not begin at zero with the file. */
  readonly isCameraTime?: true
  /** Whole percent. */
  readonly speed: number
  /** How it changes, in place of `speed`; in frames, of a sound as well. */
  readonly ramp?: Ramp
  /** The same of a sound, where Takeroom wrote it. */
  readonly soundRamp?: SoundRamp
  /** Of a sound with a ramp: its pitch rises and falls with its speed. */
  readonly shiftsPitch?: true
  /** The sound of a picture whose file may have none. */
  readonly isPerhaps?: true
  /** Of pictures: its part of the source, which begins at `in`, is played backwards, or the picture at `in` is shown for all of its length. */
  readonly isReversed?: true
  readonly isFrozen?: true
  /** In place of `in`, where that follows from how long the file is: the first frame of it, counted as it is played backwards. */
  readonly playedFrom?: number
  /** For how many frames it dissolves from the clip before. */
  readonly crossIn: number
  /** How many of these are before its start, as programs centre a dissolve at a cut. */
  readonly crossBefore?: number
  /** How it comes, where Takeroom wrote it: in place of a dissolve, or of equal power. */
  readonly transition?: Transition
  readonly crossCurve?: CrossCurve
  /** Frames over which it appears and disappears. */
  readonly fadeIn: number
  readonly fadeOut: number
  readonly isDisabled: boolean
  /** In place of media; `in` counts from its first frame. */
  readonly nested?: ListedNested
  /** Null for a title, and where the list names no file. */
  readonly media: ListedMedia | null
  /** The words of a title; null for anything else. */
  readonly title: string | null
  readonly look: Partial<Pick<Look, 'fit' | 'rotation' | 'crop'>>
  /** Where a picture is, and how clear. */
  readonly moves?: ListedMoves
  /** What is cut off at each side, in hundredths of the frame's height, of the picture as `look.fit` places it. */
  readonly trim?: Look['crop']
  /** Decibels by frames from its start. */
  readonly gain: readonly { readonly at: number, readonly db: number }[]
}

/** By frames from the start of the clip; one key where it stays the same. */
export interface ListedMoves {
  /** Of its middle from that of the frame, rightwards and down, in shares of the frame's width and height. */
  readonly x?: readonly Key[]
  readonly y?: readonly Key[]
  /** Times the size that `look.fit` gives. */
  readonly scale?: readonly Key[]
  /** In place of `scale`: what it is fitted into, in the unit of the sequence's size. */
  readonly box?: readonly { readonly at: number, readonly width: number, readonly height: number }[]
  /** Degrees, clockwise. */
  readonly rotation?: readonly Key[]
  readonly opacity?: readonly Key[]
}

export interface ListedTrack {
  readonly kind: 'pictures' | 'sound'
  readonly name: string
  /** In order of time; none is over another. */
  readonly clips: readonly ListedClip[]
}

/** What is shown together in one language. */
export interface ListedCaptions {
  readonly name: string
  readonly language: string
  readonly captions: readonly ListedCaption[]
}
export interface ListedCaption { readonly start: number, readonly length: number, readonly speaker: string, readonly text: string }

export interface ReadMarker { readonly at: number, readonly name: string, readonly colour: MarkerColour, readonly note: string }

/** What a sequence here cannot have, or is not read. */
export const leftOut = [
  ...['effects', 'transitions', 'nested', 'circles', 'generators', 'speeds', 'captions', 'captionFiles', 'tracks'] as const,
  ...['overlong', 'sequences', 'rows', 'keywords', 'pans', 'parts', 'timecodes'] as const,
  // Of a list of ours that another program has changed: what only the sequence has that it carried.
  ...['grades', 'backdrops', 'adjustments', 'titleStyles', 'captionStyles', 'easings', 'levels', 'clipMarkers'] as const,
  ...['dissolves', 'trackSettings', 'lines', 'beyond'] as const,
  // Of one that nothing has changed: what belongs to another studio.
  'luts' as const,
] as const
export type LeftOut = typeof leftOut[number]

/** A sequence of the list. */
export interface ListedSequence {
  readonly name: string
  /** Null where the format does not say: a person has to. */
  readonly rate: FrameRate | null
  readonly size: { readonly width: number, readonly height: number } | null
  /** Lowest first. */
  readonly tracks: readonly ListedTrack[]
  readonly markers: readonly ReadMarker[]
  /** Absent: none. */
  readonly captions?: readonly ListedCaptions[]
  /** How many of each were left out. */
  readonly left: ReadonlyMap<LeftOut, number>
}

/** It is the sequence that the list is about. */
export interface ReadList extends ListedSequence {
  /** Sequences that clips play, each before those that play it. What is left out of these is counted by the list. */
  readonly compounds: ReadonlyMap<string, ListedSequence>
  /** The sequence that the list was written from, where it still is that. All else is then not used. */
  readonly own?: OwnFilm
  /** Why the sequence that it carries is not used: another program changed the list, or this Takeroom cannot read it. Absent: there is none. */
  readonly unused?: 'changed' | 'unreadable'
  /** What the program of the list adds to a sound of one channel, in decibels. */
  readonly monoDb: number
}

/** The file is none of the kind, or is damaged. */
export class UnreadableListError extends Error {
  override readonly name = 'UnreadableListError'
}

/** Counts what is left out. */
export function createLeft(): { readonly all: ReadonlyMap<LeftOut, number>, readonly add: (what: LeftOut, count?: number) => void } {
  const all = new Map<LeftOut, number>()
  return {
    all,
    add(what, count = 1) {
      if (count > 0)
        all.set(what, (all.get(what) ?? 0) + count)
    },
  }
}

/** As good as not heard. */
export const silentDb = -96

/** What most clips have. */
export const plainClip = { speed: 100, crossIn: 0, fadeIn: 0, fadeOut: 0, isDisabled: false, title: null, look: {}, gain: [] } as const

/** A value at a frame from the start of a clip. */
export interface Key { readonly at: number, readonly value: number }

/** Opacity that rises from nothing at the start, and falls to nothing at the end, as fades. `length` in frames. */
export function fadesOf(keys: readonly Key[], length: number): Pick<ListedClip, 'fadeIn' | 'fadeOut'> {
  const [first, second] = keys
  const [beforeLast, last] = keys.slice(-2)
  const rises = first && second && first.at <= 0 && first.value < 0.01 && second.value > first.value
  const falls = beforeLast && last && last.at >= length - 2 && last.value < 0.05 && beforeLast.value > last.value
  return {
    fadeIn: rises ? Math.min(length, Math.round(second.at)) : 0,
    fadeOut: falls ? Math.max(0, length - Math.round(beforeLast.at)) : 0,
  }
}

/** Null for what is no rate of a sequence. */
export function rateNear(framesPerSecond: number): FrameRate | null {
  const whole = Math.round(framesPerSecond)
  const isWhole = Math.abs(whole - framesPerSecond) < 1e-6 && whole >= 1 && whole <= highestRate
  const television = { numerator: whole * 1000, denominator: 1001 }
  const isTelevision = whole >= 2 && whole <= highestRate
    && Math.abs(television.numerator / television.denominator - framesPerSecond) < 1e-3
  return rateOfFilm(framesPerSecond)
    ?? (isWhole ? { numerator: whole, denominator: 1 } : isTelevision ? television : null)
}

/** Clips of one track in order of time; what is over the one before is on a further track. */
export function inTracks(kind: ListedTrack['kind'], name: string, clips: readonly ListedClip[]): ListedTrack[] {
  const tracks: ListedClip[][] = []
  for (const clip of clips.toSorted((a, b) => a.start - b.start)) {
    const free = tracks.find(track => endOf(track.at(-1)) <= clip.start)
    if (free)
      free.push(clip)
    else
      tracks.push([clip])
  }
  return tracks.map(track => ({ kind, name, clips: track }))
}

function endOf(clip: ListedClip | undefined): number {
  return clip ? clip.start + clip.length : 0
}

/**
 * The last part of a path or address, without escapes. In a path, `#` is a letter of the name; MLT has `?begin=1` behind films of
 * pictures.
 */
export function fileNameOf(address: string): string {
  const file = address.replace(/^[a-z][\w+.-]+:\/\//i.test(address) ? /[?#].*$/s : /\?[a-z_]+[=:].*$/s, '')
  const last = file.split(/[/\\]/).at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  }
  catch {
    // A percent sign of the name itself.
    return last
  }
}
