/** Which pictures are needed for a frame, and which will be within the next moments. */
import type { FrameRate, PictureClip } from '#contract/sequence-document.ts'
import type { Paces } from '#rules/sequence/nested/pace.ts'
import type { Size } from '#rules/sequence/placement.ts'
import type { Resolved } from '#rules/sequence/resolve.ts'
import type { Lap } from './clock.ts'
import type { Wanted } from './pictures.ts'
import { frameAtSample } from '#rules/sequence/frames.ts'
import { rateThrough } from '#rules/sequence/nested/pace.ts'
import { speedAt } from '#rules/sequence/ramp.ts'
import { offsetIn, sourceSecondsAt, stretchAt } from '#rules/sequence/resolve.ts'
import { sampleRate } from './media.ts'

/** How the pictures are played and drawn. */
export interface Manner {
  readonly frameRate: FrameRate
  /** 1 is as recorded, negative backwards, 0 is. */
  readonly rate: number
  readonly canvas: Size
}

const shotsAheadSeconds = 0.5
const stillsAheadSeconds = 2

/** `through`: the paces of the layer, at this frame of the film. */
export function wantedOf(
  clip: PictureClip,
  offset: number,
  turn: number,
  manner: Manner,
  { paces = [], frame }: { readonly paces?: Paces | undefined, readonly frame?: number } = {},
): Wanted {
  const { frameRate, canvas } = manner
  const rate = manner.rate * rateThrough(paces, frame)
  return {
    clip,
    turn,
    seconds: sourceSecondsAt(clip, offset, frameRate),
    pace: clip.isFrozen ? 0 : Math.max(0, clip.isReversed ? -rate : rate) * speedAt(clip, offset) / 100,
    canvas,
  }
}

export function turnOf(lap: Lap | undefined): number {
  return (lap?.number ?? 0) % 2
}

/** What comes after this frame, along the laps that begin with this output sample. */
export function comingUp(
  { stretches }: Resolved,
  frame: number,
  manner: Manner,
  around: { readonly laps: readonly Lap[], readonly heard: number },
): Wanted[] {
  const { frameRate } = manner
  const shownNow = new Set(stretchAt(stretches, frame)?.layers.map(({ clip }) => clip.id))
  return around.laps.flatMap((lap, index) => {
    const frameAfter = (seconds: number): number => {
      const output = Math.min(lap.until, around.heard + seconds * sampleRate)
      return frameAtSample(Math.floor(lap.at + Math.max(0, output - lap.from) * lap.rate), frameRate)
    }
    const isSoon = lap.from <= around.heard + shotsAheadSeconds * sampleRate
    const from = index === 0 ? frame : frameAtSample(Math.floor(lap.at), frameRate)
    const [shotsUntil, stillsUntil] = [frameAfter(shotsAheadSeconds), frameAfter(stillsAheadSeconds)]
    return stretches
      .filter(({ startFrame, frames }) => startFrame <= stillsUntil && startFrame + frames > from)
      .flatMap(({ startFrame, layers }) => layers
        // What is shown already is not sent elsewhere.
        .filter(({ clip }) => index > 0 || !shownNow.has(clip.id))
        .filter(({ clip }) => clip.sourceLength === null || (isSoon && startFrame <= shotsUntil))
        .map((layer) => {
          const first = Math.max(startFrame, from)
          return wantedOf(layer.clip, offsetIn(layer, { startFrame }, first), turnOf(lap), manner, { paces: layer.paces, frame: first })
        }))
  })
}

export const lookAheadSamples = stillsAheadSeconds * sampleRate
