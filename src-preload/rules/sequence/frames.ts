/**
 * Time in whole numbers, so that nothing drifts: frames at a rational rate and samples at 48 kHz. Seconds are used only
 * outside: in files and on the screen. The page shows the same times that main renders.
 */
import type { FrameRate } from '#contract/sequence-document.ts'

export const samplesPerSecond = 48_000

/**
 * The first sample of the frame. `frameAtSample` is its exact inverse.
 * @throws RangeError when the product exceeds the safe integers of a double: some thousands of hours
 */
export function sampleOfFrame(frame: number, rate: FrameRate): number {
  return divideUp(exact(frame * rate.denominator * samplesPerSecond), rate.numerator)
}

/** The frame that is shown while this sample plays. */
export function frameAtSample(sample: number, rate: FrameRate): number {
  return divideDown(exact(sample * rate.numerator), samplesPerSecond * rate.denominator)
}

/** The first frame whose first sample is this one or a later one. */
export function frameFromSample(sample: number, rate: FrameRate): number {
  return frameAtSample(sample - 1, rate) + 1
}

/** The nearest sample. */
export function samplesOfSeconds(seconds: number): number {
  return Math.round(seconds * samplesPerSecond)
}

export function secondsOfSamples(samples: number): number {
  return samples / samplesPerSecond
}

/** The number of whole frames in a source of this length. */
export function framesWithin(seconds: number, rate: FrameRate): number {
  // A measured length may be slightly off its frame: 25 frames at 25/1 may be 0.9999999 s.
  return Math.floor(seconds * rate.numerator / rate.denominator + 1e-4)
}

/** A shot has at least one frame, however short: one of a faster rate is shorter than a frame of this one. None has none. */
export function framesOfShot(seconds: number, rate: FrameRate): number {
  return seconds > 0 ? Math.max(1, framesWithin(seconds, rate)) : 0
}

export function secondsOfFrames(frames: number, rate: FrameRate): number {
  return frames * rate.denominator / rate.numerator
}

/** Whole milliseconds, rounded down, as in captions and chapters. */
export function millisecondsOfFrame(frame: number, rate: FrameRate): number {
  return divideDown(exact(frame * rate.denominator * 1000), rate.numerator)
}

function exact(product: number): number {
  if (!Number.isSafeInteger(product))
    throw new RangeError('The frame count exceeds the range of exact integers')
  return product
}

function divideDown(dividend: number, divisor: number): number {
  const rest = dividend % divisor
  return (dividend - (rest < 0 ? rest + divisor : rest)) / divisor
}

function divideUp(dividend: number, divisor: number): number {
  const down = divideDown(dividend, divisor)
  return down * divisor === dividend ? down : down + 1
}
