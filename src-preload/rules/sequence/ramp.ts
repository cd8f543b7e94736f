/** Where in its source a clip is, at a constant speed or by its ramp: the integral of the speed, and its inverse. */
import type { Ramp, RampPoint, SoundRamp } from '#contract/ramp.ts'
import type { FrameRate, Nested, PictureClip, SoundClip } from '#contract/sequence-document.ts'
import type { SpeedCourse } from './speed-course.ts'
import { consumed } from './document.ts'
import { frameAtSample, sampleOfFrame, samplesPerSecond } from './frames.ts'
import { placeOnCourse, settled, speedOfPoints, timeOnCourse } from './speed-course.ts'

/** What the place in the source depends on. */
export interface Paced {
  readonly in: number
  readonly speed: number
  readonly ramp?: Ramp & Pick<SpeedCourse, 'over'> | undefined
  /** Of a sequence, how far in that frame its part begins. */
  readonly nested?: Nested | undefined
}

/** The place in the source, in hundredths of its frames, so many frames behind the beginning of the part that a clip plays, forwards. */
export function placeOf({ in: first, speed, ramp, nested }: Paced, frames: number): number {
  return ramp ? placeOnCourse(ramp, ramp.at + frames) : first * 100 + (nested?.phase ?? 0) + frames * speed
}

/** How many frames behind the beginning of the part that place is reached: the inverse. */
export function framesUntil(clip: Paced, place: number): number {
  const { speed, ramp } = clip
  return ramp ? settled(timeOnCourse(ramp, place) - ramp.at) : (place - placeOf(clip, 0)) / speed
}

/** How many frames of its source it plays, as its length says. */
export function consumedBy(clip: Paced & { readonly length: number }): number {
  return clip.ramp ? Math.ceil(placeOf(clip, clip.length) / 100) - clip.in : consumed(clip.length, clip.speed)
}

/** Percent at this distance from the clip's start. */
export function speedAt({ speed, ramp, length, isReversed }: Paced & Pick<PictureClip, 'length' | 'isReversed'>, offset: number): number {
  return ramp ? speedOfPoints(ramp.points, ramp.at + (isReversed ? length - offset : offset)) : speed
}

/** What a single speed would have to be, in whole percent. */
export function averageSpeed(clip: Paced & { readonly length: number }): number {
  return clip.ramp
    ? Math.min(1000, Math.max(10, Math.round((placeOf(clip, clip.length) - placeOf(clip, 0)) / clip.length)))
    : clip.speed
}

/** A clip that begins so many frames later in its part of the source, or earlier. */
export function laterBy(clip: Paced, frames: number): Pick<Paced, 'in' | 'ramp' | 'nested'> {
  const { in: first, speed, ramp, nested } = clip
  if (nested && !ramp)
    return partFrom(nested, placeOf(clip, frames))
  return ramp ? withFirst({ ...ramp, at: ramp.at + frames }) : { in: Math.max(0, first + consumed(frames, speed)) }
}

/** A ramp says where its part begins. */
export function withoutPhase({ phase: _, ...nested }: Nested): Nested {
  return nested
}

/** Between two frames, so that a sequence that is cut plays as before. */
export function partFrom(whole: Nested, place: number): Pick<Paced, 'in' | 'nested'> {
  const nested = withoutPhase(whole)
  const from = Math.max(0, place)
  const phase = from % 100
  return { in: Math.floor(from / 100), nested: { ...nested, ...phase > 0 && { phase } } }
}

/** `in` says the frame that is seen first, for all that asks for no more. */
function withFirst(ramp: Ramp): { in: number, ramp: Ramp } {
  return { in: Math.max(0, Math.floor(placeOf({ in: 0, speed: 100, ramp }, 0) / 100)), ramp }
}

