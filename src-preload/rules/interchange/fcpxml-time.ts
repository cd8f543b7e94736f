/** Times of FCPXML, and the maps of time that clips have there. */
import type { Ramp, SoundRamp } from '#contract/ramp.ts'
import type { MapPoint } from './time-map.ts'
import type { Element } from './xml.ts'
import { samplesPerSecond } from '../sequence/frames.ts'
import { backwards, drifts, ownRamp, ownSoundRamp, rampOfMap } from './time-map.ts'
import { allOf, childOf, childrenOf } from './xml.ts'

/** `1001/30000s`, `5s`, `0s`. */
export function secondsOf(text: string | undefined): number {
  const [, over = '0', under = '1'] = /^(-?\d+(?:\.\d+)?)(?:\/(\d+))?s$/.exec(text ?? '0s') ?? []
  return Number(over) / (Number(under) || 1)
}

interface Played {
  /** Of its own time; null where the list does not say. */
  readonly begin: number | null
  /** The same, from the first picture of its file on. */
  readonly start: number
  /** In frames. */
  readonly length: number
  readonly perSecond: number
  readonly isSound: boolean
}

/** How a clip plays its file; places in frames. */
export interface Pace {
  /** Whole percent. */
  readonly speed: number
  readonly ramp?: Ramp
  /** In place of it, of a sound that Takeroom wrote. */
  readonly soundRamp?: SoundRamp
  readonly shiftsPitch?: true
  readonly isReversed?: true
  readonly isFrozen?: true
  /** What is seen first of its part of the file, where that does not follow from the speed alone. */
  readonly first?: number
}

/** Null for a map that no clip can have here. */
export function paceOf(item: Element, played: Played): Pace | null {
  const speed = speedOf(item)
  const map = mapOf(item, played)
  const reversed = backwards(map, played.length)
  const ramp = rampOf(item, reversed ?? map, played.length)
  const isReversed = reversed ? { isReversed: true as const } : {}
  const soundRamp = played.isSound ? ownSoundRamp(ownText(item), map, played.length, samplesPerSecond / played.perSecond) : null
  if (soundRamp)
    return { speed: 100, soundRamp }
  const shiftsPitch = played.isSound && childOf(item, 'timeMap')?.attributes.get('preservesPitch') === '0'
  if (ramp)
    return { speed: speed === null ? 100 : Math.abs(speed), ramp, ...shiftsPitch && { shiftsPitch }, ...isReversed }
  const [first, last] = reversed ?? map
  if (speed === null || !first || !last)
    return speed === null ? null : { speed }
  if (speed === 0)
    return { speed: 100, isFrozen: true, first: first.place }
  const place = first.place + (last.place - first.place) * -first.at / (last.at - first.at)
  return reversed ? { speed: -speed, ...isReversed, first: place } : { speed }
}

/** At a smooth point its speed changes from one to the other within its times in and out. From the start of the clip, in frames. */
function mapOf(item: Element, { begin, start, perSecond }: Played): MapPoint[] {
  const points = childrenOf(childOf(item, 'timeMap'), 'timept').map(({ attributes }) => ({
    ...{ at: secondsOf(attributes.get('time')), place: secondsOf(attributes.get('value')) },
    ...{ before: secondsOf(attributes.get('inTime')), after: secondsOf(attributes.get('outTime')) },
    isSmooth: attributes.get('interp') !== 'linear',
  }))
  // Where the file does not begin at zero, a place counts from its first picture.
  const zero = begin === null ? 0 : begin - start
  return points.flatMap((point, index) => rounded(point, points[index - 1], points[index + 1]))
    .map(({ at, place }) => ({ at: (at - (begin ?? 0)) * perSecond, place: (place - zero) * perSecond }))
}

/** Of a map with more than one speed, or with one that is no whole percent. */
function rampOf(item: Element, map: readonly MapPoint[], length: number): Ramp | null {
  const [first, last] = [map[0], map.at(-1)]
  const isEven = map.length < 3 && !(first && last && drifts(100 * (last.place - first.place) / (last.at - first.at), length))
  return ownRamp(ownText(item), map, length) ?? (isEven ? null : rampOfMap(map, length))
}

/** What Takeroom wrote. */
function ownText(item: Element): string | undefined {
  return allOf(item, 'md').find(({ attributes }) => attributes.get('key') === 'app.takeroom.ramp')?.attributes.get('value')
}

type Mapped = MapPoint & { readonly before: number, readonly after: number, readonly isSmooth: boolean }

/** A corner, or the parabola that is in its place. */
function rounded({ at, place, before, after, isSmooth }: Mapped, last: MapPoint | undefined, next: MapPoint | undefined): MapPoint[] {
  const [from, until] = [Math.min(before, at - (last?.at ?? at)), Math.min(after, (next?.at ?? at) - at)]
  if (!isSmooth || !last || !next || from <= 0 || until <= 0)
    return [{ at, place }]
  const slope = (one: MapPoint, other: MapPoint): number => (other.place - one.place) / (other.at - one.at)
  const [first, second] = [place - slope(last, { at, place }) * from, place + slope({ at, place }, next) * until]
  return Array.from({ length: 9 }, (_, part): MapPoint => {
    const [t, left] = [part / 8, 1 - part / 8]
    return {
      at: left * left * (at - from) + 2 * left * t * at + t * t * (at + until),
      place: left * left * first + 2 * left * t * place + t * t * second,
    }
  })
}

/** Whole percent of a map of two points, straight between; less than 0 backwards, 0 for a held picture, and null for any other. */
function speedOf(item: Element): number | null {
  const points = childrenOf(childOf(item, 'timeMap'), 'timept')
    .map(({ attributes }) => ({ time: secondsOf(attributes.get('time')), value: secondsOf(attributes.get('value')) }))
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last)
    return 100
  const speed = Math.round(100 * (last.value - first.value) / (last.time - first.time))
  const isPlayable = speed === 0 || (Math.abs(speed) >= 10 && Math.abs(speed) <= 1000)
  return points.length === 2 && isPlayable ? speed : null
}
