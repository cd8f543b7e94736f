/** Courses of the speed of sounds, as words: one copy is made along each, whichever of its parts clips play. */
import type { CourseKey, RampPoint } from '#contract/ramp.ts'
import type { SoundClip } from '#contract/sequence-document.ts'
import type { SpeedCourse } from './speed-course.ts'
import { firstOf } from './ramp.ts'

const letters = { linear: 'l', ease: 'e', hold: 'h' } as const
const easings = { l: 'linear', e: 'ease', h: 'hold' } as const

/**
 * Tells courses apart: `k0_0:100l_48000:50e` keeps the pitch, `s` does not; in capitals, it is turned. One that plays others is in front of
 * them. It says nothing of the part that a clip plays.
 */
export function courseKey(course: SpeedCourse): CourseKey {
  return [course, ...course.over ?? []].map(({ from, points, isTurned, shiftsPitch }) => {
    const letter = shiftsPitch ? 's' : 'k'
    return `${isTurned ? letter.toUpperCase() : letter}${from}${points.map(({ at, speed, easing }) => `_${at}:${speed}${letters[easing]}`).join('')}`
  }).join('~')
}

/** The course of a key of `courseKey`. */
export function courseOfKey(key: CourseKey): SpeedCourse {
  const [course, ...over] = key.split('~').map(courseOfPart)
  return { ...course!, ...over.length > 0 && { over } }
}

function courseOfPart(key: string): SpeedCourse {
  const [from = '', ...points] = key.slice(1).split('_')
  return {
    from: Number(from),
    points: points.map((point): RampPoint => {
      const [at, speed] = point.slice(0, -1).split(':')
      const letter = point.at(-1)
      return { at: Number(at), speed: Number(speed), easing: easings[letter === 'e' || letter === 'h' ? letter : 'l'] }
    }),
    ...key.startsWith(key.charAt(0).toUpperCase()) && { isTurned: true },
    ...key.toLowerCase().startsWith('s') && { shiftsPitch: true },
  }
}

/** The sample that it plays first of the file that was made for it: along its course, or at its speed. */
export function firstOfCopy({ in: first, speed, ramp }: Pick<SoundClip, 'in' | 'speed' | 'ramp'>): number {
  return ramp ? Math.max(0, ramp.at - firstOf(ramp)) : first * 100 / speed
}
