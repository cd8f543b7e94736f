/** Where a piece of a sound is joined to the one before it, so that its waves continue. Pure. */

/** Half of a piece, at 48 kHz: long enough for the waves of low voices. */
export const pieceSamples = 1024
/** How far from its place a piece may begin: less than the half of a picture. */
export const searchSamples = 512
/** The first search advances by this many samples. */
const coarse = 4
/** A join that is hardly better is not worth being that far from its place. */
const distancePenalty = 0.02

/** How the second of two pieces rises over the first: both together are as loud as one. */
export const shape = Float32Array.from({ length: pieceSamples }, (_, at) => 0.5 - 0.5 * Math.cos(Math.PI * at / pieceSamples))

/**
 * The middle of the piece, near `wanted`, that looks most like what follows the piece before: that around `natural`. `source` is stereo,
 * and has twice a piece around both.
 */
export function bestJoin(source: Float32Array, wanted: number, natural: number): number {
  if (natural === wanted)
    return wanted
  const goal = monoOf(source, natural - pieceSamples, 2 * pieceSamples)
  const near = monoOf(source, wanted - pieceSamples - searchSamples, 2 * (pieceSamples + searchSamples))
  const [few, rough] = [thinned(goal), thinned(near)]
  const steps = searchSamples / coarse
  const first = bestOf(rough, few, { from: 0, until: 2 * steps, middle: steps, reach: steps }) * coarse
  const range = { from: Math.max(0, first - coarse), until: Math.min(2 * searchSamples, first + coarse) }
  const found = bestOf(near, goal, { ...range, middle: searchSamples, reach: searchSamples })
  return wanted - searchSamples + found
}

interface Range { readonly from: number, readonly until: number, readonly middle: number, readonly reach: number }

/** The place in `near` from which on it is most like the goal; the middle where all is silent. */
function bestOf(near: Float32Array, goal: Float32Array, { from, until, middle, reach }: Range): number {
  let [best, most] = [middle, -Infinity]
  for (let at = from; at <= until; at++) {
    let [product, energy] = [0, 0]
    for (let sample = 0; sample < goal.length; sample++) {
      const value = near[at + sample] ?? 0
      product += value * (goal[sample] ?? 0)
      energy += value * value
    }
    const likeness = energy > 0 ? product / Math.sqrt(energy) : 0
    const score = likeness - distancePenalty * Math.abs(likeness) * Math.abs(at - middle) / reach
    if (score > most || (score === most && Math.abs(at - middle) < Math.abs(best - middle)))
      [best, most] = [at, score]
  }
  return best
}

function monoOf(source: Float32Array, first: number, count: number): Float32Array {
  const mono = new Float32Array(count)
  for (let at = 0; at < count; at++)
    mono[at] = (source[(first + at) * 2] ?? 0) + (source[(first + at) * 2 + 1] ?? 0)
  return mono
}

/** Means of a few samples each. */
function thinned(samples: Float32Array): Float32Array {
  const means = new Float32Array(samples.length / coarse)
  for (let at = 0; at < samples.length; at++)
    means[Math.floor(at / coarse)] = (means[Math.floor(at / coarse)] ?? 0) + (samples[at] ?? 0)
  return means
}
