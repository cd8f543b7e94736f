/** How a clip of another speed plays its sequence: on tracks of pictures and captions, and on those of sound. */
import type { Ramp, SoundRamp } from '#contract/ramp.ts'
import type { FrameRate } from '#contract/sequence-document.ts'
import type { NestedClip } from './nested-clips.ts'
import type { Pace } from './pace.ts'
import { endOf } from '../document.ts'
import { sampleOfFrame, samplesPerSecond } from '../frames.ts'
import { averageSpeed, placeOf, soundRampOf } from '../ramp.ts'

/** `last`: the last frame of the sequence. */
export function pictureOf(clip: NestedClip, plusFrames: number, last: number): Pace {
  const { start, length, ramp, isReversed, isFrozen } = clip
  return {
    ...{ start, length, plays: length + plusFrames, from: placeOf(clip, 0), speed: averageSpeed(clip), last },
    ...ramp && { ramp },
    ...isReversed && { isReversed },
    ...isFrozen && { isFrozen },
  }
}

export function soundOf(clip: NestedClip, plusFrames: number, rate: FrameRate): Pace {
  const [start, end, until] = [clip.start, endOf(clip), endOf(clip) + plusFrames].map(frame => sampleOfFrame(frame, rate))
  const { ramp } = clip
  const from = Math.round(placeOf(clip, 0) * samplesPerSecond * rate.denominator / rate.numerator)
  return {
    ...{ start: start!, length: end! - start!, plays: until! - start!, from, speed: averageSpeed(clip) },
    ...ramp && { ramp: rampOf(ramp, rate) },
    ...clip.isReversed && { isReversed: true },
  }
}

/** In samples, wherever the clip is: a copy of a sound along it stays the same one when the clip is moved. */
function rampOf(ramp: Ramp, rate: FrameRate): SoundRamp {
  const own = soundRampOf({ start: ramp.at, ramp }, rate, sampleOfFrame(ramp.at, rate))
  return { ...own, ...ramp.shiftsPitch && { shiftsPitch: true } }
}
