/**
 * How a nested clip that is slower, faster, ramped, reversed or frozen plays its sequence. What is inside keeps its own time, so that each
 * frame of the film shows one frame of the sequence as that is, and its levels stay on its sounds. In the unit of a track. Pure.
 */
import type { Ramp } from '#contract/ramp.ts'
import { fastestSound, slowestSound } from '#contract/sequence-limits.ts'
import { placeOnCourse, speedOfPoints, timeOnCourse } from '../speed-course.ts'

/** A part of a track, in its own unit. */
interface Span { readonly from: number, readonly until: number }

export interface Pace {
  readonly start: number
  /** Of the clip. What is reversed begins with the end of it. */
  readonly length: number
  /** It plays on for longer while the next clip comes. */
  readonly plays: number
  /** Where its part of the sequence begins, in hundredths. */
  readonly from: number
  /** Percent; of a ramp, the average. */
  readonly speed: number
  /** How its speed changes, in place of both. Absent: it does not. */
  readonly ramp?: Ramp | undefined
  readonly isReversed?: true | undefined
  readonly isFrozen?: true | undefined
  /** What is seen after the end of the sequence; before its beginning, that is its first frame. Absent of sound: nothing is heard there. */
  readonly last?: number | undefined
}

/** So far behind the beginning of its part, forwards, in hundredths of what it plays. */
function placed({ from, speed, ramp }: Pace, played: number): number {
  return ramp ? placeOnCourse(ramp, ramp.at + played) : from + played * speed
}

/** The inverse. */
function playedAt({ from, speed, ramp }: Pace, place: number): number {
  return ramp ? timeOnCourse(ramp, place) - ramp.at : (place - from) / speed
}

/** What it plays there. */
export function innerAt(pace: Pace, at: number): number {
  const { start, length, isReversed, isFrozen, last } = pace
  const played = isFrozen ? 0 : isReversed ? length - 1 - (at - start) : at - start
  const place = Math.floor(placed(pace, played) / 100)
  return last === undefined ? place : Math.max(0, Math.min(last, place))
}

/** Where it plays what is in this span; empty where it does not. */
export function outerSpan(pace: Pace, { from, until }: Span): Span {
  const [begin, end] = [pace.start, pace.start + pace.plays]
  return pace.isReversed && !pace.isFrozen
    ? { from: firstWhere(begin, end, at => innerAt(pace, at) < until), until: firstWhere(begin, end, at => innerAt(pace, at) < from) }
    : { from: firstWhere(begin, end, at => innerAt(pace, at) >= from), until: firstWhere(begin, end, at => innerAt(pace, at) >= until) }
}

/** The end where there is none. Once true, it stays so. */
function firstWhere(from: number, until: number, is: (at: number) => boolean): number {
  let [low, high] = [from, until]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (is(middle))
      high = middle
    else
      low = middle + 1
  }
  return low
}

/** All that it plays in this span, which is not empty. */
export function innerSpan(pace: Pace, { from, until }: Span): Span {
  const [first, last] = [innerAt(pace, from), innerAt(pace, until - 1)]
  return { from: Math.min(first, last), until: Math.max(first, last) + 1 }
}

/** Of sequences in sequences, the outermost first. */
export type Paces = readonly Pace[]

export function insideAt(paces: Paces, at: number): number {
  return paces.reduce((place, pace) => innerAt(pace, place), at)
}

export function inside(paces: Paces, span: Span): Span {
  return paces.reduce((part, pace) => innerSpan(pace, part), span)
}

export function outside(paces: Paces, span: Span): Span {
  return paces.reduceRight((part, pace) => outerSpan(pace, part), span)
}

export function movedBy([first, ...others]: Paces, by: number): Paces {
  return first ? [{ ...first, start: first.start + by }, ...others] : others
}

/** The moment inside at this one, between two samples. */
export function momentInside(paces: Paces, at: number): number {
  return paces.reduce((moment, pace) => {
    const { start, length, isReversed } = pace
    return placed(pace, isReversed ? start + length - moment : moment - start) / 100
  }, at)
}

/** Its inverse. */
export function momentOutside(paces: Paces, at: number): number {
  return throughAll(paces, at, 0)
}

/** Where the frame that begins at this moment inside is seen: backwards, a frame ends where it begins forwards. A fraction of a frame. */
export function frameOutside(paces: Paces, at: number): number {
  return throughAll(paces, at, 1)
}

/** What lasts so long in each of them. */
function throughAll(paces: Paces, at: number, lasting: 0 | 1): number {
  return paces.reduceRight((moment, pace) => {
    const { start, length, isReversed } = pace
    const played = playedAt(pace, moment * 100)
    return isReversed ? start + length - lasting - played : start + played
  }, at)
}

/** Percent of what plays at this speed inside; as exact as files are made for it. */
export function speedThrough(paces: Paces, speed: number): number {
  const product = paces.reduce((all, pace) => all * pace.speed / 100, speed)
  return Math.min(fastestSound, Math.max(slowestSound, Math.round(product * 1e4) / 1e4))
}

export function isBackwards(paces: Paces): boolean {
  return paces.filter(pace => pace.isReversed).length % 2 === 1
}

export function isRamped(paces: Paces): boolean {
  return paces.some(({ ramp }) => ramp !== undefined)
}

/** How much of the time inside passes with that outside, less than 0 backwards: at this place of the film, or on average. */
export function rateThrough(paces: Paces, at?: number): number {
  let [rate, place] = [1, at]
  for (const pace of paces) {
    const { start, length, speed, ramp, isReversed, isFrozen } = pace
    const played = place === undefined ? 0 : isReversed ? start + length - place : place - start
    const own = ramp && place !== undefined ? speedOfPoints(ramp.points, ramp.at + played) : speed
    rate *= (isFrozen ? 0 : isReversed ? -own : own) / 100
    place = place === undefined ? undefined : innerAt(pace, place)
  }
  return rate
}
