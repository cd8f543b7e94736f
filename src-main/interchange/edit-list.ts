/** A sequence as edit lists tell it: pieces of files on tracks, in whole frames. Every format is written from this. */
import type { CrossCurve, FrameRate, MarkerColour, PictureClip, SequenceDocument } from '#contract/sequence-document.ts'
import type { SoundTrackOfFile } from '#contract/takes.ts'
import type { Transition } from '#contract/transition.ts'
import type { ClipId, HeardSound, SoundChoice, TakeId, TrackId } from '#contract/words.ts'
import type { Cue } from '#rules/captions/cues.ts'
import type { SoundEvent as HeardEvent } from '#rules/sequence/levels.ts'
import type { Size } from '#rules/sequence/placement.ts'
import type { Range } from '#rules/sequence/range.ts'
import type { ShownClip } from '#rules/sequence/resolve.ts'
import type { GainKey, PictureKey } from './keys.ts'
import { lastText } from '#rules/captions/counter.ts'
import { captionsOf } from '#rules/captions/tracks.ts'
import { isAdjustment } from '#rules/sequence/adjustment.ts'
import { clipsOf, endOf, tracksOf } from '#rules/sequence/document.ts'
import { frameAtSample, sampleOfFrame } from '#rules/sequence/frames.ts'
import { isGraded } from '#rules/sequence/graded.ts'
import { audibleTracks, soundEvents } from '#rules/sequence/levels.ts'
import { placedMarkers } from '#rules/sequence/markers.ts'
import { hasGroup } from '#rules/sequence/nested/group.ts'
import { nestOf, within } from '#rules/sequence/nested/nest.ts'
import { isNested } from '#rules/sequence/nested/nested-clips.ts'
import { averageSpeed, laterBy, placeOf } from '#rules/sequence/ramp.ts'
import { rangeOf } from '#rules/sequence/range.ts'
import { resolve } from '#rules/sequence/resolve.ts'
import { gainKeys, pictureKeys } from './keys.ts'

