/** The times of the words of a text from the alignment of a sound, and how sure they are. */
import type { Alignment } from './align.ts'
import type { Loudness } from './features.ts'
import type { SpokenFrames } from './spoken-frames.ts'
import type { SpokenWord } from './spoken-words.ts'
import { framesPerSecond } from './spectrum.ts'

/** A word that is much farther from the reference than the others, or much longer or shorter, is less sure. */
const [usualExcess, unsureExcess] = [0.15, 0.5]
const [shortestRatio, longestRatio] = [0.5, 1.9]
const unsure = { length: 0.5, joined: 0.4, noise: 0.6 }
/** Decibels from the noise to the speech. */
const noisyRange = 20

/** What was heard of one word: seconds from the beginning, and how sure they are, from 0 to 1. */
export interface WordTime extends SpokenWord { readonly start: number, readonly end: number, readonly sureness: number }

interface Span { readonly first: number, readonly end: number, readonly cost: number, readonly ratio: number }

export function heardWords({ text, words, reference, alignment, loudness }: {
  text: string
  words: readonly SpokenWord[]
  reference: SpokenFrames
  alignment: Alignment
  loudness: Loudness
}): WordTime[] {
  const spans = spansOf(reference, alignment, loudness)
  const middle = spans.map(({ cost }) => cost).toSorted((a, b) => a - b)[Math.floor(spans.length / 2)] ?? 0
  const times: WordTime[] = []
  for (const [at, span] of spans.entries()) {
    const joined = words.slice(reference.wordOf[at], reference.wordOf[at + 1] ?? words.length)
    times.push(...shared(text, joined, span, surenessOf(span, { middle, isJoined: joined.length > 1, range: loudness.range })))
  }
  return times
}

function spansOf({ spectrum, starts }: SpokenFrames, { path, costs }: Alignment, { isSpeech }: Loudness): Span[] {
  const spans: Span[] = []
  let row = 0
  for (const [at, start] of starts.entries()) {
    const until = starts[at + 1] ?? spectrum.frames
    while (row < path.length && path[row]! < start)
      row++
    let first = row
    let cost = 0
    while (row < path.length && path[row]! >= start && path[row]! < until)
      cost += costs[row++]!
    let end = row
    const count = Math.max(1, end - first)
    // Next to a pause, a word ends with its sound.
    const shortest = { atEnd: (path[end] ?? -1) < 0 ? first + 1 : end, atBeginning: (path[first - 1] ?? -1) < 0 ? end - 1 : first }
    while (end > shortest.atEnd && !isSpeech[end - 1])
      end--
    while (first < Math.min(shortest.atBeginning, end - 1) && !isSpeech[first])
      first++
    // A word that the alignment has jumped over begins and ends where the next does.
    spans.push({ first, end, cost: cost / count, ratio: count / (until - start) })
  }
  return spans
}

function surenessOf({ cost, ratio }: Span, { middle, isJoined, range }: { middle: number, isJoined: boolean, range: number }): number {
  const byCost = 1 - Math.max(0, Math.min(1, (cost - middle - usualExcess) / unsureExcess))
  const isOdd = ratio < shortestRatio || ratio > longestRatio
  return byCost * (isOdd ? unsure.length : 1) * (isJoined ? unsure.joined : 1) * (range < noisyRange ? unsure.noise : 1)
}

/** Words that eSpeak joins share their time by their letters. */
function shared(text: string, words: readonly SpokenWord[], { first, end }: Span, sureness: number): WordTime[] {
  const lengths = words.map(({ from, to }) => [...text.slice(from, to)].length)
  const all = lengths.reduce((sum, each) => sum + each, 0)
  let before = 0
  return words.map(({ from, to }, index) => {
    const length = lengths[index]!
    const at = (letters: number): number => (first + (end - first) * letters / all) / framesPerSecond
    const [start, stop] = [at(before), at(before + length)]
    before += length
    return { from, to, start, end: stop, sureness }
  })
}
