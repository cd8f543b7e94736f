/** What EBU R 128 makes of the loudness of many moments: one loudness of the whole, and its range. */

const absoluteGate = -70
/** ITU-R BS.1770-4. */
const gateOfLoudness = 10
/** EBU Tech 3342, as are the shares of moments that are left out below and above. */
const gateOfRange = 20
const [quietShare, loudShare] = [0.1, 0.95]

/** LUFS, of the powers of moments of 400 ms; null for silence. */
export function gatedLoudness(powers: readonly number[]): number | null {
  const loudness = loudnessOf(meanOf(gated(powers, gateOfLoudness)))
  return Number.isFinite(loudness) ? loudness : null
}

/** LU, of the powers of moments of three seconds; null for silence. */
export function loudnessRange(powers: readonly number[]): number | null {
  const heard = gated(powers, gateOfRange).sort((a, b) => a - b)
  const at = (share: number): number => loudnessOf(heard[Math.max(0, Math.round(share * heard.length) - 1)] ?? 0)
  return heard.length === 0 ? null : at(loudShare) - at(quietShare)
}

/** Without silent moments, and those quieter than the others by this much. */
function gated(powers: readonly number[], gate: number): number[] {
  const heard = powers.filter(power => loudnessOf(power) > absoluteGate)
  const floor = loudnessOf(meanOf(heard)) - gate
  return heard.filter(power => loudnessOf(power) > floor)
}

export function meanOf(powers: readonly number[]): number {
  return powers.length === 0 ? 0 : powers.reduce((sum, power) => sum + power, 0) / powers.length
}

function loudnessOf(power: number): number {
  return power > 1e-12 ? -0.691 + 10 * Math.log10(power) : -Infinity
}

/** The weighted power of a loudness in LUFS. */
export function powerOf(loudness: number): number {
  return 10 ** ((loudness + 0.691) / 10)
}
