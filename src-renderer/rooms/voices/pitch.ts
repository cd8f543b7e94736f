/** The pitch of speech: by autocorrelation of its voiced parts. Pure. */

const windowSeconds = 0.04
const stepSeconds = 0.05
const lowestHertz = 70
const highestHertz = 400
/** What repeats itself less is no vowel. */
const leastLikeness = 0.6
/** Enough for voices, and a third of the work. */
const workRate = 8000

/** Hertz of each voiced part, in its order. */
export function pitchesOf(samples: Float32Array, sampleRate: number): number[] {
  const by = Math.max(1, Math.floor(sampleRate / workRate))
  const rate = sampleRate / by
  const thin = Float32Array.from({ length: Math.floor(samples.length / by) }, (_, at) =>
    samples.subarray(at * by, at * by + by).reduce((sum, value) => sum + value, 0) / by)
  const size = Math.round(windowSeconds * rate)
  const longest = Math.ceil(rate / lowestHertz)
  const pitches: number[] = []
  for (let from = 0; from + size + longest <= thin.length; from += Math.round(stepSeconds * rate)) {
    const pitch = pitchAt(thin, from, size, rate)
    if (pitch !== null)
      pitches.push(pitch)
  }
  return pitches
}

function pitchAt(samples: Float32Array, from: number, size: number, rate: number): number | null {
  const energy = (start: number): number => {
    let sum = 0
    for (let at = start; at < start + size; at++)
      sum += samples[at]! ** 2 // within, by the loop above
    return sum
  }
  const own = energy(from)
  if (own / size < 1e-5)
    return null
  const likenesses: number[] = []
  const [shortest, longest] = [Math.floor(rate / highestHertz), Math.ceil(rate / lowestHertz)]
  for (let lag = shortest; lag <= longest; lag++) {
    let sum = 0
    for (let at = from; at < from + size; at++)
      sum += samples[at]! * samples[at + lag]!
    likenesses.push(sum / Math.sqrt(own * energy(from + lag) + 1e-12))
  }
  const most = Math.max(...likenesses)
  if (most < leastLikeness)
    return null
  // The first that is nearly as good: the later ones are twice and three times as long.
  const first = likenesses.findIndex((value, at) => value > most * 0.9 && value >= (likenesses[at + 1] ?? -1))
  return first < 0 ? null : rate / (shortest + first)
}
