/** Where in its source a clip is, at a constant speed or by its ramp: the integral of the speed, and its inverse. */
import type { Ramp, RampPoint, SoundRamp } from '#contract/ramp.ts'
import type { FrameRate, Nested, PictureClip, SoundClip } from '#contract/sequence-document.ts'
import type { Tracks } from './document.ts'
import { consumed, tracksOf } from './document.ts'
import { frameAtSample, sampleOfFrame, samplesPerSecond } from './frames.ts'

/** What the place in the source depends on. */
export interface Paced {
  readonly in: number
  readonly speed: number
  readonly ramp?: Ramp | undefined
  /** Of a sequence, how far in that frame its part begins. */
  readonly nested?: Nested | undefined
}

/** Roundings of doubles must not decide which of two frames is seen. */
function settled(hundredths: number): number {
  return Math.round(hundredths * 1e6) / 1e6
}

/** The index of the last point at this time or before it; -1 before the first. */
function pointBefore(points: readonly RampPoint[], time: number): number {
  return points.findLastIndex(({ at }) => at <= time)
}

/** Percent at this time of a ramp. */
export function speedOfPoints(points: readonly RampPoint[], time: number): number {
  const before = pointBefore(points, time)
  const [from, to] = [points[before], points[before + 1]]
  if (!from || !to || from.easing === 'hold')
    return (from ?? to)?.speed ?? 100
  const way = (time - from.at) / (to.at - from.at)
  return from.speed + (to.speed - from.speed) * (from.easing === 'linear' ? way : way * way * (3 - 2 * way))
}

/** What passes from a point until so many frames behind it, at most until the next one; in hundredths of frames of the source. */
function passed(from: RampPoint, to: RampPoint | undefined, frames: number): number {
  if (!to || from.easing === 'hold')
    return from.speed * frames
  const way = frames / (to.at - from.at)
  const share = from.easing === 'linear' ? way / 2 : way * way - way * way * way / 2
  return frames * (from.speed + (to.speed - from.speed) * share)
}

/** What passes from zero of the ramp until this time; less than 0 before it. */
function integral(points: readonly RampPoint[], time: number): number {
  const [first] = points
  if (!first)
    return time * 100
  const fromFirst = (until: number): number => {
    if (until <= first.at)
      return (until - first.at) * first.speed
    let sum = 0
    for (const [index, point] of points.entries()) {
      if (point.at >= until)
        break
      const next = points[index + 1]
      sum += passed(point, next, Math.min(until, next?.at ?? until) - point.at)
    }
    return sum
  }
  return fromFirst(time) - fromFirst(0)
}

/** The time at which that much has passed. */
function timeOf(points: readonly RampPoint[], wanted: number): number {
  const [first] = points
  if (!first)
    return wanted / 100
  const left = wanted - integral(points, first.at)
  if (left <= 0)
    return first.at + left / first.speed
  let before = 0
  for (const [index, point] of points.entries()) {
    const next = points[index + 1]
    const within = next ? passed(point, next, next.at - point.at) : Infinity
    if (before + within >= left)
      return point.at + framesFor(point, next, left - before)
    before += within
  }
  return first.at
}

/** So many frames behind a point, that much has passed. */
function framesFor(from: RampPoint, to: RampPoint | undefined, wanted: number): number {
  if (!to || from.easing === 'hold' || from.speed === to.speed)
    return wanted / from.speed
  const span = to.at - from.at
  if (from.easing === 'linear') {
    const growth = (to.speed - from.speed) / span
    return 2 * wanted / (from.speed + Math.sqrt(Math.max(0, from.speed * from.speed + 2 * growth * wanted)))
  }
  let [low, high] = [0, span]
  // Halving a span of doubles ends with neighbours.
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (passed(from, to, middle) < wanted)
      low = middle
    else
      high = middle
  }
  return (low + high) / 2
}

/** The place in the source, in hundredths of its frames, so many frames behind the beginning of the part that a clip plays, forwards. */
export function placeOf({ in: first, speed, ramp, nested }: Paced, frames: number): number {
  return ramp ? settled(ramp.from + integral(ramp.points, ramp.at + frames)) : first * 100 + (nested?.phase ?? 0) + frames * speed
}

/** How many frames behind the beginning of the part that place is reached: the inverse. */
export function framesUntil(clip: Paced, place: number): number {
  const { speed, ramp } = clip
  return ramp ? settled(timeOf(ramp.points, place - ramp.from) - ramp.at) : (place - placeOf(clip, 0)) / speed
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
  if (nested)
    return partFrom(nested, placeOf(clip, frames))
  return ramp ? withFirst({ ...ramp, at: ramp.at + frames }) : { in: Math.max(0, first + consumed(frames, speed)) }
}

/** Between two frames, so that a sequence that is cut plays as before. */
function partFrom({ phase: _, ...nested }: Nested, place: number): Pick<Paced, 'in' | 'nested'> {
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
  if (nested)
    return partFrom(nested, first * 100)
  return ramp ? withFirst({ ...ramp, from: Math.ceil(first * 100 - integral(ramp.points, ramp.at)) }) : { in: first }
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
export function spanOf({ from, points }: Pick<Ramp, 'from' | 'points'>, sourceLength: number): { first: number, end: number } {
  const first = firstOf({ from, points })
  return { first, end: Math.max(first, Math.floor(settled(timeOf(points, sourceLength * 100 - from))) + 1) }
}

/** When the course plays its source from the beginning on. */
export function firstOf({ from, points }: Pick<Ramp, 'from' | 'points'>): number {
  return Math.ceil(settled(timeOf(points, 0 - from)))
}

/** The same course in another frame rate. */
export function refittedRamp({ at, from, points }: Ramp, ratio: number): Ramp {
  return {
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

/** Earlier versions would drop them. */
export function hasRamps(document: Tracks): boolean {
  return tracksOf(document).some(({ kind, clips }) => kind === 'pictures' && Object.values(clips).some(clip => 'ramp' in clip))
}
export function hasSoundRamps(document: Tracks): boolean {
  return tracksOf(document).some(track => track.kind !== 'captions' && track.kind !== 'pictures'
    && Object.values(track.clips).some(clip => 'ramp' in clip))
}
