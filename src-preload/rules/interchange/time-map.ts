/** Maps of time, as other programs say that a speed changes: which place of the source is seen at which frame of the clip. */
import type { Ramp, RampPoint, SoundRamp } from '#contract/ramp.ts'
import { Ramp as ARamp, SoundRamp as ASoundRamp } from '#contract/ramp.ts'
import { mostFrames, mostRampPoints } from '#contract/sequence-limits.ts'
import { placeOf } from '../sequence/ramp.ts'

/** In frames; straight between. */
export interface MapPoint { readonly at: number, readonly place: number }

/** For how many frames two speeds in whole percent are near enough to one between them; for more of a very long clip. */
const evenFor = (length: number): number => Math.max(120, Math.ceil(length / 40))
/** Of a map that somebody made. */
const mostPoints = 10_000
const [slowest, fastest] = [10, 1000]

function placeAt(points: readonly MapPoint[], at: number): number {
  const after = Math.max(1, points.findIndex((point, index) => index > 0 && point.at >= at))
  const index = points.at(-1)!.at < at ? points.length - 1 : after
  const [from, to] = [points[index - 1]!, points[index]!]
  return from.place + (to.place - from.place) * (at - from.at) / (to.at - from.at)
}

/**
 * The ramp of a clip of this length that begins at zero of the map, within a frame of it. Null for what is no ramp here: backwards, held,
 * or slower and faster than a clip can be.
 */
export function rampOfMap(map: readonly MapPoint[], length: number): Ramp | null {
  if (map.length > mostPoints)
    return null
  const points = map.toSorted((a, b) => a.at - b.at).filter(({ at }, index, all) => index === 0 || at - all[index - 1]!.at > 1e-6)
  if (points.length < 2 || points.some(({ at, place }) => !(Math.abs(at) <= mostFrames && Math.abs(place) <= mostFrames)))
    return null
  // A point between two frames is a frame of its own speed.
  const inside = points.flatMap(({ at }) => [Math.floor(at), Math.ceil(at)]).filter(at => at > 0 && at < length)
  const corners = [...new Set([0, ...inside, length])].flatMap((at, index, all) => parted(at, all[index + 1], length))
  // With two speeds between each and the next.
  if (corners.length > 2 * mostRampPoints)
    return null
  const from = Math.round(placeAt(points, 0) * 100)
  const made: RampPoint[] = []
  let reached = from
  for (const [index, at] of corners.entries()) {
    const until = corners[index + 1]
    if (until === undefined)
      break
    // Two speeds in whole percent that end where the map is.
    const passes = Math.round(placeAt(points, until) * 100) - reached
    const lower = Math.floor(passes / (until - at))
    const faster = passes - lower * (until - at)
    if (faster < until - at)
      made.push({ at, speed: lower, easing: 'hold' })
    if (faster > 0)
      made.push({ at: until - faster, speed: lower + 1, easing: 'hold' })
    reached += passes
  }
  const kept = made.filter(({ speed }, index) => speed !== made[index - 1]?.speed)
  const isPlayable = from >= 0 && kept.length > 0 && kept.length <= mostRampPoints
    && kept.every(({ speed }) => speed >= slowest && speed <= fastest)
  return isPlayable ? { at: 0, from, points: kept } : null
}

/** Whether a clip of this speed, in percent, would be off by more than a frame at its end with the nearest whole one. */
export function drifts(speed: number, length: number): boolean {
  return Math.abs(speed - Math.round(speed)) * length > 100 + 1e-6
}

/** A speed between two whole ones, from a place of the source on; null where the nearest is right, or no ramp can have it. */
export function rampOfSpeed(speed: number, { in: place, length }: { readonly in: number, readonly length: number }): Ramp | null {
  return drifts(speed, length) ? rampOfMap([{ at: 0, place }, { at: length, place: place + length * speed / 100 }], length) : null
}

/** The place and those that divide what is between it and the next one. */
function parted(at: number, next: number | undefined, length: number): number[] {
  const parts = next === undefined ? 1 : Math.ceil((next - at) / evenFor(length))
  return Array.from({ length: parts }, (_, part) => Math.round(at + ((next ?? at) - at) * part / parts))
}

/** What Takeroom wrote besides the map, as long as the map is still the one of it. */
export function ownRamp(text: unknown, map: readonly MapPoint[], length: number): Ramp | null {
  const ramp = ARamp.safeParse(typeof text === 'string' ? parsed(text) : text).data
  return ramp && isOf(ramp, map, { length, perFrame: 1 }) ? ramp : null
}

/** The same of a sound, whose ramp counts samples: so many for each frame. */
export function ownSoundRamp(text: unknown, map: readonly MapPoint[], length: number, perFrame: number): SoundRamp | null {
  const ramp = ASoundRamp.safeParse(typeof text === 'string' ? parsed(text) : text).data
  return ramp && isOf(ramp, map, { length, perFrame }) ? ramp : null
}

function isOf(
  ramp: Ramp,
  map: readonly MapPoint[],
  { length, perFrame }: { readonly length: number, readonly perFrame: number },
): boolean {
  const isSame = ({ at, place }: MapPoint): boolean =>
    at < 0 || Math.abs(placeOf({ in: 0, speed: 100, ramp }, at * perFrame) / 100 / perFrame - place) < 0.5
  return isInOrder(ramp) && map.length > 1 && map.length <= mostPoints && map.at(-1)!.at >= length - 1 && map.every(isSame)
}

/** Points of a ramp are one after another. */
export function isInOrder({ points }: Pick<Ramp, 'points'>): boolean {
  return points.every(({ at }, index) => at > (points[index - 1]?.at ?? -Infinity))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  }
  catch {
    return null
  }
}

/** Of a ramp that is played backwards, the map of its part of the source; null where its first place is not its last one. */
export function backwards(map: readonly MapPoint[], length: number): MapPoint[] | null {
  const [first, last] = [map[0], map.at(-1)]
  return first && last && first.place > last.place ? map.map(({ at, place }) => ({ at: length - at, place })).reverse() : null
}

/** Points of a curve through these, as Catmull and Rom have it: those that are smooth until the next one. */
export function smoothed(points: readonly (MapPoint & { readonly isSmooth?: boolean })[]): MapPoint[] {
  return points.flatMap(({ at, place, isSmooth }, index) => {
    const next = points[index + 1]
    if (!isSmooth || !next)
      return [{ at, place }]
    const [before, after] = [points[index - 1]?.place ?? place, points[index + 2]?.place ?? next.place]
    const parts = Math.max(1, Math.min(12, Math.floor((next.at - at) / 4)))
    return Array.from({ length: parts }, (_, part): MapPoint => {
      const t = part / parts
      const curve = 2 * place + (next.place - before) * t + (2 * before - 5 * place + 4 * next.place - after) * t ** 2
        + (3 * place - before - 3 * next.place + after) * t ** 3
      return { at: at + (next.at - at) * t, place: curve / 2 }
    })
  })
}
