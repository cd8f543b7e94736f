/** What aligning compares of two sounds: cepstra and their slopes, the same for a loud and a quiet, a bright and a dull voice. */
import type { MelSpectrum } from './spectrum.ts'
import { bands } from './spectrum.ts'

/** Cepstra without the first, which is loudness. */
export const cepstra = 12
/** Each with its slope. */
export const width = 2 * cepstra

const cosines = Float32Array.from({ length: cepstra * bands }, (_, at) =>
  Math.cos(Math.PI * (Math.floor(at / bands) + 1) * (at % bands + 0.5) / bands) * Math.sqrt(2 / bands))

/** `values[frame * cepstra + n]`. */
export interface Cepstra { readonly frames: number, readonly values: Float32Array }

/** `added`: the noise per band of another sound, so that both are as noisy. */
export function cepstraOf({ frames, energies }: MelSpectrum, added?: Float32Array): Cepstra {
  const values = new Float32Array(frames * cepstra)
  const logs = new Float32Array(bands)
  for (let frame = 0; frame < frames; frame++) {
    for (let band = 0; band < bands; band++)
      logs[band] = Math.log(energies[frame * bands + band]! + (added?.[band] ?? 0))
    for (let n = 0; n < cepstra; n++) {
      let sum = 0
      for (let band = 0; band < bands; band++)
        sum += cosines[n * bands + band]! * logs[band]!
      values[frame * cepstra + n] = sum
    }
  }
  return { frames, values }
}

/** `values[frame * width + n]`, with a mean of 0 and a variance of 1 over the frames of speech. */
export interface Features { readonly frames: number, readonly values: Float32Array }

export function featuresOf({ frames, values: from }: Cepstra, isSpeech: Uint8Array): Features {
  const values = new Float32Array(frames * width)
  const at = (frame: number, n: number): number => from[Math.max(0, Math.min(frames - 1, frame)) * cepstra + n]!
  for (let frame = 0; frame < frames; frame++) {
    for (let n = 0; n < cepstra; n++) {
      values[frame * width + n] = at(frame, n)
      values[frame * width + cepstra + n]
        = (at(frame + 1, n) - at(frame - 1, n) + 2 * (at(frame + 2, n) - at(frame - 2, n))) / 10
    }
  }
  for (let n = 0; n < width; n++)
    normalise(values, n, isSpeech)
  return { frames, values }
}

function normalise(values: Float32Array, n: number, isSpeech: Uint8Array): void {
  let [count, sum, squares] = [0, 0, 0]
  for (let frame = 0; frame < isSpeech.length; frame++) {
    if (!isSpeech[frame])
      continue
    const value = values[frame * width + n]!
    count++
    sum += value
    squares += value * value
  }
  const mean = count === 0 ? 0 : sum / count
  const spread = count === 0 ? 1 : Math.sqrt(Math.max(1e-6, squares / count - mean * mean))
  for (let frame = 0; frame < isSpeech.length; frame++)
    values[frame * width + n] = (values[frame * width + n]! - mean) / spread
}

/** Where a sound has speech, by its energy alone. */
export interface Loudness {
  /** In decibels, of each frame. */
  readonly decibels: Float32Array
  /** Between what is silence and what is speech. */
  readonly gate: number
  readonly isSpeech: Uint8Array
  /** The mean energy of the quietest frames, per band. */
  readonly noise: Float32Array
  /** From the quiet to the loud frames, in decibels. */
  readonly range: number
}

const [mostBelowLoud, leastBelowLoud, leastAboveQuiet] = [38, 15, 6]

export function loudnessOf({ frames, energies }: MelSpectrum): Loudness {
  const decibels = Float32Array.from({ length: frames }, (_, frame) => {
    let sum = 0
    for (let band = 0; band < bands; band++)
      sum += energies[frame * bands + band]!
    return 10 * Math.log10(sum)
  })
  const sorted = decibels.toSorted()
  const quiet = sorted[Math.floor(frames * 0.05)] ?? 0
  const loud = sorted[Math.floor(frames * 0.9)] ?? 0
  // Two thirds of the way down to the noise, but neither into the words nor into what a digital silence has left.
  const gate = Math.min(loud - leastBelowLoud, Math.max(loud - mostBelowLoud, quiet + Math.max(leastAboveQuiet, (loud - quiet) / 3)))
  const isSpeech = Uint8Array.from(decibels, each => each > gate ? 1 : 0)
  return { decibels, gate, isSpeech, noise: noiseOf(energies, decibels, sorted[Math.floor(frames * 0.08)] ?? 0), range: loud - quiet }
}

function noiseOf(energies: Float32Array, decibels: Float32Array, upTo: number): Float32Array {
  const noise = new Float32Array(bands)
  let count = 0
  for (let frame = 0; frame < decibels.length; frame++) {
    if (decibels[frame]! > upTo)
      continue
    count++
    for (let band = 0; band < bands; band++)
      noise[band]! += energies[frame * bands + band]!
  }
  return noise.map(sum => sum / Math.max(1, count))
}
