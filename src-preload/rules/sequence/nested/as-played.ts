/**
 * Clips inside a sequence of another speed as clips of the film that play alike, as far as whole percent and whole frames allow: for what
 * has no sequence around them, such as clips that are taken apart, edit lists without compounds, and pictures on lanes. Pure.
 */
import type { Ramp, RampPoint } from '#contract/ramp.ts'
import type { Keys, PictureClip, SoundClip } from '#contract/sequence-document.ts'
import type { SoundPoint } from '../sound-points.ts'
import type { Through } from './course-through.ts'
import type { Nest } from './nest.ts'
import type { Paces } from './pace.ts'
import { mostKeys, mostRampPoints } from '#contract/sequence-limits.ts'
import { endOf } from '../document.ts'
import { cutEnd, cutStart, isEndless, keepFades } from '../edit/draft.ts'
import { keysOf, mappedKeys, rekeyed, turnedCourse } from '../motion.ts'
import { averageSpeed, placeOf, withoutPhase } from '../ramp.ts'
import { gainPoints, panPoints, pointsOf, turnedSoundPoints } from '../sound-points.ts'
import { placeOnCourse } from '../speed-course.ts'
import { courseThrough } from './course-through.ts'
import { heldAt } from './held.ts'
import { within } from './nest.ts'
import { frameOutside, inside, insideAt, isBackwards, isRamped, momentOutside, rateThrough, speedThrough } from './pace.ts'

/** Whole percent, as a clip may have it. */
function clipSpeed(paces: Paces, speed: number): number {
  return Math.min(1000, Math.max(10, Math.round(speedThrough(paces, speed))))
}

interface Known { readonly nest: Nest, readonly played: PictureClip | null }
const known = new WeakMap<PictureClip, Known>()

/** The part of a picture that is seen; null where none is. The same of the same. */
export function pictureAsPlayed(clip: PictureClip, nest: Nest): PictureClip | null {
  const kept = known.get(clip)
  if (kept?.nest === nest)
    return kept.played
  const played = freshPicture(clip, nest)
  known.set(clip, { nest, played })
  return played
}

function freshPicture(clip: PictureClip, nest: Nest): PictureClip | null {
  const { from, until } = within(nest, clip)
  if (from >= until)
    return null
  const { paces } = nest
  if (!paces)
    return clip
  const span = { start: from, length: until - from }
  if (rateThrough(paces) === 0)
    return { ...heldAt(clip, insideAt(paces, from) - clip.start), ...span }
  const part = cutTo(clip, inside(paces, { from, until }))
  const timed = { ...part, ...span, ...fadesThrough(part, paces) }
  if (isEndless(part)) {
    if (Object.keys(keysOf(part)).length > 0)
      Object.assign(timed, { keys: keysThrough(part, paces, from) })
  }
  else {
    Object.assign(timed, isRamped(paces) ? rampedThrough(part, paces, { from, length: until - from }) : pacedThrough(part, paces))
  }
  keepFades(timed)
  return timed
}

function cutTo(clip: PictureClip, { from, until }: { readonly from: number, readonly until: number }): PictureClip {
  const part = { ...clip }
  // What is longer than its part of the source shows its last picture there.
  if (endOf(part) > until)
    cutEnd(part, until)
  if (part.start < from)
    cutStart(part, from)
  return part
}

/** As long as they are seen or heard in the film. */
function fadesThrough(part: PictureClip | SoundClip, paces: Paces): Pick<PictureClip, 'fadeIn' | 'fadeOut' | 'crossIn'> {
  const there = (moment: number): number => momentOutside(paces, moment)
  const between = (one: number, other: number): number => Math.round(Math.abs(there(other) - there(one)))
  const fades = {
    fadeIn: between(part.start, part.start + part.fadeIn),
    fadeOut: between(endOf(part) - part.fadeOut, endOf(part)),
    crossIn: between(part.start, part.start + part.crossIn),
  }
  return isBackwards(paces) ? { ...fades, fadeIn: fades.fadeOut, fadeOut: fades.fadeIn } : fades
}

/** Its keys stay on its pictures. */
function rampedThrough(part: PictureClip, paces: Paces, span: Part): Partial<PictureClip> {
  const played = courseThrough(part, paces)
  const ramp = rampOf(played, span, part)
  const isReversed = played.turn === -1 ? true as const : undefined
  const { nested } = part
  const timed = { ...part, ramp, isReversed, length: span.length, in: firstOf(ramp) }
  const keys = part.keys && rekeyed(part.keys, part, timed)
  return {
    ...{ ramp, isReversed, in: timed.in },
    speed: averageSpeed(timed),
    ...nested && { nested: withoutPhase(nested) },
    ...keys && { keys },
  }
}

function firstOf(ramp: Ramp): number {
  return Math.max(0, Math.floor(placeOf({ in: 0, speed: 100, ramp }, 0) / 100))
}

