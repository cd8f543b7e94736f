/** The pieces of a sequence on its tracks: what is seen and heard of each clip, in whole frames. */
import type { Ramp } from '#contract/ramp.ts'
import type { FrameRate, PictureClip, SequenceDocument, SoundClip, Track } from '#contract/sequence-document.ts'
import type { Transition } from '#contract/transition.ts'
import type { ClipId, HeardSound, SoundChoice } from '#contract/words.ts'
import type { SoundEvent as HeardEvent } from '#rules/sequence/levels.ts'
import type { Size } from '#rules/sequence/placement.ts'
import type { Range } from '#rules/sequence/range.ts'
import type { ShownClip } from '#rules/sequence/resolve.ts'
import type { EditFile, EditInput, Lane, PicturePiece, RampPiece, SoundPiece } from './edit-list.ts'
import { lastText } from '#rules/captions/counter.ts'
import { isAdjustment } from '#rules/sequence/adjustment.ts'
import { clipsOf, endOf, tracksOf } from '#rules/sequence/document.ts'
import { frameAtSample, sampleOfFrame, samplesPerSecond } from '#rules/sequence/frames.ts'
import { isGraded } from '#rules/sequence/graded.ts'
import { audibleTracks, soundEvents } from '#rules/sequence/levels.ts'
import { pictureAsPlayed } from '#rules/sequence/nested/as-played.ts'
import { nestOf, within } from '#rules/sequence/nested/nest.ts'
import { averageSpeed, framesUntil, laterBy, placeOf } from '#rules/sequence/ramp.ts'
import { resolve } from '#rules/sequence/resolve.ts'
import { gainKeys, pictureKeys } from './keys.ts'
import { oneRow } from './one-row.ts'

interface Lanes { readonly pictures: readonly Lane<PicturePiece>[], readonly sounds: readonly Lane<SoundPiece>[] }

type Listing = Pick<EditInput, 'size' | 'fileOf' | 'titleOf'> & { readonly isListed: (track: Track) => boolean }

