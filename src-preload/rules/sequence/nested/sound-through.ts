/** How a sound of a nested sequence is played through the speeds of the sequences that it is in. Pure. */
import type { SoundRamp } from '#contract/ramp.ts'
import type { SoundClip } from '#contract/sequence-document.ts'
import type { Paces } from './pace.ts'
import { speedThrough } from './pace.ts'

/** At the product of speeds: along a course that is as much shorter or longer. */
export function playedThrough<Sound extends Pick<SoundClip, 'speed' | 'ramp'>>(sound: Sound, paces: Paces): Sound {
  if (paces.length === 0)
    return sound
  const { ramp } = sound
  return { ...sound, speed: speedThrough(paces, sound.speed), ...ramp && { ramp: rampThrough(ramp, paces) } }
}

function rampThrough({ at, points, ...course }: SoundRamp, paces: Paces): SoundRamp {
  const timeThrough = (place: number): number => Math.round(place * 100 / speedThrough(paces, 100))
  return {
    ...course,
    at: timeThrough(at),
    points: points.map(point => ({ ...point, at: timeThrough(point.at), speed: speedThrough(paces, point.speed) })),
  }
}
