/** A sequence as edit lists tell it: pieces of files on tracks, in whole frames. Every format is written from this. */
import type { Ramp, SoundRamp } from '#contract/ramp.ts'
import type { CrossCurve, FrameRate, MarkerColour, PictureClip, SequenceDocument } from '#contract/sequence-document.ts'
import type { SoundTrackOfFile } from '#contract/takes.ts'
import type { Transition } from '#contract/transition.ts'
import type { ClipId, SequenceId, SoundChoice, TakeId, TrackId } from '#contract/words.ts'
import type { Cue } from '#rules/captions/cues.ts'
import type { InnerOf } from '#rules/sequence/nested/flat.ts'
import type { Size } from '#rules/sequence/placement.ts'
import type { GainKey, OpacityKey, PictureKey } from './keys.ts'

/** A file that an edit list refers to. */
export interface EditFile {
  /** Letters, digits and dashes; each file has another. */
  readonly id: string
  /** From the folder of the edit list, with slashes. */
  readonly path: string
  /** Of its content. Absent for what is drawn. */
  readonly hash?: string
  readonly name: string
  readonly medium: 'video' | 'picture' | 'audio'
  /** Upright, in square pixels; null when not known. */
  readonly width: number | null
  readonly height: number | null
  /** Null for a still, and when not known. */
  readonly seconds: number | null
  readonly framesPerSecond: number | null
  /** Of its default sound; 0 for none. */
  readonly channels: number
  /** Where there are several. */
  readonly sounds?: readonly SoundTrackOfFile[]
  readonly sampleRate: number | null
}

interface Timed {
  readonly clipId: ClipId
  readonly name: string
  readonly start: number
  readonly length: number
}

/** Times of pieces are frames of the list. */
export interface Piece extends Timed {
  readonly file: EditFile
  /** Whole percent. */
  readonly speed: number
  /** For how many frames it dissolves from the piece before it on its track. */
  readonly crossIn: number
  /** Of what is at its cut: for how many more frames it has dissolved before. Absent: 0. */
  readonly crossBefore?: number
  /** It keeps its place, and is neither seen nor heard; it dissolves from nothing. */
  readonly isDisabled: boolean
}

/** How the speed of a piece changes. */
export interface RampPiece {
  /** From its first frame on; of what is played backwards, from its last. */
  readonly own: Ramp
  /** The place in the source at each frame of it and at its end, in frames. */
  readonly places: readonly number[]
}
/** The same of a sound; its own ramp counts in samples. Absent for one that is heard backwards. */
export interface SoundRampPiece extends Pick<RampPiece, 'places'> {
  readonly own?: SoundRamp
  readonly shiftsPitch: boolean
}

export interface PicturePiece extends Piece {
  /** Where its part of the source begins, in frames of the list at the source's own speed; a fraction only within a clip of another speed. */
  readonly in: number
  readonly isStill: boolean
  /** Its part of the source, which begins at `in`, is played backwards. */
  readonly isReversed?: boolean
  /** Its speed changes within it; `speed` is the average. */
  readonly ramp?: RampPiece
  /** The picture at `in` is shown for all of its length. */
  readonly isFrozen?: boolean
  /** The words of a title, of which the file is a picture. Null also for a shape. */
  readonly title: string | null
  /** The file is a picture of it. */
  readonly drawnOf?: 'shape' | 'counter'
  readonly look: PictureClip['look']
  /** How it comes, besides a dissolve, which is what other programs get for it; in their keys is what it moves. */
  readonly transition?: Transition
  /** Its colours are changed, which no format carries: the file has its own. */
  readonly hasGrade?: true
  /** It is over its own blurred copy, which no format carries. */
  readonly hasBackdrop?: true
  /** Where it is and how clear it is, by frames from its start; straight between. At least one. */
  readonly keys: readonly PictureKey[]
}

export interface SoundPiece extends Piece {
  /** Where the file has several sounds, or one side is heard. Absent: both sides of its only sound. */
  readonly heard?: HeardPart
  /** What is heard first, in samples at 48 kHz at the source's own speed. */
  readonly in: number
  readonly isSpeech: boolean
  /** Its part of the sound, which begins at `in`, is heard backwards: only in a list without compounds. */
  readonly isReversed?: true
  /** Its speed changes within it; `speed` is the average. */
  readonly ramp?: SoundRampPiece
  /** Of its cross-fade, besides equal power; in its keys is what comes of it. */
  readonly crossCurve?: CrossCurve
  /** Heard through a chain of filters, which no format carries: the file is the take as it was made. */
  readonly hasTone: boolean
  /** One side is lower than it is in the file. */
  readonly isPanned: boolean
  /** Decibels by frames from its start; straight between. At least one. */
  readonly keys: readonly GainKey[]
}

/** What is heard of a file, as other programs have to be told. */
export interface HeardPart {
  /** Which of the file's sounds, in its order; 0 where there is one. */
  readonly track: number
  readonly channel: SoundChoice['channel']
  /** Of that sound; null where that is not known. */
  readonly channels: number | null
  /** Another sound than the file's default, or one side: chosen by a person. */
  readonly isChosen: boolean
}