export function lanesOf(sequence: SequenceDocument, range: Range, { size, fileOf, titleOf, isListed }: Listing): Lanes {
  const { rate } = sequence
  const { width, height } = size ?? sequence
  const resolved = resolve(sequence)
  // What is seen of each clip, with its fade-out where it has one.
  const shown = new Map<ClipId, { clip: ShownClip, end: number }>()
  for (const { startFrame, frames, layers } of resolved.stretches)
    layers.forEach(({ clip }) => shown.set(clip.id, { clip, end: startFrame + frames }))
  const events = Map.groupBy(soundEvents(sequence), ({ trackId }) => trackId)
  const seen = tracksOf(sequence).filter(track => track.kind === 'pictures').filter(track => !track.isMuted && isListed(track))
  const frame = { width, height }
  const pictures = seen.map((track): Lane<PicturePiece> => {
    const nest = nestOf(track)
    const clips = clipsOf(track).flatMap(({ id }) => shown.get(id) ?? []).filter(({ clip }) => !isAdjustment(clip))
    const piece = (clip: ListedPicture, from: number, end: number, isTail: boolean): PicturePiece[] =>
      pictureOf(clip, { from, end, range, frame, isTail }, clip.takeId === null ? titleOf(clip) : fileOf(clip.takeId))
    const pieces = clips.flatMap(({ clip }) => {
      const { from, until } = within(nest, clip)
      if (nest?.paces) {
        const played = pictureAsPlayed(clip, nest)
        return played ? piece(played, from, until, false) : []
      }
      const begins = Math.min(until, Math.max(from, clip.start + heldBefore(clip)))
      const held = piece({ ...clip, isHeld: true }, from, begins, false)
      return [...held, ...piece(clip, begins, until, false).map(each => held.length > 0 ? { ...each, crossIn: 0 } : each)]
    })
    return {
      trackId: track.id,
      name: oneRow(track.name),
      pieces,
      ...!nest?.paces && cutOtherwise(clips.map(({ clip }) => clip)) && {
        atCuts: clips.flatMap(({ clip }, at) => {
          const [before, after] = [crossedBefore(clips[at - 1]?.clip, clip), crossedBefore(clip, clips[at + 1]?.clip)]
          const { from, until } = within(nest, { start: clip.start + before, length: clip.length - before + after })
          return piece(clip, from, until, false).map(each => ({ ...each, ...before > 0 && { crossBefore: before } }))
        }),
      },
      tails: clips.flatMap(({ clip, end }) => {
        if (nest?.paces)
          return []
        const from = Math.max(endOf(clip), nest?.from ?? 0)
        return end > from ? piece(clip, from, end, true) : []
      }),
    }
  })
  const sounds = audibleTracks(sequence).filter(isListed).map((track): Lane<SoundPiece> => {
    const own = events.get(track.id) ?? []
    const piece = (event: HeardEvent, from: number, end: number, isTail: boolean): SoundPiece[] =>
      soundOf(event, { from, end, range, rate, isTail }, fileOf(event.clip.takeId), track.kind === 'speech')
    return {
      trackId: track.id,
      name: oneRow(track.name),
      pieces: own.flatMap(event => piece(event, 0, event.clip.length, false)),
      ...cutOtherwise(own.map(({ clip }) => clip)) && {
        atCuts: own.flatMap((event, at) => {
          const [before, after] = [crossedBefore(own[at - 1]?.clip, event.clip), crossedBefore(event.clip, own[at + 1]?.clip)]
          const frames = nearestFrame(event.start + before, rate) - nearestFrame(event.start, rate)
          return piece(event, before, event.clip.length + after, false)
            .map(each => ({ ...each, ...frames > 0 && { crossBefore: frames } }))
        }),
      },
      tails: own.flatMap(event => event.length > event.clip.length ? piece(event, event.clip.length, event.length, true) : []),
    }
  })
  return { pictures, sounds }
}

interface Span { readonly from: number, readonly end: number, readonly range: Range, readonly isTail: boolean }

/** Other programs have no colour and no edge between two clips: they dissolve. */
function dissolved({ transition, leaves, ...clip }: ShownClip): ShownClip {
  const isCarried = (one: Transition | undefined): boolean => one?.kind !== 'dip' && one?.kind !== 'wipe'
  return { ...clip, ...transition && isCarried(transition) && { transition }, ...leaves && isCarried(leaves.transition) && { leaves } }
}

/** The part of it before its first frame, which waits. */
type ListedPicture = ShownClip & { readonly isHeld?: true }

/** For how many frames it waits in its first one: the transition to it begins before its source. */
function heldBefore(clip: ShownClip): number {
  return clip.crossBefore && !clip.isReversed && !clip.isFrozen && clip.sourceLength !== null
    ? Math.max(0, Math.ceil(framesUntil(clip, 0)))
    : 0
}

type Cut = Pick<PictureClip, 'start' | 'length' | 'crossBefore'>

/** How much of a transition is before its cut, in the unit of the track; what plays begins with it. */
function crossedBefore(before: Cut | undefined, clip: Cut | undefined): number {
  return before && clip && endOf(before) === clip.start ? clip.crossBefore ?? 0 : 0
}

function cutOtherwise(clips: readonly Cut[]): boolean {
  return clips.some((clip, at) => crossedBefore(clips[at - 1], clip) > 0)
}

