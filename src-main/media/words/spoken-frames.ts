/** The frames of a reference that are compared: without its pauses, and as long in all as the speech of the sound. */
import type { Reference } from './reference.ts'
import type { MelSpectrum } from './spectrum.ts'
import { loudnessOf } from './features.ts'
import { bands, framesPerSecond, melSpectrum } from './spectrum.ts'

/** No word is shorter. */
const fewestFrames = 3

export interface SpokenFrames {
  readonly spectrum: MelSpectrum
  /** The frames at which words begin, ascending, the first at 0. */
  readonly starts: readonly number[]
  /** The word of the text of each of `starts`; words between them are joined to the one before. */
  readonly wordOf: readonly number[]
}

export function spokenFrames(reference: Reference, speechFrames: number): SpokenFrames {
  const spectrum = melSpectrum(reference.samples, reference.sampleRate)
  const { isSpeech } = loudnessOf(spectrum)
  const wordOf: number[] = []
  const spans: { from: number, to: number }[] = []
  for (const [word, start] of reference.starts.entries()) {
    // What comes before the first word that eSpeak reports belongs to the first of the text.
    const from = start === null ? null : Math.round(start / reference.sampleRate * framesPerSecond)
    if (from === null && word > 0)
      continue
    const last = spans.at(-1)
    if (last)
      last.to = from ?? last.to
    wordOf.push(word)
    spans.push({ from: from ?? 0, to: spectrum.frames })
  }
  const words = spans.map(({ from, to }) => {
    let [first, end] = [from, to]
    while (end > first + fewestFrames && !isSpeech[end - 1])
      end--
    while (first + fewestFrames < end && !isSpeech[first])
      first++
    return Array.from({ length: Math.max(1, end - first) }, (_, at) => Math.min(spectrum.frames - 1, first + at))
  })
  return scaled(spectrum, words, wordOf, speechFrames)
}

function scaled(
  spectrum: MelSpectrum,
  words: readonly (readonly number[])[],
  wordOf: readonly number[],
  speechFrames: number,
): SpokenFrames {
  const factor = speechFrames / words.reduce((sum, frames) => sum + frames.length, 0)
  const starts: number[] = []
  const picked: number[] = []
  for (const frames of words) {
    starts.push(picked.length)
    const count = Math.max(fewestFrames, Math.round(frames.length * factor))
    for (let at = 0; at < count; at++)
      picked.push(frames[Math.floor((at + 0.5) * frames.length / count)]!)
  }
  const energies = new Float32Array(picked.length * bands)
  for (const [at, frame] of picked.entries())
    energies.set(spectrum.energies.subarray(frame * bands, (frame + 1) * bands), at * bands)
  return { spectrum: { frames: picked.length, energies }, starts, wordOf }
}

/** The same words in reverse order: how well a sound fits what it does not say. */
export function reversed({ spectrum, starts, wordOf }: SpokenFrames): SpokenFrames {
  const energies = new Float32Array(spectrum.energies.length)
  const reversedStarts: number[] = []
  let at = 0
  for (let word = starts.length - 1; word >= 0; word--) {
    reversedStarts.push(at)
    const [first, end] = [starts[word]!, starts[word + 1] ?? spectrum.frames]
    energies.set(spectrum.energies.subarray(first * bands, end * bands), at * bands)
    at += end - first
  }
  return { spectrum: { ...spectrum, energies }, starts: reversedStarts, wordOf: wordOf.toReversed() }
}
