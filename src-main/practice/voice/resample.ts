/** Resamples by cubic interpolation: good enough for speech at up to 24 kHz. */

export function resample(samples: Int16Array, from: number, to: number): Int16Array {
  if (from === to)
    return samples
  const at = (i: number) => samples[Math.min(samples.length - 1, Math.max(0, i))] ?? 0
  const result = new Int16Array(Math.floor(samples.length * to / from))
  for (let i = 0; i < result.length; i++) {
    const place = i * from / to
    const whole = Math.floor(place)
    const value = curve(at(whole - 1), at(whole), at(whole + 1), at(whole + 2), place - whole)
    result[i] = Math.min(32_767, Math.max(-32_768, value))
  }
  return result
}

/** Catmull-Rom. */
function curve(a: number, b: number, c: number, d: number, t: number): number {
  return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
}
