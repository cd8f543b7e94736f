/** Samples of a sound between its own, at a rate that changes: a windowed sinc that lets nothing through that the rate cannot have. Pure. */

/** Zeros of the sinc on each side. */
const zeros = 16
const stepsPerZero = 512

/** The sinc under a Blackman window, from its middle. */
const kernel = Float64Array.from({ length: zeros * stepsPerZero + 2 }, (_, step) => {
  const at = step / stepsPerZero
  const window = at >= zeros ? 0 : 0.42 + 0.5 * Math.cos(Math.PI * at / zeros) + 0.08 * Math.cos(2 * Math.PI * at / zeros)
  return (at === 0 ? 1 : Number.isInteger(at) ? 0 : Math.sin(Math.PI * at) / (Math.PI * at)) * window
})

/** How many samples on each side count at this rate. */
export function reachOf(rate: number): number {
  return Math.ceil(zeros * Math.max(1, rate)) + 1
}

/** Stereo at each of these places of a stereo sound, which has `reachOf` samples around them. */
export function interpolated(source: Float32Array, places: Float64Array, rates: Float64Array): Float32Array {
  const made = new Float32Array(places.length * 2)
  for (let index = 0; index < places.length; index++) {
    const place = places[index] ?? 0
    const pass = 1 / Math.max(1, rates[index] ?? 1)
    const reach = zeros / pass
    let [left, right] = [0, 0]
    for (let at = Math.ceil(place - reach); at <= place + reach; at++) {
      const step = Math.abs(at - place) * pass * stepsPerZero
      const whole = Math.floor(step)
      const [low, high] = [kernel[whole] ?? 0, kernel[whole + 1] ?? 0]
      const weight = (low + (high - low) * (step - whole)) * pass
      left += (source[2 * at] ?? 0) * weight
      right += (source[2 * at + 1] ?? 0) * weight
    }
    made[2 * index] = left
    made[2 * index + 1] = right
  }
  return made
}
