/** Times of FCPXML, and the maps of time that clips have there. */
import type { Ramp } from '#contract/ramp.ts'
import type { MapPoint } from './time-map.ts'
import type { Element } from './xml.ts'
import { ownRamp, rampOfMap } from './time-map.ts'
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
}

/** Of a map with more than one speed. At a smooth point its speed changes from one to the other within its times in and out. */
export function rampOf(item: Element, { begin, start, length, perSecond }: Played): Ramp | null {
  const points = childrenOf(childOf(item, 'timeMap'), 'timept').map(({ attributes }) => ({
    ...{ at: secondsOf(attributes.get('time')), place: secondsOf(attributes.get('value')) },
    ...{ before: secondsOf(attributes.get('inTime')), after: secondsOf(attributes.get('outTime')) },
    isSmooth: attributes.get('interp') !== 'linear',
  }))
  const own = new Map(allOf(item, 'md').map(({ attributes }) => [attributes.get('key'), attributes.get('value')]))
  const text = own.get('app.takeroom.ramp')
  if (points.length < 3 && text === undefined)
    return null
  // Where the file does not begin at zero, a place counts from its first picture.
  const zero = begin === null ? 0 : begin - start
  const map = points.flatMap((point, index) => rounded(point, points[index - 1], points[index + 1]))
    .map(({ at, place }) => ({ at: (at - (begin ?? 0)) * perSecond, place: (place - zero) * perSecond }))
  return ownRamp(text, map, length) ?? rampOfMap(map, length)
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

/** Whole percent of a map of two points, straight between; null for any other. */
export function speedOf(item: Element): number | null {
  const points = childrenOf(childOf(item, 'timeMap'), 'timept')
    .map(({ attributes }) => ({ time: secondsOf(attributes.get('time')), value: secondsOf(attributes.get('value')) }))
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last)
    return 100
  const speed = Math.round(100 * (last.value - first.value) / (last.time - first.time))
  return points.length === 2 && speed >= 10 && speed <= 1000 ? speed : null
}
