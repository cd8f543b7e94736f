/** What the sound of speech shows by itself: where it pauses, and whether it begins or ends within a word. */
import { loudnessOf } from './features.ts'
import { framesPerSecond, melSpectrum } from './spectrum.ts'

export interface SpeechShape {
  /** Silences between words, in seconds from the beginning, in order. */
  readonly pauses: readonly { readonly start: number, readonly end: number }[]
  /** Where speech begins and ends; equal where there is none. */
  readonly speech: { readonly start: number, readonly end: number }
  readonly isCutAtStart: boolean
  readonly isCutAtEnd: boolean
}

/** Within words there are shorter ones: before plosives. */
const shortestPause = 0.2
const edgeSeconds = 0.008
/** Decibels below the loud parts: a word that is cut off is nearly as loud as they are. */
const cutBelowLoud = 14

/** `samples` from −1 to 1, of one voice without music. */
export function speechShape(samples: Float32Array, sampleRate: number): SpeechShape {
  const { isSpeech, range } = loudnessOf(melSpectrum(samples, sampleRate))
  const { pauses, first, end } = spokenStretch(isSpeech)
  if (end === 0 || range < 8)
    return { pauses: [], speech: { start: 0, end: 0 }, isCutAtStart: false, isCutAtEnd: false }
  const loud = loudLevel(samples, sampleRate)
  const length = Math.round(edgeSeconds * sampleRate)
  const isCut = (edge: Float32Array): boolean => loud > 0 && rms(edge) > loud * 10 ** (-cutBelowLoud / 20)
  return {
    pauses,
    speech: { start: first / framesPerSecond, end: Math.min(samples.length / sampleRate, end / framesPerSecond) },
    isCutAtStart: isCut(samples.subarray(0, length)),
    isCutAtEnd: isCut(samples.subarray(Math.max(0, samples.length - length))),
  }
}

/** From the first frame of speech to the end of the last, both 0 where there is none, and the pauses in between, in seconds. */
export function spokenStretch(isSpeech: Uint8Array): { pauses: { start: number, end: number }[], first: number, end: number } {
  const [first, end] = [Math.max(0, isSpeech.indexOf(1)), isSpeech.lastIndexOf(1) + 1]
  const pauses: { start: number, end: number }[] = []
  let since = -1
  for (let frame = first; frame < end; frame++) {
    if (isSpeech[frame] === 0) {
      since = since < 0 ? frame : since
      continue
    }
    if (since >= 0 && (frame - since) / framesPerSecond >= shortestPause)
      pauses.push({ start: since / framesPerSecond, end: frame / framesPerSecond })
    since = -1
  }
  return { pauses, first, end }
}

/** Of stretches of 20 ms, that which nine of ten do not exceed. */
function loudLevel(samples: Float32Array, sampleRate: number): number {
  const length = Math.round(0.02 * sampleRate)
  const count = Math.floor(samples.length / length)
  const levels = Array.from({ length: count }, (_, at) => rms(samples.subarray(at * length, (at + 1) * length)))
  return levels.toSorted((a, b) => a - b)[Math.floor(levels.length * 0.9)] ?? 0
}

function rms(samples: Float32Array): number {
  let sum = 0
  for (const sample of samples)
    sum += sample * sample
  return samples.length === 0 ? 0 : Math.sqrt(sum / samples.length)
}
