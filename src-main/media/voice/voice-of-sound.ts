/** What tells takes of one voice apart when they should sound alike: how high, loud, bright and long the speech of a sound is. */
import { loudnessOf } from '../words/features.ts'
import { spokenStretch } from '../words/odd-sounds.ts'
import { bandCentres, bands, framesPerSecond, melSpectrum } from '../words/spectrum.ts'
import { pitchesPerSecond, pitchTrack } from './pitch.ts'

/** Changed with anything that changes what is measured. */
export const voiceVersion = 1

/** Null where there is too little to measure. */
export interface SoundVoice {
  /** The median of what has a pitch, in hertz. */
  readonly pitchHz: number | null
  /** Between the quarters of what has a pitch, in semitones: small for a flat voice. */
  readonly pitchSpread: number | null
  /** Of the speech without its pauses, in decibels below full scale. */
  readonly loudnessDb: number | null
  /** The median centre of the spectrum of what has a pitch, by octaves, in hertz. */
  readonly brightnessHz: number | null
  /** Speech without its pauses. */
  readonly speechSeconds: number
}

/** Moments with a pitch: less than a short word tells nothing about a voice. */
const fewestPitches = 0.2 * pitchesPerSecond
/** Decibels below full scale: nothing that is meant to be heard is quieter. */
const quietest = -70

/** `samples` from −1 to 1, of one voice without music. */
export function voiceOfSound(samples: Float32Array, sampleRate: number): SoundVoice {
  const spectrum = melSpectrum(samples, sampleRate)
  const { isSpeech } = loudnessOf(spectrum)
  const loudnessDb = levelOf(samples, sampleRate, isSpeech)
  if (loudnessDb === null)
    return { pitchHz: null, pitchSpread: null, loudnessDb, brightnessHz: null, speechSeconds: 0 }
  const { pauses, first, end } = spokenStretch(isSpeech)
  const pitches: number[] = []
  const centres: number[] = []
  const centre = createCentre(sampleRate)
  for (const [moment, hz] of pitchTrack(samples, sampleRate).entries()) {
    const frame = moment * framesPerSecond / pitchesPerSecond
    if (hz === 0 || isSpeech[frame] !== 1)
      continue
    pitches.push(12 * Math.log2(hz))
    centres.push(centre(spectrum.energies.subarray(frame * bands, (frame + 1) * bands)))
  }
  const isVoiced = pitches.length >= fewestPitches
  const sorted = pitches.toSorted((a, b) => a - b)
  return {
    pitchHz: isVoiced ? 2 ** (quantile(sorted, 0.5) / 12) : null,
    pitchSpread: isVoiced ? quantile(sorted, 0.75) - quantile(sorted, 0.25) : null,
    loudnessDb,
    brightnessHz: isVoiced ? 2 ** quantile(centres.toSorted((a, b) => a - b), 0.5) : null,
    speechSeconds: (end - first) / framesPerSecond - pauses.reduce((sum, pause) => sum + pause.end - pause.start, 0),
  }
}

/** The power of the frames of speech, in decibels below full scale; null for silence. */
function levelOf(samples: Float32Array, sampleRate: number, isSpeech: Uint8Array): number | null {
  const perFrame = sampleRate / framesPerSecond
  let [power, count] = [0, 0]
  for (const [frame, speech] of isSpeech.entries()) {
    if (speech === 0)
      continue
    const from = Math.max(0, Math.round((frame - 0.5) * perFrame))
    const to = Math.min(samples.length, Math.round((frame + 0.5) * perFrame))
    for (let at = from; at < to; at++)
      power += samples[at]! * samples[at]!
    count += Math.max(0, to - from)
  }
  const level = 10 * Math.log10(power / Math.max(1, count))
  return level > quietest ? level : null
}

/** The centre of one frame of a spectrum, in octaves above 1 Hz. */
function createCentre(sampleRate: number): (energies: Float32Array) => number {
  const octaves = bandCentres(sampleRate).map(Math.log2)
  return (energies) => {
    let [sum, weights] = [0, 0]
    for (const [band, energy] of energies.entries()) {
      sum += energy * octaves[band]!
      weights += energy
    }
    return sum / weights
  }
}

/** Of sorted values, between the two that are nearest. */
function quantile(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1)
  const [low = 0, high = low] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return low + (high - low) * (at - Math.floor(at))
}
