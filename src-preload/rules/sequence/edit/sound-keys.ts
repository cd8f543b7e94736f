/** Setting, moving and taking away keys of the gain and the pan of a sound: what `setSound` is given for it. */
import type { Easing, FrameRate, SoundClip } from '#contract/sequence-document.ts'
import type { SoundMotion, SoundPoint } from '../sound-points.ts'
import { frameAtSample, sampleOfFrame } from '../frames.ts'
import { gainPoints, panPoints, pointsOf, pointValueAt, soundMotions } from '../sound-points.ts'

export type SoundValues = Partial<Pick<SoundClip, 'gainDb' | 'points' | 'pan' | 'panPoints'>>
/** A frame of the sequence: keys are set and found in frames, and are exact to the sample. */
export interface Place { readonly frame: number, readonly rate: FrameRate }

/** What a gain may be. */
const [leastDb, mostDb] = [-96, 24]

/** In samples from the clip's start, not outside of the clip. */
function offsetIn({ start, length }: SoundClip, { frame, rate }: Place): number {
  return Math.min(length - 1, Math.max(0, sampleOfFrame(frame, rate) - start))
}

/** The frame of a place in the clip: its end counts to its last frame. */
function frameOf({ start, length }: SoundClip, at: number, rate: FrameRate): number {
  return frameAtSample(start + Math.min(length - 1, at), rate)
}

function isIn(clip: SoundClip, { at }: SoundPoint, { frame, rate }: Place): boolean {
  const [first, last] = [frameOf(clip, 0, rate), frameOf(clip, clip.length, rate)]
  return isWithin(clip, at) && frameOf(clip, at, rate) === Math.min(last, Math.max(first, frame))
}

function isWithin({ length }: SoundClip, at: number): boolean {
  return at >= 0 && at <= length
}

/** Decibels, with those of the whole clip; or the pan. */
export function soundValueAt(clip: SoundClip, motion: SoundMotion, place: Place): number {
  const own = pointsOf(clip, motion)
  const value = pointValueAt(own, offsetIn(clip, place))
  return motion === 'gain' ? clip.gainDb + value : own.length > 0 ? value : clip.pan ?? 0
}

export function hasSoundKeys(clip: SoundClip, motion: SoundMotion): boolean {
  return pointsOf(clip, motion).length > 0
}

export function keyedSoundMotions(clip: SoundClip): SoundMotion[] {
  return soundMotions.filter(motion => hasSoundKeys(clip, motion))
}

/** The easing of the key in this frame; null where none is. */
export function soundEasingAt(clip: SoundClip, motion: SoundMotion, place: Place): Easing | null {
  return pointsOf(clip, motion).find(point => isIn(clip, point, place))?.easing ?? null
}

/** This value in this frame: where there are keys, in a key there; else of the whole clip. */
export function withSoundValue(clip: SoundClip, motion: SoundMotion, place: Place, value: number): SoundValues {
  if (!hasSoundKeys(clip, motion))
    return motion === 'gain' ? { gainDb: value } : { pan: Math.round(value) }
  return valuesOf(motion, put(clip, motion, place, stored(clip, motion, value)))
}

/** A key that changes nothing of what is heard. */
export function withSoundKey(clip: SoundClip, motion: SoundMotion, place: Place): SoundValues {
  return valuesOf(motion, put(clip, motion, place, stored(clip, motion, soundValueAt(clip, motion, place))))
}

/** With the last key its value becomes that of the clip. */
export function withoutSoundKey(clip: SoundClip, motion: SoundMotion, place: Place): SoundValues {
  const rest = pointsOf(clip, motion).filter(point => !isIn(clip, point, place))
  return rest.length > 0 ? valuesOf(motion, rest) : withoutSoundKeys(clip, motion, place)
}

/** It stays as it is in this frame. */
export function withoutSoundKeys(clip: SoundClip, motion: SoundMotion, place: Place): SoundValues {
  const value = soundValueAt(clip, motion, place)
  return motion === 'gain' ? { gainDb: Math.min(mostDb, Math.max(leastDb, value)), points: [] } : { pan: Math.round(value), panPoints: [] }
}

export function withSoundEasing(clip: SoundClip, motion: SoundMotion, place: Place, easing: Easing): SoundValues {
  return valuesOf(motion, pointsOf(clip, motion).map(point => isIn(clip, point, place) ? { ...point, easing } : point))
}

/** The keys in one frame come to another one, and take the place of those there. */
export function withSoundKeysMoved(clip: SoundClip, motion: SoundMotion, from: Place, to: Place): SoundValues {
  const own = pointsOf(clip, motion)
  const by = sampleOfFrame(to.frame, to.rate) - sampleOfFrame(from.frame, from.rate)
  if (by === 0)
    return valuesOf(motion, own)
  const moved = own.filter(point => isIn(clip, point, from))
    .map(point => ({ ...point, at: Math.min(clip.length, Math.max(0, point.at + by)) }))
  const rest = own.filter(point => !isIn(clip, point, from) && !isIn(clip, point, to))
  return valuesOf(motion, inOrder([...rest, ...moved]))
}

/** Frames of the sequence in which keys are, each once, in order. */
export function framesOfSoundKeys(clip: SoundClip, rate: FrameRate, of: readonly SoundMotion[] = soundMotions): number[] {
  const frames = of.flatMap(motion => pointsOf(clip, motion)
    .filter(({ at }) => isWithin(clip, at))
    .map(({ at }) => frameOf(clip, at, rate)))
  return [...new Set(frames)].sort((a, b) => a - b)
}

/** The frame of the key before this one, or behind it; null where none is. */
export function nextSoundKey(
  clip: SoundClip,
  { frame, rate }: Place,
  to: 'previous' | 'next',
  of: readonly SoundMotion[] = soundMotions,
): number | null {
  const frames = framesOfSoundKeys(clip, rate, of)
  return (to === 'next' ? frames.find(each => each > frame) : frames.findLast(each => each < frame)) ?? null
}

/** As a point has it: that of a gain comes to the gain of the clip. */
function stored({ gainDb }: SoundClip, motion: SoundMotion, value: number): number {
  return motion === 'gain' ? Math.min(mostDb, Math.max(leastDb, value - gainDb)) : value
}

/** A new key gets to the next one as the one before it does. */
function put(clip: SoundClip, motion: SoundMotion, place: Place, value: number): SoundPoint[] {
  const own = pointsOf(clip, motion)
  const there = own.find(point => isIn(clip, point, place))
  const at = there?.at ?? offsetIn(clip, place)
  const before = own.findLast(point => point.at < at) ?? own[0]
  const point = { at, value, easing: (there ?? before)?.easing ?? 'linear' }
  return inOrder([...own.filter(other => other.at !== at), point])
}

function inOrder(points: readonly SoundPoint[]): SoundPoint[] {
  return [...new Map(points.map(point => [point.at, point])).values()].sort((a, b) => a.at - b.at)
}

function valuesOf(motion: SoundMotion, points: readonly SoundPoint[]): SoundValues {
  return motion === 'gain' ? { points: gainPoints(points) } : { panPoints: panPoints(points) }
}
