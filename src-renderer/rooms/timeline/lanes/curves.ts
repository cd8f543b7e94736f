/** The courses of a picture's keyed values as lines over its clip, each within its own least and greatest value. Pure. */
import type { Moved, Property } from '#rules/sequence/motion.ts'
import { keyFramesOf, keyPlaceAt, keysOf, properties, valueAt } from '#rules/sequence/motion.ts'

/** Pixels. */
export const laneHeight = 22
const inset = 4
/** Points between two keys: an eased course is curved. */
const steps = 12

export interface Curve {
  readonly property: Property
  /** For a polyline, 1000 wide and as high as the lane. */
  readonly points: string
}

/** A value that is the same in all keys is a line in the middle. */
export function curvesOf(clip: Moved): Curve[] {
  const keys = keysOf(clip)
  return properties.flatMap((property): Curve[] => {
    const own = keys[property]
    if (!own)
      return []
    const inside = keyFramesOf(clip, [property]).filter(frame => frame > 0 && frame < clip.length)
    const ends = [0, ...inside, clip.length]
    const frames = ends.flatMap((frame, index) => {
      const next = ends[index + 1]
      return next === undefined ? [frame] : Array.from({ length: steps }, (_, step) => frame + (next - frame) * step / steps)
    })
    const values = frames.map(frame => valueAt(own, keyPlaceAt(clip, frame)))
    const [least, most] = [Math.min(...own.map(key => key.value)), Math.max(...own.map(key => key.value))]
    const y = (value: number): number => most === least
      ? laneHeight / 2
      : laneHeight - inset - (value - least) / (most - least) * (laneHeight - 2 * inset)
    const written = frames.map((frame, at) => `${round(frame / clip.length * 1000)},${round(y(values[at] ?? least))}`)
    return [{ property, points: written.join(' ') }]
  })
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