/** The same course, from that frame of the source on. */
export function fromFrame({ ramp, nested }: Paced, first: number): Pick<Paced, 'in' | 'ramp' | 'nested'> {
  if (nested && !ramp)
    return partFrom(nested, first * 100)
  return ramp ? withFirst({ ...ramp, from: Math.ceil(first * 100 - placeOnCourse({ ...ramp, from: 0 }, ramp.at)) }) : { in: first }
}

/** Its source shifted by whole frames. */
export function slippedBy({ in: first, ramp }: Paced, frames: number): Pick<Paced, 'in' | 'ramp'> {
  return ramp ? withFirst({ ...ramp, from: ramp.from + frames * 100 }) : { in: first + frames }
}

/** A clip with these points, which count from `zero` in it. The picture there, or the sample, stays. */
export function rampOf(clip: Paced, points: readonly RampPoint[], zero = 0): Ramp {
  return { at: 0 - zero, from: Math.ceil(placeOf(clip, zero)), points: inOrder(points) }
}

/** Of several at one place the last one stays. */
function inOrder(points: readonly RampPoint[]): RampPoint[] {
  return [...new Map(points.map(point => [point.at, point])).values()].sort((a, b) => a.at - b.at)
}

/** Those of a clip, counted from its start; also those outside of it. */
export function pointsOf({ ramp }: Pick<Paced, 'ramp'>): RampPoint[] {
  return ramp?.points.map(point => ({ ...point, at: point.at - ramp.at })) ?? []
}

/** Those of a sound, which counts in samples, count in frames from that in which it starts. */
export function pointsInFrames(clip: PictureClip | SoundClip, { numerator, denominator }: FrameRate): RampPoint[] {
  if (!('points' in clip))
    return pointsOf(clip)
  const first = frameAtSample(clip.start, { numerator, denominator })
  const frameOf = (sample: number): number => Math.round(sample * numerator / (denominator * samplesPerSecond))
  return inOrder(pointsOf(clip).map(point => ({ ...point, at: frameOf(clip.start + point.at) - first })))
}

/** Points in frames from this frame of the timeline on, in samples from its beginning. */
export function pointsInSamples(points: readonly RampPoint[], frame: number, rate: FrameRate): RampPoint[] {
  const zero = sampleOfFrame(frame, rate)
  return points.map(point => ({ ...point, at: sampleOfFrame(frame + point.at, rate) - zero }))
}

/** The ramp of a sound that starts at this sample, in step with a picture of the same source. It plays forwards. */
export function soundRampOf({ start, ramp }: { readonly start: number, readonly ramp: Ramp }, rate: FrameRate, sample: number): SoundRamp {
  const zero = start - ramp.at
  return {
    at: sample - sampleOfFrame(zero, rate),
    from: Math.ceil(settled(ramp.from * samplesPerSecond * rate.denominator / rate.numerator)),
    points: pointsInSamples(ramp.points, zero, rate),
  }
}

/** From when until when the course plays a source of this length, in whole units of its time. */
export function spanOf(course: SpeedCourse, sourceLength: number): { first: number, end: number } {
  const first = firstOf(course)
  return { first, end: Math.max(first, Math.floor(timeOnCourse(course, sourceLength * 100)) + 1) }
}

/** When the course plays its source from the beginning on. */
export function firstOf(course: SpeedCourse): number {
  return Math.ceil(timeOnCourse(course, 0))
}

/** The same course in another frame rate. */
export function refittedRamp({ at, from, points, ...pitch }: Ramp, ratio: number): Ramp {
  return {
    ...pitch,
    at: Math.round(at * ratio),
    from: Math.round(from * ratio),
    points: inOrder(points.map(point => ({ ...point, at: Math.round(point.at * ratio) }))),
  }
}

/** How long it lasts to play so many frames of the source with these points, in whole frames. */
export function lengthOf(clip: Paced, frames: number, most: number): number {
  const until = (count: number): number => framesUntil(clip, placeOf(clip, 0) + count * 100)
  return Math.max(1, Math.min(Math.round(until(frames)), Math.floor(until(most) + 1e-9)))
}