/** No piece is over another one of its lane. */
export interface Lane<Of extends Timed> {
  readonly trackId: TrackId
  readonly name: string
  readonly pieces: readonly Of[]
  /** What is still seen or heard of pieces after their ends, while the next one dissolves from it. It is below `pieces`. */
  readonly tails: readonly Of[]
  /** `pieces` as they are cut, for a format that has transitions before their cuts. Absent: they are cut so. */
  readonly atCuts?: readonly Of[]
}

/** A whole sequence that plays in place of a picture, with its sound. Its captions are among those of the list. */
export interface NestedPiece extends Timed {
  /** One of the list's compounds. */
  readonly of: SequenceId
  /** Where its part of the compound begins, in frames of that; a fraction only where it has another speed. */
  readonly in: number
  /** Whole percent. */
  readonly speed: number
  /** Its speed changes within it; `speed` is the average. */
  readonly ramp?: RampPiece
  /** Its part is played backwards, or its first frame shown for all of its length. */
  readonly isReversed?: true
  readonly isFrozen?: true
  readonly isDisabled: boolean
  /** How clear its whole picture is, by frames from its start; straight between. At least one. */
  readonly keys: readonly OpacityKey[]
  /** Decibels, of all that is heard of it. */
  readonly db: number
  /** Between the left side (−100) and the right one (100), which no format carries. */
  readonly pan: number
  /** It is elsewhere, cropped, graded, of another shape, or brought by a transition, which no format carries of it. */
  readonly isPlaced?: true
  /** It is over its own blurred copy, which no format carries. */
  readonly hasBackdrop?: true
}

export interface PictureLane extends Lane<PicturePiece> {
  /** Absent: none. */
  readonly nested?: Pick<Lane<NestedPiece>, 'pieces' | 'tails'>
}

export interface Content {
  readonly name: string
  readonly frames: number
  /** Lowest first. */
  readonly pictures: readonly PictureLane[]
  readonly sounds: readonly Lane<SoundPiece>[]
  /** Those of the sequence and of its clips, in order of time. */
  readonly markers: readonly ListedMarker[]
}

/** A sequence that pieces play, in the size and frame rate of the list. */
export interface Compound extends Content {
  readonly id: SequenceId
  /** It has another size or frame rate by itself. */
  readonly isFitted: boolean
}

/** `colour` and `note` as in the document; the plain colour and no note where there are none. */
export interface ListedMarker { readonly at: number, readonly name: string, readonly colour: MarkerColour, readonly note: string }

interface ListedCaptions {
  readonly language: string
  readonly name: string
  readonly cues: readonly Cue[]
  /** In a style that shows the word that is spoken. */
  readonly showsWords?: boolean
}

export interface EditList extends Size, Content {
  readonly rate: FrameRate
  /** `#rrggbb`. */
  readonly background: string
  /** As files next to the film have them. Cues of tracks that are shown together may overlap. */
  readonly captions: readonly ListedCaptions[]
  /** What pieces play, each before those that play it. */
  readonly compounds: readonly Compound[]
  /** How many clips of sequences are in it as the tracks of these. Absent: none. */
  readonly nested?: number
  /** Of those, how many are less than opaque as a whole. Absent: none. */
  readonly mixed?: number
  /** Of those, how many are placed, graded or crossed as one picture. Absent: none. */
  readonly placed?: number
  /** How many adjustments it lacks. Absent: none. */
  readonly adjustments?: number
  /** The sequence that it was made of, packed, to come back as it is; null where that is too much to be carried. Absent: not asked for. */
  readonly own?: string | null
}

export interface EditInput {
  /** As it is played: flat. */
  readonly sequence: SequenceDocument
  /** Of the picture; null is as large as the sequence. */
  readonly size: Size | null
  readonly fileOf: (takeId: TakeId) => EditFile
  /** Disabled clips of other takes are left out, and so are all such clips of compounds. */
  readonly hasFile: (takeId: TakeId) => boolean
  /** A picture of a title, as large as the frame and clear around the words, at its usual place. */
  readonly titleOf: (clip: PictureClip) => EditFile
  /** Caption tracks to list; null for all that are not muted. */
  readonly captionIds?: readonly TrackId[] | null
  /** See `EditList`. */
  readonly own?: string | null
  /** What nested sequences are, to list these as compounds. Absent: they are in the list as their tracks. */
  readonly innerOf?: InnerOf | undefined
}

/** For formats that cannot say it. */
export function withoutDisabled(list: EditList): EditList {
  return { ...list, ...playing(list), compounds: list.compounds.map(compound => ({ ...compound, ...playing(compound) })) }
}

function playing({ pictures, sounds }: Content): Pick<Content, 'pictures' | 'sounds'> {
  const plays = ({ isDisabled }: Piece | NestedPiece): boolean => !isDisabled
  return {
    pictures: pictures
      .map(({ nested, ...lane }): PictureLane => ({
        ...lane,
        pieces: lane.pieces.filter(plays),
        ...lane.atCuts && { atCuts: lane.atCuts.filter(plays) },
        ...nested?.pieces.some(plays) && { nested: { ...nested, pieces: nested.pieces.filter(plays) } },
      }))
      .filter(({ pieces, tails, nested }) => pieces.length + tails.length > 0 || nested),
    sounds: sounds
      .map(lane => ({ ...lane, pieces: lane.pieces.filter(plays) }))
      .filter(({ pieces, tails }) => pieces.length + tails.length > 0),
  }
}
