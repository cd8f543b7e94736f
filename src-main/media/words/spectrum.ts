/** Short-time spectra of a sound in mel bands: what aligning compares. */

/** Frames per second of everything in this folder. */
export const framesPerSecond = 100
export const bands = 26

const windowSeconds = 0.025
/** Speech has little above; a telephone's band ends at 3.4 kHz, and its bands above are then noise in both. */
const [lowestHz, highestHz] = [60, 7600]
const quietest = 1e-10

const melOf = (hz: number): number => 2595 * Math.log10(1 + hz / 700)
const hzOf = (mel: number): number => 700 * (10 ** (mel / 2595) - 1)

/** `energies[frame * bands + band]`, in units of the full scale squared, never zero. */
export interface MelSpectrum { readonly frames: number, readonly energies: Float32Array }

/** `samples` from −1 to 1. A frame is centred on its time: the first at zero. */
export function melSpectrum(samples: Float32Array, sampleRate: number): MelSpectrum {
  const length = Math.round(windowSeconds * sampleRate)
  const size = 2 ** Math.ceil(Math.log2(length))
  const frames = Math.floor(samples.length / sampleRate * framesPerSecond) + 1
  const window = Float32Array.from({ length }, (_, at) => 0.5 - 0.5 * Math.cos(2 * Math.PI * (at + 0.5) / length))
  const filters = melFilters(size, sampleRate)
  const transform = createTransform(size)
  const energies = new Float32Array(frames * bands)
  const [real, imaginary] = [new Float64Array(size), new Float64Array(size)]
  for (let frame = 0; frame < frames; frame++) {
    const start = Math.round(frame * sampleRate / framesPerSecond - length / 2)
    real.fill(0)
    imaginary.fill(0)
    for (let at = 0; at < length; at++) {
      const sample = samples[start + at] ?? 0
      // Pre-emphasis: the upper formants of speech are much weaker than the lower ones.
      real[at] = window[at]! * (sample - 0.97 * (samples[start + at - 1] ?? 0))
    }
    transform(real, imaginary)
    for (let band = 0; band < bands; band++) {
      const { first, weights } = filters[band]!
      let sum = quietest
      for (let bin = 0; bin < weights.length; bin++) {
        const [re, im] = [real[first + bin]!, imaginary[first + bin]!]
        sum += weights[bin]! * (re * re + im * im)
      }
      energies[frame * bands + band] = sum / length
    }
  }
  return { frames, energies }
}

interface Filter { readonly first: number, readonly weights: readonly number[] }

/** Where each band begins, has its middle and ends: those of the next ones, in hertz. */
function bandEdges(sampleRate: number): number[] {
  const top = melOf(Math.min(highestHz, sampleRate / 2))
  const bottom = melOf(lowestHz)
  return Array.from({ length: bands + 2 }, (_, at) => hzOf(bottom + (top - bottom) * at / (bands + 1)))
}

/** In hertz. */
export function bandCentres(sampleRate: number): number[] {
  return bandEdges(sampleRate).slice(1, -1)
}

function melFilters(size: number, sampleRate: number): Filter[] {
  const edges = bandEdges(sampleRate).map(hz => hz * size / sampleRate)
  return Array.from({ length: bands }, (_, band) => {
    const [from, middle, to] = [edges[band]!, edges[band + 1]!, edges[band + 2]!]
    const first = Math.ceil(from)
    const weights: number[] = []
    for (let bin = first; bin < to && bin <= size / 2; bin++)
      weights.push(Math.max(0, Math.min((bin - from) / (middle - from), (to - bin) / (to - middle))))
    // The lowest bands are narrower than a bin.
    return weights.some(weight => weight > 0) ? { first, weights } : { first: Math.round(middle), weights: [1] }
  })
}

/** The Fourier transform of `size` values, a power of two, in place. */
function createTransform(size: number): (real: Float64Array, imaginary: Float64Array) => void {
  const bits = Math.log2(size)
  const swapped = Uint32Array.from({ length: size }, (_, at) => {
    let other = 0
    for (let bit = 0; bit < bits; bit++)
      other |= (at >> bit & 1) << (bits - 1 - bit)
    return other
  })
  const cosines = Float64Array.from({ length: size / 2 }, (_, at) => Math.cos(2 * Math.PI * at / size))
  const sines = Float64Array.from({ length: size / 2 }, (_, at) => -Math.sin(2 * Math.PI * at / size))
  return (real, imaginary) => {
    for (let at = 0; at < size; at++) {
      const other = swapped[at]!
      if (other > at) {
        [real[at], real[other]] = [real[other]!, real[at]!];
        [imaginary[at], imaginary[other]] = [imaginary[other]!, imaginary[at]!]
      }
    }
    for (let half = 1; half < size; half *= 2) {
      const stride = size / (2 * half)
      for (let start = 0; start < size; start += 2 * half) {
        for (let at = 0; at < half; at++) {
          const [low, high, turn] = [start + at, start + at + half, at * stride]
          const re = real[high]! * cosines[turn]! - imaginary[high]! * sines[turn]!
          const im = real[high]! * sines[turn]! + imaginary[high]! * cosines[turn]!
          real[high] = real[low]! - re
          imaginary[high] = imaginary[low]! - im
          real[low] = real[low]! + re
          imaginary[low] = imaginary[low]! + im
        }
      }
    }
  }
}
