/** How a sound of a nested sequence is played through the speeds of the sequences that it is in. Pure. */
import type { SoundRamp } from '#contract/ramp.ts'
import type { SoundClip } from '#contract/sequence-document.ts'
import type { Paces } from './pace.ts'
import { laterBy, placeOf } from '../ramp.ts'
import { courseThrough } from './course-through.ts'
import { isRamped, momentInside, speedThrough } from './pace.ts'

type Sound = Pick<SoundClip, 'start' | 'length' | 'in' | 'speed' | 'ramp'>

/**
 * What is heard of it from this sample of the film on; of what is heard backwards, until it. At the product of speeds: along a course that
 * is as much shorter or longer, or along that of a ramp.
 */
export function playedThrough<One extends Sound>(sound: One, paces: Paces, at: number): One {
  if (paces.length === 0)
    return sound
  if (isRamped(paces)) {
    const { course, turn, zero } = courseThrough(sound, paces)
    const ramp = { at: turn * at + zero, ...course } as SoundRamp // its speeds may be parts of a percent
    return { ...sound, ramp, in: Math.max(0, Math.floor(placeOf({ in: 0, speed: 100, ramp }, 0) / 100)) }
  }
  const part = { ...sound, ...laterBy(sound, Math.round(momentInside(paces, at)) - sound.start) }
  const { ramp } = part
  return { ...part, speed: speedThrough(paces, sound.speed), ...ramp && { ramp: rampThrough(ramp, paces) } }
}

function rampThrough({ at, points, ...course }: SoundRamp, paces: Paces): SoundRamp {
  const timeThrough = (place: number): number => Math.round(place * 100 / speedThrough(paces, 100))
  return {
    ...course,
    at: timeThrough(at),
    points: points.map(point => ({ ...point, at: timeThrough(point.at), speed: speedThrough(paces, point.speed) })),
  }
}