/** None outside of the range. `from` and `end` are frames of the sequence. */
function pictureOf(clip: ListedPicture, { from, end, range, frame, isTail }: Span & { frame: Size }, file: EditFile): PicturePiece[] {
  const start = Math.max(from, range.startFrame)
  const length = Math.min(end, range.startFrame + range.frames) - start
  if (length <= 0)
    return []
  const offset = start - clip.start
  const isStill = clip.sourceLength === null
  const isFrozen = clip.isFrozen ?? clip.isHeld
  const title = clip.title && !clip.title.shape ? lastText(clip.title) : null
  return [{
    ...{ clipId: clip.id, name: title === null ? file.name : oneRow(title), file },
    ...{ start: start - range.startFrame, length, speed: isStill || isFrozen ? 100 : speedOf(clip, offset, length) },
    crossIn: isTail ? 0 : Math.max(0, Math.min(clip.crossIn - offset, length)),
    isDisabled: false,
    in: isStill ? 0 : sourceOf(clip, offset, length),
    ...isFrozen && { isFrozen },
    ...clip.ramp && !isFrozen && { ramp: rampOf(clip, clip.ramp, offset, length) },
    ...clip.isReversed && !clip.isFrozen && !isStill && { isReversed: true },
    ...{ isStill, title, look: clip.look },
    ...clip.title?.shape ? { drawnOf: 'shape' as const } : clip.title?.counter && { drawnOf: 'counter' as const },
    ...isGraded(clip) && { hasGrade: true },
    ...clip.backdrop && { hasBackdrop: true },
    ...!isTail && clip.transition && { transition: clip.transition },
    keys: pictureKeys(dissolved(clip), { offset, length }, sizeOf(file) ?? frame, frame),
  }]
}

/** Of these frames of the clip. */
export function rampOf({ isReversed, length: whole }: PictureClip, ramp: Ramp, offset: number, length: number): RampPiece {
  const own = { ...ramp, at: ramp.at + (isReversed ? whole - offset - length : offset) }
  const placeAt = (frame: number): number => placeOf({ in: 0, speed: 100, ramp: own }, frame) / 100
  return { own, places: Array.from({ length: length + 1 }, (_, at) => placeAt(isReversed ? length - at : at)) }
}

/** One that changes is told as its average where a format carries no more. */
export function speedOf(clip: PictureClip, offset: number, length: number): number {
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
  { clip, start, length: whole, levels, balance, sides, isReversed }: HeardEvent,
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
  const placeAt = (frame: number): number => isReversed ? whole - at(frame) : at(frame)
  return [{
    ...{ clipId: clip.id, name: file.name, file, start: first - range.startFrame, length, isSpeech },
    speed: Math.round(soundSpeedOf(clip, offset, at(length) - at(0))),
    ...clip.ramp && {
      ramp: {
        ...!isReversed && { own: { ...clip.ramp, at: clip.ramp.at + offset } },
        ...{ places: soundPlaces(clip, { at: placeAt, length, rate }), shiftsPitch: clip.ramp.shiftsPitch === true },
      },
    },
    ...heardOf(file, clip.heard),
    hasTone: heardThrough(clip.heard),
    isPanned: balance !== null || sides !== undefined,
    crossIn: isTail ? 0 : Math.max(0, Math.min(length, nearestFrame(start + clip.crossIn, rate) - first)),
    ...!isTail && clip.crossIn > 0 && clip.crossCurve && clip.crossCurve !== 'equal-power' && { crossCurve: clip.crossCurve },
    isDisabled: false,
    ...isReversed && { isReversed },
    in: Math.max(0, placeOf(clip, isReversed ? whole - at(length) : offset) / 100),
    keys: gainKeys(levels, length, at),
  }]
}

function soundSpeedOf(clip: SoundClip, offset: number, length: number): number {
  return clip.ramp ? averageSpeed({ ...clip, ...laterBy(clip, offset), length }) : clip.speed
}

/** In frames of the list, as those of pictures. */
function soundPlaces(
  clip: SoundClip,
  { at, length, rate }: { readonly at: (frame: number) => number, readonly length: number, readonly rate: FrameRate },
): number[] {
  const perFrame = samplesPerSecond * rate.denominator / rate.numerator
  return Array.from({ length: length + 1 }, (_, frame) => Math.max(0, placeOf(clip, at(frame)) / 100 / perFrame))
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
