/**
 * The pitch of a voice, moment by moment: YIN (A. de Cheveigné, H. Kawahara, 2002), without its last step. What has no pitch, such as
 * whispers, consonants and noise, gets none.
 */

/** Moments per second. */
export const pitchesPerSecond = 50
const [lowestHz, highestHz] = [60, 500]
const windowSeconds = 0.025
/** How much of the power may be left when a sound is compared with itself one period later. */
const mostAperiodic = 0.15

/** In hertz, 0 where there is none. `samples` from −1 to 1, of one voice. A moment is centred on its time: the first at zero. */
export function pitchTrack(samples: Float32Array, sampleRate: number): Float32Array {
  const length = Math.round(windowSeconds * sampleRate)
  const longest = Math.ceil(sampleRate / lowestHz)
  const shortest = Math.floor(sampleRate / highestHz)
  const moments = Math.floor(samples.length / sampleRate * pitchesPerSecond) + 1
  const aperiodicity = new Float32Array(longest + 2)
  return Float32Array.from({ length: moments }, (_, moment) => {
    const start = Math.round(moment * sampleRate / pitchesPerSecond - (length + longest) / 2)
    if (start < 0 || start + length + longest + 1 >= samples.length || !compare(samples, start, length, aperiodicity))
      return 0
    const period = firstDip(aperiodicity, shortest, longest)
    return period === null ? 0 : sampleRate / period
  })
}

/**
 * How much the sound differs from itself at each lag, relative to the mean of all shorter lags: the whole of it at lag 0, and nothing
 * at a period. False for digital silence.
 */
function compare(samples: Float32Array, start: number, length: number, into: Float32Array): boolean {
  let sum = 0
  into[0] = 1
  for (let lag = 1; lag < into.length; lag++) {
    let difference = 0
    for (let at = start; at < start + length; at++) {
      const by = samples[at]! - samples[at + lag]!
      difference += by * by
    }
    sum += difference
    into[lag] = sum === 0 ? 1 : difference * lag / sum
  }
  return sum > 0
}

/** The lag of the first dip that is deep enough, between samples; the deepest would often be two periods. */
function firstDip(aperiodicity: Float32Array, shortest: number, longest: number): number | null {
  let lag = shortest
  while (lag <= longest && aperiodicity[lag]! >= mostAperiodic)
    lag++
  while (lag < longest && aperiodicity[lag + 1]! < aperiodicity[lag]!)
    lag++
  if (lag > longest)
    return null
  const [before, here, after] = [aperiodicity[lag - 1]!, aperiodicity[lag]!, aperiodicity[lag + 1]!]
  const curve = before - 2 * here + after
  return curve > 0 ? lag + (before - after) / (2 * curve) : lag
}
