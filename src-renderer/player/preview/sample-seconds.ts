/** Samples as seconds, for the times of Web Audio. */
import { sampleRate } from './media.ts'

/**
 * The seconds of a sample that the browser turns back into this sample. A quotient may be a rounding error too large: the browser then
 * starts a source one sample later than it reads from it, and plays one sample after its end.
 */
export function secondsOfSample(sample: number): number {
  const seconds = sample / sampleRate
  return seconds * sampleRate > sample ? seconds * (1 - Number.EPSILON / 2) : seconds
}
