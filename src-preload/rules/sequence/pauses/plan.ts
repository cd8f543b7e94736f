/** How much of each pause is taken out, and where. */
import type { FrameRate } from '#contract/sequence-document.ts'
import type { Pause } from './find.ts'
import { shifted } from '../document.ts'
import { frameAtSample, samplesOfSeconds } from '../frames.ts'

/** In seconds. */
export interface Tightening {
  /** Shorter pauses stay as they are. */
  readonly least: number
  /** What is left of each. */
  readonly keeps: number
  /** What always stays behind speech and before it, so that no breath and no consonant is cut. */
  readonly behindSpeech: number
  readonly beforeSpeech: number
}

/** As in an edit `cutTime`. */
export interface Cut { readonly at: number, readonly frames: number }
export interface TightenedPause {
  readonly pause: Pause
  readonly cut: Cut
  /** In samples: before and afterwards. */
  readonly length: number
  readonly becomes: number
}

/** Of a cross-fade at a join. */
export const joinSeconds = 0.01

/** Those from which at least one frame is taken. Whole frames go, so that pictures stay in step. */
export function tightened(pauses: readonly Pause[], how: Tightening, rate: FrameRate): TightenedPause[] {
  return pauses.flatMap((pause) => {
    const length = pause.until - pause.from
    const cut = length < samplesOfSeconds(how.least) ? null : cutOf(pause, how, rate)
    return cut ? [{ pause, cut, length, becomes: length - (endOf(cut, rate) - cut.at) }] : []
  })
}

function endOf({ at, frames }: Cut, rate: FrameRate): number {
  return shifted('sound', at, frames, rate)
}

function cutOf({ from, until, isAfterSound, isBeforeSound }: Pause, how: Tightening, rate: FrameRate): Cut | null {
  const first = from + (isAfterSound ? samplesOfSeconds(how.behindSpeech) : 0)
  const last = until - (isBeforeSound ? samplesOfSeconds(how.beforeSpeech) : 0)
  const most = Math.min(last - first, until - from - samplesOfSeconds(how.keeps))
  if (most <= 0)
    return null
  // Frames are not all of the same number of samples.
  for (let frames = frameAtSample(most, rate) + 1; frames > 0; frames--) {
    const cut = { at: placed({ first, last, frames, isAfterSound, isBeforeSound }, rate), frames }
    if (cut.at >= first && endOf(cut, rate) <= last && endOf(cut, rate) - cut.at <= most)
      return cut
  }
  return null
}

interface Room extends Pick<Pause, 'isAfterSound' | 'isBeforeSound'> {
  readonly first: number
  readonly last: number
  readonly frames: number
}

/** In the middle of what may go; where nothing is heard on one side, all the way to that side. */
function placed({ first, last, frames, isAfterSound, isBeforeSound }: Room, rate: FrameRate): number {
  if (!isAfterSound && isBeforeSound)
    return first
  const latest = shifted('sound', last, -frames, rate)
  return isAfterSound && !isBeforeSound ? latest : Math.floor((first + latest) / 2)
}
