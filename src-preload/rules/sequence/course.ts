/** Courses of the speed of sounds, as words: one copy is made along each, whichever of its parts clips play. */
import type { CourseKey, RampPoint, SoundRamp } from '#contract/ramp.ts'
import type { SoundClip } from '#contract/sequence-document.ts'
import { firstOf } from './ramp.ts'

/** What such a copy depends on. */
export type Course = Pick<SoundRamp, 'from' | 'points' | 'shiftsPitch'>

const letters = { linear: 'l', ease: 'e', hold: 'h' } as const
const easings = { l: 'linear', e: 'ease', h: 'hold' } as const

/** Tells courses apart: `k0_0:100l_48000:50e` keeps the pitch. It says nothing of the part that a clip plays. */
export function courseKey({ from, points, shiftsPitch }: Course): CourseKey {
  return `${shiftsPitch ? 's' : 'k'}${from}${points.map(({ at, speed, easing }) => `_${at}:${speed}${letters[easing]}`).join('')}`
}

/** The course of a key of `courseKey`. */
export function courseOfKey(key: CourseKey): Course {
  const [from = '', ...points] = key.slice(1).split('_')
  return {
    from: Number(from),
    points: points.map((point): RampPoint => {
      const [at, speed] = point.slice(0, -1).split(':')
      const letter = point.at(-1)
      return { at: Number(at), speed: Number(speed), easing: easings[letter === 'e' || letter === 'h' ? letter : 'l'] }
    }),
    ...key.startsWith('s') && { shiftsPitch: true },
  }
}

/** The sample that it plays first of the file that was made for it: along its course, or at its speed. */
export function firstOfCopy({ in: first, speed, ramp }: Pick<SoundClip, 'in' | 'speed' | 'ramp'>): number {
  return ramp ? Math.max(0, ramp.at - firstOf(ramp)) : first * 100 / speed
}
