/**
 * When each word of a known text is said in a sound. eSpeak NG speaks the text, and the sound is aligned with it: 98 of 100 words of clean
 * speech begin within 0.1 s of where they are put. It does not tell whether the text was said.
 */
import type { Alignment } from './align.ts'
import type { WordTime } from './heard-words.ts'
import type { Speaker } from './reference.ts'
import type { SpokenFrames } from './spoken-frames.ts'
import { adapted } from './adapt.ts'
import { align } from './align.ts'
import { cepstraOf, featuresOf, loudnessOf } from './features.ts'
import { heardWords } from './heard-words.ts'
import { bands, melSpectrum } from './spectrum.ts'
import { reversed, spokenFrames } from './spoken-frames.ts'
import { spokenWords } from './spoken-words.ts'
import { voiceOf } from './voice-of-text.ts'

/** Changed with anything that changes what is found. */
export const wordTimesVersion = 2

export interface WordTimes {
  /** One for each of `spokenWords`. */
  readonly words: readonly WordTime[]
  /**
   * How far the sound is from the text, relative to the same words in reverse order: mostly below 0.9 for the right text and above it for
   * another. 0 where the text is too short to tell.
   */
  readonly misfit: number
}

const adaptations = 2
/** Words: fewer are much the same in reverse order. */
const fewestToJudge = 4
/** Less speech than a short syllable is none. */
const fewestFrames = 5
/** Decibels between the loud and the quiet: noise and tones have less. */
const leastRange = 8

/**
 * `samples` from −1 to 1, of one voice without music. `language`: the code that the request named, or null. `no-voice`: no voice of eSpeak
 * reads the text, or it has no words. `silent`: the sound has no speech.
 */
export function wordTimes(
  { samples, sampleRate, text, language, speaker }:
  { samples: Float32Array, sampleRate: number, text: string, language: string | null, speaker: Speaker },
): WordTimes | 'no-voice' | 'silent' {
  const words = spokenWords(text)
  const voice = voiceOf(text, language)
  if (words.length === 0 || voice === null)
    return 'no-voice'
  const spoken = speaker.speak(text, words, voice)
  const heard = melSpectrum(samples, sampleRate)
  const loudness = loudnessOf(heard)
  const speechFrames = loudness.isSpeech.reduce((sum, each) => sum + each, 0)
  if (!spoken || spoken.samples.length === 0)
    return 'no-voice'
  if (speechFrames < fewestFrames || loudness.range < leastRange)
    return 'silent'

  const reference = spokenFrames(spoken, speechFrames)
  const everywhere = new Uint8Array(reference.spectrum.frames).fill(1)
  const sound = cepstraOf(heard)
  const features = featuresOf(sound, loudness.isSpeech)
  const pauseShare = loudness.decibels.map(each => 1 / (1 + Math.exp(-(each - loudness.gate) / 2)))
  const noise = noiseFor(reference.spectrum.energies, heard.energies, loudness.noise)
  /** Learns the voice from what it finds, and finds it again. */
  function fit(spoken: SpokenFrames): Alignment {
    let voiced = cepstraOf(spoken.spectrum, noise)
    const alignNow = (): Alignment => align(features, featuresOf(voiced, everywhere), spoken.starts, pauseShare)
    let alignment = alignNow()
    for (let pass = 0; pass < adaptations; pass++) {
      voiced = adapted(voiced, sound, alignment)
      alignment = alignNow()
    }
    return alignment
  }
  const alignment = fit(reference)
  return {
    words: heardWords({ text, words, reference, alignment, loudness }),
    misfit: reference.starts.length < fewestToJudge ? 0 : distanceOf(alignment) / distanceOf(fit(reversed(reference))),
  }
}

/** The mean of the frames that are no pause. */
function distanceOf({ path, costs }: Alignment): number {
  const count = path.reduce((sum, frame) => frame >= 0 ? sum + 1 : sum, 0)
  return costs.reduce((sum, cost) => sum + cost, 0) / Math.max(1, count)
}

/** The noise of the sound at the level of the reference: both are then as noisy. */
function noiseFor(reference: Float32Array, sound: Float32Array, noise: Float32Array): Float32Array {
  const mean = (values: Float32Array): number => values.reduce((sum, each) => sum + each, 0) / Math.max(1, values.length / bands)
  const ratio = mean(reference) / mean(sound)
  return noise.map(each => each * ratio)
}
