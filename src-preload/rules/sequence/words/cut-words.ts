/** Cutting words out of what is said: where exactly, and what their captions say afterwards. */
import type { SequenceDocument, SoundClip } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { Cut } from '../pauses/plan.ts'
import type { SpokenPart, SpokenParts } from './spoken-parts.ts'
import { endOf, isInSamples, shifted, tracksOf } from '../document.ts'
import { isTarget } from '../edit/draft.ts'
import { frameAtSample, samplesOfSeconds, samplesPerSecond } from '../frames.ts'
import { joinSeconds } from '../pauses/plan.ts'
import { levelsPerSecond } from '../pauses/quiet.ts'
import { placeOf, speedAt } from '../ramp.ts'
import { cutCaptions } from './cut-captions.ts'
import { sampleOf } from './spoken-parts.ts'

/** How far from where a word begins or ends the quietest place is looked for. */
const reach = 0.08
/** As words that are shown as unsure. */
export const leastSureness = 0.5
/** A pause behind the words that is longer stays, so that the sentences on both sides do not run into each other. */
const mostPause = 0.3

interface CutWords {
  readonly edits: readonly SequenceEdit[]
  /** Where the join is. */
  readonly at: number
  /** Some captions were changed by hand or translated, so that it is not known which of their words these are: they keep all of them. */
  readonly keepsCaptions: boolean
}

interface Taken {
  readonly first: number
  readonly last: number
  /** Of the take. */
  readonly text: string
  readonly levels: Uint8Array | null
}

/**
 * Takes the words from `first` to `last` out. `levels` of the take: without them words are cut where they begin and end. `uncertain`: it is
 * not known well enough where they are; `too-short`: they last less than a frame.
 */
export function cutWords(
  document: SequenceDocument,
  parts: SpokenParts,
  { first, last, text, levels }: Taken,
): CutWords | 'uncertain' | 'too-short' {
  const taken = parts.words.slice(first, last + 1)
  const around = [parts.words[first - 1], ...taken, parts.words[last + 1]].flatMap(part => part ?? [])
  if (taken.length === 0 || around.some(({ word }) => word.sureness < leastSureness))
    return 'uncertain'
  const cut = cutBetween(document, edgesOf(parts, first, last), levels)
  if (!cut)
    return 'too-short'
  const tracks = tracksOf(document).filter(track => track.id === parts.track.id || (isTarget(track) && !isInSamples(track.kind)))
  const captions = cutCaptions(document, parts, { first, last, text })
  return {
    edits: [
      ...captions.edits,
      { do: 'cutTime', trackIds: tracks.map(({ id }) => id), cuts: [cut], crossFade: samplesOfSeconds(joinSeconds) },
    ],
    at: cut.at,
    keepsCaptions: captions.keepsAny,
  }
}

/** Where a cut may be, in samples of the timeline: best at `at`, and never in the middle of a word. */
interface Edge { readonly clip: SoundClip, readonly at: number, readonly from: number, readonly until: number }

function edgesOf({ words, clips }: SpokenParts, first: number, last: number): { start: Edge, end: Edge } {
  const [begins, ends] = [words[first]!, words[last]!]
  const [before, behind] = [words[first - 1], words[last + 1]]
  const middle = ({ word, clip }: SpokenPart): number => sampleOf(clip, (word.start + word.end) / 2)
  const pause = behind ? sampleOf(behind.clip, behind.word.start) - sampleOf(ends.clip, ends.word.end) : Infinity
  const upToNext = behind && pause <= samplesOfSeconds(mostPause)
  const edge = (clip: SoundClip, at: number, least: number, most: number): Edge => {
    const by = samplesOfSeconds(reach) * 100 / speedAt(clip, at - clip.start)
    return { clip, at, from: Math.max(least, at - by), until: Math.min(most, at + by) }
  }
  return {
    start: edge(begins.clip, sampleOf(begins.clip, begins.word.start), before ? middle(before) : clips[0]!.start, middle(begins)),
    end: upToNext
      ? edge(behind.clip, sampleOf(behind.clip, behind.word.start), middle(ends), middle(behind))
      : edge(ends.clip, sampleOf(ends.clip, ends.word.end), middle(ends), behind ? middle(behind) : endOf(clips.at(-1)!)),
  }
}

/** The quietest pair of places that are whole frames apart; the nearest of several. */
function cutBetween({ rate }: SequenceDocument, { start, end }: { start: Edge, end: Edge }, levels: Uint8Array | null): Cut | null {
  let best: { readonly cut: Cut, readonly level: number, readonly distance: number } | null = null
  const step = Math.round(samplesPerSecond / levelsPerSecond / 2)
  for (let at = Math.max(0, Math.ceil(start.from)); at <= start.until; at += step) {
    const most = frameAtSample(Math.max(0, Math.floor(end.until) - at), rate) + 1
    for (let frames = most; frames > 0; frames--) {
      const until = shifted('sound', at, frames, rate)
      if (until < end.from)
        break
      if (until > end.until)
        continue
      const level = Math.max(levelAt(start.clip, at, levels), levelAt(end.clip, until, levels))
      const distance = Math.abs(at - start.at) + Math.abs(until - end.at)
      if (!best || level < best.level || (level === best.level && distance < best.distance))
        best = { cut: { at, frames }, level, distance }
    }
  }
  return best?.cut ?? null
}

function levelAt(clip: SoundClip, sample: number, levels: Uint8Array | null): number {
  const place = Math.round(placeOf(clip, sample - clip.start) / 100 / samplesPerSecond * levelsPerSecond)
  return levels ? Math.max(levels[place - 1] ?? 0, levels[place] ?? 0) : 0
}
