/** The speed of a clip as a line over it, and the points that are dragged there. Pure. */
import type { PictureClip, SoundClip } from '#contract/sequence-document.ts'
import { pointsOf, speedAt } from '#rules/sequence/ramp.ts'

/** Pixels. */
export const laneHeight = 30
const inset = 5
const steps = 200

/** The lane shows this much from its lower to its upper edge at least: small changes look small. */
const leastSpan = 4

/** Twice as fast is as far up everywhere. The speed as recorded is in the lane, too. */
function scaleOf(speeds: readonly number[]): (speed: number) => number {
  const [least, most] = [Math.min(100, ...speeds), Math.max(100, ...speeds)]
  const span = Math.max(leastSpan, most / least)
  const lowest = Math.sqrt(least * most / span)
  return (speed) => {
    const share = Math.log(speed / lowest) / Math.log(span)
    return Math.round((laneHeight - inset - share * (laneHeight - 2 * inset)) * 100) / 100
  }
}

export interface RampLane {
  /** For a polyline, 1000 wide and as high as the lane. */
  readonly curve: string
  /** Where 100 percent are. */
  readonly normal: number
  /** Those within the clip. `number` is that among all of its points. */
  readonly points: readonly { readonly number: number, readonly share: number, readonly y: number, readonly speed: number }[]
}

export function laneOf(clip: PictureClip | SoundClip): RampLane {
  const isReversed = 'isReversed' in clip && clip.isReversed === true
  const yOf = scaleOf(pointsOf(clip).map(({ speed }) => speed))
  const at = (step: number): string => `${step * 1000 / steps},${yOf(speedAt(clip, clip.length * step / steps))}`
  return {
    curve: Array.from({ length: steps + 1 }, (_, step) => at(step)).join(' '),
    normal: yOf(100),
    points: pointsOf(clip).flatMap(({ at, speed }, number) => at < 0 || at > clip.length
      ? []
      : [{ number, share: (isReversed ? clip.length - at : at) / clip.length, y: yOf(speed), speed }]),
  }
}
