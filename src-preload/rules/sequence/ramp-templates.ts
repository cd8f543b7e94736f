/** Ramps to begin with, as points of a clip. */
import type { RampPoint } from '#contract/ramp.ts'
import type { Paced } from './ramp.ts'
import { averageSpeed, placeOf } from './ramp.ts'

/** Places in thousandths of the clip, speeds in percent of the one that it had. */
const courses = {
  'ease-in': [{ at: 0, speed: 25, easing: 'ease' }, { at: 600, speed: 100, easing: 'linear' }],
  'ease-out': [{ at: 400, speed: 100, easing: 'ease' }, { at: 1000, speed: 25, easing: 'linear' }],
  'bullet-time': [
    { at: 200, speed: 200, easing: 'ease' },
    { at: 350, speed: 20, easing: 'linear' },
    { at: 650, speed: 20, easing: 'ease' },
    { at: 800, speed: 200, easing: 'linear' },
  ],
} as const satisfies Record<string, readonly RampPoint[]>

export type RampTemplate = keyof typeof courses
export const rampTemplates: readonly RampTemplate[] = ['ease-in', 'ease-out', 'bullet-time']

/**
 * Points in frames for the length that a clip has with them, as it plays the same part of its source. `perFrame` is how many of its units
 * are a frame.
 */
export function pointsOfTemplate(template: RampTemplate, clip: Paced & { readonly length: number }, perFrame = 1): RampPoint[] {
  const points = courses[template].map(point =>
    ({ ...point, speed: Math.min(1000, Math.max(10, Math.round(point.speed * averageSpeed(clip) / 100))) }))
  const perThousand = placeOf({ in: 0, speed: 100, ramp: { at: 0, from: 0, points } }, 1000)
  const length = (placeOf(clip, clip.length) - placeOf(clip, 0)) / perThousand * 1000
  return points.map(point => ({ ...point, at: Math.round(point.at * length / 1000 / perFrame) }))
}

/** The template whose points these are, in a clip of so many frames; null where a point was changed since. */
export function templateOf(points: readonly RampPoint[], frames: number): RampTemplate | null {
  const fastest = Math.max(...points.map(({ speed }) => speed))
  return rampTemplates.find((name) => {
    const course: readonly RampPoint[] = courses[name]
    const base = fastest / Math.max(...course.map(({ speed }) => speed))
    return course.length === points.length && course.every(({ at, speed, easing }, number) => {
      const point = points[number]
      return point?.easing === easing && Math.abs(point.at - at * frames / 1000) <= 1 && Math.abs(point.speed - speed * base) <= 1
    })
  }) ?? null
}