interface Part { readonly from: number, readonly length: number }

/**
 * A course as a clip may have it: itself where it is one with whole percent; else the speeds of so many parts that a ramp may have, which
 * are at the right place at the beginning of each.
 */
function rampOf({ course, turn, zero }: Through, { from, length }: Part, { sourceLength }: PictureClip | SoundClip): Ramp {
  const first = turn === 1 ? from + zero : zero - from - length
  const { points, over, isTurned } = course
  const own = isTurned ? turnedPoints(points) : points
  if (!over && own && own.length <= mostRampPoints && own.every(({ speed }) => speed === wholePercent(speed)))
    return { at: first, from: course.from, points: [...own] }
  const step = Math.max(1, Math.ceil(length / mostRampPoints))
  const placeAt = (at: number): number => Math.min((sourceLength ?? Infinity) * 100, placeOnCourse(course, first + at))
  let place = Math.round(placeAt(0))
  const begins = place
  const parts = Array.from({ length: Math.ceil(length / step) }, (_, index): RampPoint => {
    const at = index * step
    const speed = wholePercent((placeAt(at + step) - place) / step)
    place += speed * step
    return { at, speed, easing: 'hold' }
  })
  return { at: 0, from: begins, points: parts }
}

function wholePercent(speed: number): number {
  return Math.min(1000, Math.max(10, Math.round(speed)))
}

/** From the end; null where a speed is held, which would be held on the other side of its point. */
function turnedPoints(points: readonly RampPoint[]): RampPoint[] | null {
  return points.some(({ easing }, at) => easing === 'hold' && at < points.length - 1)
    ? null
    : points.map((point, at) => ({ at: -point.at, speed: point.speed, easing: points[at - 1]?.easing ?? 'linear' })).reverse()
}

function pacedThrough({ speed, ramp, keys, isReversed }: PictureClip, paces: Paces): Partial<PictureClip> {
  const rate = Math.abs(rateThrough(paces))
  const isTurned = isBackwards(paces) !== (isReversed === true)
  return {
    speed: clipSpeed(paces, speed),
    isReversed: isTurned ? true : undefined,
    ...ramp && {
      ramp: {
        ...ramp,
        at: Math.round(ramp.at / rate),
        points: ramp.points.map(point => ({ ...point, at: Math.round(point.at / rate), speed: clipSpeed(paces, point.speed) })),
      },
      // Theirs is the time of the ramp.
      ...keys && { keys: mappedKeys(keys, at => at / rate) },
    },
  }
}

/** Keys of what has no pictures that pass count from its start. */
function keysThrough(part: PictureClip, paces: Paces, from: number): Keys {
  const moved = mappedKeys(keysOf(part), at => 100 * (frameOutside(paces, part.start + at / 100) - from))
  return isBackwards(paces) ? turnedKeys(moved) : moved
}

/** The same courses in the other direction. */
export function turnedKeys(keys: Keys): Keys {
  return Object.fromEntries(Object.entries(keys).map(([property, own = []]) =>
    [property, turnedCourse(own, { leaves: 'hold', within: 1, most: mostKeys })]))
}

/** The part of a sound that is heard; it plays forwards, as all sounds by themselves. Null where none is. */
export function soundAsPlayed(clip: SoundClip, nest: Nest): SoundClip | null {
  const { from, until } = within(nest, clip)
  if (from >= until)
    return null
  const { paces } = nest
  if (!paces)
    return clip
  const heard = inside(paces, { from, until })
  const part = { ...clip }
  if (endOf(part) > heard.until)
    cutEnd(part, heard.until)
  if (part.start < heard.from)
    cutStart(part, heard.from)
  const moved = (motion: 'gain' | 'pan'): SoundPoint[] => {
    const points = pointsOf(part, motion)
      .map(point => ({ ...point, at: Math.round(momentOutside(paces, part.start + point.at)) - from }))
      .sort((a, b) => a.at - b.at)
    return isBackwards(paces) ? turnedSoundPoints(points, Math.abs(rateThrough(paces))) : points
  }
  const timed = {
    ...part,
    ...{ start: from, length: until - from, speed: clipSpeed(paces, part.speed) },
    ...fadesThrough(part, paces),
    ...isRamped(paces) && soundRampedThrough(part, paces, { from, length: until - from }),
    points: gainPoints(moved('gain')),
    ...part.panPoints && { panPoints: panPoints(moved('pan')) },
  }
  keepFades(timed)
  return timed
}

function soundRampedThrough(part: SoundClip, paces: Paces, span: Part): Partial<SoundClip> {
  const played = courseThrough(part, paces)
  const ramp = rampOf(played, span, part)
  const shifts = [played.course, ...played.course.over ?? []].some(({ shiftsPitch }) => shiftsPitch)
  return { ramp: { ...ramp, ...shifts && { shiftsPitch: true } }, in: firstOf(ramp) }
}