/** A file that an edit list refers to. */
export interface EditFile {
  /** Letters, digits and dashes; each file has another. */
  readonly id: string
  /** From the folder of the edit list, with slashes. */
  readonly path: string
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

/** Times of pieces are frames of the list. */
interface Piece {
  readonly clipId: ClipId
  readonly name: string
  readonly file: EditFile
  readonly start: number
  readonly length: number
  /** Whole percent. */
  readonly speed: number
  /** For how many frames it dissolves from the piece before it on its track. */
  readonly crossIn: number
  /** It keeps its place, and is neither seen nor heard; it dissolves from nothing. */
  readonly isDisabled: boolean
}

export interface PicturePiece extends Piece {
  /** Where its part of the source begins, in frames of the list at the source's own speed; a fraction only within a clip of another speed. */
  readonly in: number
  readonly isStill: boolean
  /** Its part of the source, which begins at `in`, is played backwards. */
  readonly isReversed?: boolean
  /** Its speed changes within it; `speed` is the average. */
  readonly isRamped?: true
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
export interface Lane<Of extends Piece> {
  readonly trackId: TrackId
  readonly name: string
  readonly pieces: readonly Of[]
  /** What is still seen or heard of pieces after their ends, while the next one dissolves from it. It is below `pieces`. */
  readonly tails: readonly Of[]
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

export interface EditList extends Size {
  readonly name: string
  readonly rate: FrameRate
  readonly frames: number
  /** `#rrggbb`. */
  readonly background: string
  /** Lowest first. */
  readonly pictures: readonly Lane<PicturePiece>[]
  readonly sounds: readonly Lane<SoundPiece>[]
  /** As files next to the film have them. Cues of tracks that are shown together may overlap. */
  readonly captions: readonly ListedCaptions[]
  /** Those of the sequence and of its clips, in order of time. */
  readonly markers: readonly ListedMarker[]
  /** How many clips of sequences are in it as the tracks of these. Absent: none. */
  readonly nested?: number
  /** Of those, how many are less than opaque as a whole. No format has that. Absent: none. */
  readonly mixed?: number
  /** How many adjustments it lacks. Absent: none. */
  readonly adjustments?: number
}

export interface EditInput {
  readonly sequence: SequenceDocument
  /** Of the picture; null is as large as the sequence. */
  readonly size: Size | null
  readonly fileOf: (takeId: TakeId) => EditFile
  /** Disabled clips of other takes are left out. */
  readonly hasFile: (takeId: TakeId) => boolean
  /** A picture of a title, as large as the frame and clear around the words, at its usual place. */
  readonly titleOf: (clip: PictureClip) => EditFile
  /** Caption tracks to list; null for all that are not muted. */
  readonly captionIds?: readonly TrackId[] | null
}

/** The part between the sequence's in and out. */
export function editListOf(of: EditInput): EditList {
  const input: EditInput = { ...of, fileOf: takeId => named(of.fileOf(takeId)), titleOf: clip => named(of.titleOf(clip)) }
  const { sequence, size } = input
  const { rate, background } = sequence
  const name = oneRow(sequence.name)
  const { width, height } = size ?? sequence
  const range = rangeOf(sequence, resolve(sequence).durationFrames)
  const played = lanesOf(sequence, range, input)
  const left = lanesOf(disabledOf(sequence, input), range, input)
  const has = <Of extends Piece>({ pieces, tails }: Lane<Of>): boolean => pieces.length + tails.length > 0
  const mixed = tracksOf(sequence).filter(hasGroup).length
  const nested = new Set(tracksOf(sequence).flatMap(track => nestOf(track)?.path ?? [])).size
  const adjustments = adjustmentsIn(sequence, range)
  return {
    ...nested > 0 && { nested },
    ...mixed > 0 && { mixed },
    ...adjustments > 0 && { adjustments },
    ...{ name, width, height, rate, background, frames: range.frames },
    pictures: played.pictures.map(lane => withDisabled(lane, left.pictures)).filter(has),
    sounds: played.sounds.map(lane => withDisabled(lane, left.sounds)).filter(has),
    captions: captionsOf(sequence, range, input.captionIds)
      .map(({ track: { language, name, wordStyle }, cues }) =>
        ({ language, name: oneRow(name), cues: cues.map(plainCue), ...wordStyle && { showsWords: true } })),
    markers: placedMarkers(sequence)
      .map(({ frame, marker: { name, colour = 'blue', note = '' } }) =>
        ({ at: frame - range.startFrame, name: oneRow(name), colour, note: note.trim() }))
      .filter(({ at }) => at >= 0 && at < range.frames),
  }
}

/** Those that change anything of the range. No format has them. */
function adjustmentsIn(sequence: SequenceDocument, { startFrame, frames }: Range): number {
  const end = startFrame + frames
  const shown = resolve(sequence).stretches.filter(each => each.startFrame < end && each.startFrame + each.frames > startFrame)
  const ids = shown.flatMap(({ layers }) =>
    layers.flatMap(({ clip }) => !clip.group && isAdjustment(clip) && isGraded(clip) ? clip.id : []))
  return new Set(ids).size
}

/** For formats that cannot say it. */
export function withoutDisabled(list: EditList): EditList {
  const playing = <Of extends Piece>(lanes: readonly Lane<Of>[]): Lane<Of>[] => lanes
    .map(lane => ({ ...lane, pieces: lane.pieces.filter(piece => !piece.isDisabled) }))
    .filter(({ pieces, tails }) => pieces.length + tails.length > 0)
  return { ...list, pictures: playing(list.pictures), sounds: playing(list.sounds) }
}

function withDisabled<Of extends Piece>(lane: Lane<Of>, disabled: readonly Lane<Of>[]): Lane<Of> {
  const left = disabled.find(({ trackId }) => trackId === lane.trackId)?.pieces ?? []
  const pieces = [...lane.pieces, ...left.map(piece => ({ ...piece, crossIn: 0, isDisabled: true }))]
  return { ...lane, pieces: pieces.sort((a, b) => a.start - b.start) }
}

/** Its disabled clips alone, as if they played. */
function disabledOf(sequence: SequenceDocument, { hasFile }: EditInput): SequenceDocument {
  const tracks = tracksOf(sequence).map((track) => {
    const clips = clipsOf(track).filter(clip => clip.isDisabled && !isNested(clip) && !isAdjustment(clip)
      && (!('takeId' in clip) || clip.takeId === null || hasFile(clip.takeId)))
    return [track.id, { ...track, clips: Object.fromEntries(clips.map(({ isDisabled: _, ...clip }) => [clip.id, clip])) }]
  })
  // Clips of the same kinds.
  return { ...sequence, tracks: Object.fromEntries(tracks) as SequenceDocument['tracks'] }
}

interface Lanes { readonly pictures: readonly Lane<PicturePiece>[], readonly sounds: readonly Lane<SoundPiece>[] }

function lanesOf(sequence: SequenceDocument, range: Range, { size, fileOf, titleOf }: EditInput): Lanes {
  const { rate } = sequence
  const { width, height } = size ?? sequence
  const resolved = resolve(sequence)
  // What is seen of each clip, with its fade-out where it has one.
  const shown = new Map<ClipId, { clip: ShownClip, end: number }>()
  for (const { startFrame, frames, layers } of resolved.stretches)
    layers.forEach(({ clip }) => shown.set(clip.id, { clip, end: startFrame + frames }))
  const events = Map.groupBy(soundEvents(sequence), ({ trackId }) => trackId)
  const seen = tracksOf(sequence).filter(track => track.kind === 'pictures').filter(track => !track.isMuted)
  const frame = { width, height }
  const pictures = seen.map((track): Lane<PicturePiece> => {
    const nest = nestOf(track)
    const clips = clipsOf(track).flatMap(({ id }) => shown.get(id) ?? []).filter(({ clip }) => !isAdjustment(clip))
    const piece = (clip: ShownClip, from: number, end: number, isTail: boolean): PicturePiece[] =>
      pictureOf(clip, { from, end, range, frame, isTail }, clip.takeId === null ? titleOf(clip) : fileOf(clip.takeId))
    return {
      trackId: track.id,
      name: oneRow(track.name),
      pieces: clips.flatMap(({ clip }) => {
        const { from, until } = within(nest, clip)
        return piece(clip, from, until, false)
      }),
      tails: clips.flatMap(({ clip, end }) => {
        const from = Math.max(endOf(clip), nest?.from ?? 0)
        return end > from ? piece(clip, from, end, true) : []
      }),
    }
  })
  const sounds = audibleTracks(sequence).map((track): Lane<SoundPiece> => {
    const own = events.get(track.id) ?? []
    const piece = (event: HeardEvent, from: number, end: number, isTail: boolean): SoundPiece[] =>
      soundOf(event, { from, end, range, rate, isTail }, fileOf(event.clip.takeId), track.kind === 'speech')
    return {
      trackId: track.id,
      name: oneRow(track.name),
      pieces: own.flatMap(event => piece(event, 0, event.clip.length, false)),
      tails: own.flatMap(event => event.length > event.clip.length ? piece(event, event.clip.length, event.length, true) : []),
    }
  })
  return { pictures, sounds }
}

interface Span { readonly from: number, readonly end: number, readonly range: Range, readonly isTail: boolean }

/** Other programs have no times of words. */
function plainCue({ words: _, whole: _whole, ...cue }: Cue): Cue {
  return cue
}

/** Other programs have no colour and no edge between two clips: they dissolve. */
function dissolved({ transition, leaves, ...clip }: ShownClip): ShownClip {
  const isCarried = (one: Transition | undefined): boolean => one?.kind !== 'dip' && one?.kind !== 'wipe'
  return { ...clip, ...transition && isCarried(transition) && { transition }, ...leaves && isCarried(leaves.transition) && { leaves } }
}

/** None outside of the range. `from` and `end` are frames of the sequence. */
function pictureOf(clip: ShownClip, { from, end, range, frame, isTail }: Span & { frame: Size }, file: EditFile): PicturePiece[] {
  const start = Math.max(from, range.startFrame)
  const length = Math.min(end, range.startFrame + range.frames) - start
  if (length <= 0)
    return []
  const offset = start - clip.start
  const isStill = clip.sourceLength === null
  const title = clip.title && !clip.title.shape ? lastText(clip.title) : null
  return [{
    ...{ clipId: clip.id, name: title === null ? file.name : oneRow(title), file },
    ...{ start: start - range.startFrame, length, speed: isStill || clip.isFrozen ? 100 : speedOf(clip, offset, length) },
    crossIn: isTail ? 0 : Math.max(0, Math.min(clip.crossIn - offset, length)),
    isDisabled: false,
    in: isStill ? 0 : sourceOf(clip, offset, length),
    ...clip.isFrozen && { isFrozen: true },
    ...clip.ramp && !clip.isFrozen && { isRamped: true },
    ...clip.isReversed && !clip.isFrozen && !isStill && { isReversed: true },
    ...{ isStill, title, look: clip.look },
    ...clip.title?.shape ? { drawnOf: 'shape' as const } : clip.title?.counter && { drawnOf: 'counter' as const },
    ...isGraded(clip) && { hasGrade: true },
    ...clip.backdrop && { hasBackdrop: true },
    ...!isTail && clip.transition && { transition: clip.transition },
    keys: pictureKeys(dissolved(clip), { offset, length }, sizeOf(file) ?? frame, frame),
  }]
}

/** One that changes is told as its average: no format carries more of it. */
function speedOf(clip: PictureClip, offset: number, length: number): number {
  const from = clip.isReversed ? clip.length - offset - length : offset
  return clip.ramp ? averageSpeed({ ...clip, ...laterBy(clip, from), length }) : clip.speed
}

/** The first picture of the source that is seen in these frames of the clip; of one that is played backwards, it is seen last. */
function sourceOf(clip: PictureClip, offset: number, length: number): number {
  if (clip.isFrozen)
    return clip.in
  const from = clip.isReversed ? clip.length - offset - length : offset
  return Math.max(0, clip.ramp ? placeOf(clip, from) / 100 : clip.in + from * clip.speed / 100)
}

function sizeOf({ width, height }: EditFile): Size | null {
  return width === null || height === null ? null : { width, height }
}

/** None outside of the range, or where it is shorter than half a frame. `from` and `end` are samples from the start of the event. */
function soundOf(
  { clip, start, levels, balance, sides }: HeardEvent,
  { from, end, range, rate, isTail }: Span & { rate: FrameRate },
  file: EditFile,
  isSpeech: boolean,
): SoundPiece[] {
  const first = Math.max(range.startFrame, nearestFrame(start + from, rate))
  const length = Math.min(range.startFrame + range.frames, nearestFrame(start + end, rate)) - first
  if (length <= 0)
    return []
  // What is heard stays where it is: only the cut moves to the beginning of a frame.
  const offset = sampleOfFrame(first, rate) - start
  const at = (frame: number): number => sampleOfFrame(first + frame, rate) - start
  return [{
    ...{ clipId: clip.id, name: file.name, file, start: first - range.startFrame, length, speed: clip.speed, isSpeech },
    ...heardOf(file, clip.heard),
    hasTone: heardThrough(clip.heard),
    isPanned: balance !== null || sides !== undefined,
    crossIn: isTail ? 0 : Math.max(0, Math.min(length, nearestFrame(start + clip.crossIn, rate) - first)),
    ...!isTail && clip.crossIn > 0 && clip.crossCurve && clip.crossCurve !== 'equal-power' && { crossCurve: clip.crossCurve },
    isDisabled: false,
    in: Math.max(0, clip.in + offset * clip.speed / 100),
    keys: gainKeys(levels, length, at),
  }]
}

/** The clips of a sequence as it is heard have it; see `toned`. */
function heardThrough(heard: HeardSound | undefined): boolean {
  return heard?.chain !== undefined
}

function heardOf({ sounds, channels: only }: EditFile, choice: SoundChoice | undefined): Pick<SoundPiece, 'heard'> {
  const usual = Math.max(0, sounds?.findIndex(({ isDefault }) => isDefault) ?? 0)
  const track = choice && choice.track !== null && sounds?.[choice.track] ? choice.track : usual
  const channels = sounds ? sounds[track]?.channels ?? null : only
  // A mono sound has no sides.
  const channel = channels === 1 ? 'both' : choice?.channel ?? 'both'
  const isChosen = track !== usual || channel !== 'both'
  return sounds || isChosen ? { heard: { track, channel, channels, isChosen } } : {}
}

function nearestFrame(sample: number, rate: FrameRate): number {
  const frame = frameAtSample(sample, rate)
  const [before, after] = [sample - sampleOfFrame(frame, rate), sampleOfFrame(frame + 1, rate) - sample]
  return after < before ? frame + 1 : frame
}

function named(file: EditFile): EditFile {
  return { ...file, name: oneRow(file.name) }
}

/** Names are single rows in every list; titles are words of many. */
export function oneRow(text: string): string {
  return text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
}
