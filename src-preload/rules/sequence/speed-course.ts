/** A course of speed by its points: the integral of the speed, its inverse, and courses along which others are played. Pure. */
import type { RampPoint } from '#contract/ramp.ts'

export interface SpeedCourse {
  /** Where its zero is in what it plays, in hundredths. */
  readonly from: number
  readonly points: readonly RampPoint[]
  /** It goes through its points from the end: at each time it is as fast as they say at that time less than zero. Absent: from the beginning. */
  readonly isTurned?: true | undefined
  /** Of the sound alone: its pitch follows the speed. */
  readonly shiftsPitch?: true | undefined
  /**
   * The courses that this one plays: it leads to a time of the first one, that to a time of the next, and the last one to the source. Only
   * in what is made of documents, for sounds of nested sequences. Absent: it leads to the source.
   */
  readonly over?: readonly SpeedCourse[] | undefined
}

/** Roundings of doubles must not decide which of two frames is seen. */
export function settled(hundredths: number): number {
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

type Alone = Pick<SpeedCourse, 'from' | 'points' | 'isTurned'>

function placeAlone({ from, points, isTurned }: Alone, time: number): number {
  return from + (isTurned ? -integral(points, -time) : integral(points, time))
}

function timeAlone({ from, points, isTurned }: Alone, place: number): number {
  return isTurned ? -timeOf(points, from - place) : timeOf(points, place - from)
}

/** The place in the source at this time, in hundredths. */
export function placeOnCourse(course: SpeedCourse, time: number): number {
  const { over = [] } = course
  return settled(over.reduce((place, inner) => placeAlone(inner, place / 100), placeAlone(course, time)))
}

/** The time at which that place is reached: the inverse. */
export function timeOnCourse(course: SpeedCourse, place: number): number {
  const { over = [] } = course
  return settled(timeAlone(course, over.reduceRight((at, inner) => 100 * timeAlone(inner, at), place)))
}

/** Percent of the speed of the source at this time. */
export function speedOnCourse(course: SpeedCourse, time: number): number {
  let [speed, at] = [100, time]
  for (const one of [course, ...course.over ?? []]) {
    speed *= speedOfPoints(one.points, one.isTurned ? -at : at) / 100
    at = placeAlone(one, at) / 100
  }
  return speed
}
