/**
 * The course of a clip through the ramps of the sequences that it is in: as one where their speeds multiply, else each along the next.
 * What is played backwards in it is turned round, so that the course itself always goes forwards. Pure.
 */
import type { PictureClip, SoundClip } from '#contract/sequence-document.ts'
import type { SpeedCourse } from '../speed-course.ts'
import type { Pace, Paces } from './pace.ts'
import { placeOf } from '../ramp.ts'

export interface Through {
  readonly course: SpeedCourse
  /** The time of the course at a moment of the film: so many times that, and `zero`. */
  readonly turn: 1 | -1
  readonly zero: number
}

type Played = Pick<SoundClip, 'start' | 'length' | 'in' | 'speed' | 'ramp'> & Partial<Pick<PictureClip, 'isReversed' | 'nested'>>

/** In the unit of its track. A frozen sequence has none. */
export function courseThrough(clip: Played, paces: Paces): Through {
  const own: Through = {
    course: clip.ramp ? shifted(clip.ramp, 0) : constant(placeOf(clip, 0), clip.speed),
    ...timesOf(clip, clip.ramp?.at ?? 0),
  }
  return paces.reduceRight(through, own)
}

function constant(from: number, speed: number): SpeedCourse {
  return { from, points: [{ at: 0, speed, easing: 'linear' }] }
}

type Timed = Pick<Pace, 'start' | 'length'> & { readonly isReversed?: true | undefined }

function timesOf({ start, length, isReversed }: Timed, at: number): Pick<Through, 'turn' | 'zero'> {
  return isReversed ? { turn: -1, zero: at + start + length } : { turn: 1, zero: at - start }
}

function through({ course, turn, zero }: Through, pace: Pace): Through {
  const own: SpeedCourse = pace.ramp ? shifted(pace.ramp, 0) : constant(pace.from, pace.speed)
  const times = timesOf(pace, pace.ramp?.at ?? 0)
  return turn === 1
    ? { course: along(course, shifted(own, zero)), ...times }
    : { course: along(course, shifted(turned(own), zero)), turn: times.turn === 1 ? -1 : 1, zero: -times.zero }
}

/** What it plays is that much later. */
function shifted({ from, points, isTurned, shiftsPitch }: SpeedCourse, by: number): SpeedCourse {
  return { from: from + by * 100, points, ...isTurned && { isTurned }, ...shiftsPitch && { shiftsPitch } }
}

/** The same in the other direction: what it played at a time, it plays at that time less than zero, and counts that from the end. */
function turned({ from, points, shiftsPitch }: SpeedCourse): SpeedCourse {
  return { from: 0 - from, points, isTurned: true, ...shiftsPitch && { shiftsPitch } }
}

/** `inner`, played along `outer`. */
function along(inner: SpeedCourse, outer: SpeedCourse): SpeedCourse {
  const { over = [], ...own } = inner
  const speed = over.length === 0 && own.points.length === 1 ? own.points[0]!.speed : null
  // One speed multiplies the other, unless the pitch follows only one of them.
  return speed === null || (speed !== 100 && Boolean(own.shiftsPitch) !== Boolean(outer.shiftsPitch))
    ? { ...outer, over: [own, ...over] }
    : {
        ...outer,
        from: Math.round(own.from + outer.from * speed / 100),
        points: outer.points.map(point => ({ ...point, speed: Math.round(point.speed * speed * 100) / 1e4 })),
      }
}
