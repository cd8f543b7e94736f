/** The words of a take that a clip plays, with those of the parts of the same take that touch it: what is left of a line on the timeline. */
import type { SequenceDocument, SoundClip, Track } from '#contract/sequence-document.ts'
import type { WordTime } from '#contract/word-times.ts'
import type { ClipId } from '#contract/words.ts'
import type { Paced } from '../ramp.ts'
import { clipsOf, endOf, findClip } from '../document.ts'
import { samplesPerSecond } from '../frames.ts'
import { consumedBy, framesUntil } from '../ramp.ts'

export interface SpokenPart { readonly word: WordTime, readonly clip: SoundClip }
export interface SpokenParts {
  readonly track: Track
  readonly clips: readonly SoundClip[]
  /** In order of time. */
  readonly words: readonly SpokenPart[]
}

/** As far apart as rounding leaves parts. */
const touching = 2

/** Null where the clip is none of sound. */
export function spokenParts(document: SequenceDocument, clipId: ClipId, words: readonly WordTime[]): SpokenParts | null {
  const found = findClip(document, clipId)
  if (!found || !('points' in found.clip))
    return null
  const { track } = found
  const all = clipsOf(track).flatMap(clip => 'points' in clip ? [clip] : [])
  const at = all.findIndex(({ id }) => id === clipId)
  let [first, last] = [at, at]
  while (follows(all[first - 1], all[first]))
    first--
  while (follows(all[last], all[last + 1]))
    last++
  const clips = all.slice(first, last + 1)
  return { track, clips, words: clips.flatMap(clip => words.filter(word => plays(clip, word)).map(word => ({ word, clip }))) }
}

function follows(clip: SoundClip | undefined, next: SoundClip | undefined): boolean {
  return clip !== undefined && next !== undefined && clip.takeId === next.takeId && clip.lineId === next.lineId
    && Math.abs(next.start - endOf(clip)) <= touching && next.in >= clip.in + consumedBy(clip) - touching
}

/** Whether the middle of the word is in the part. */
function plays(clip: SoundClip, { start, end }: WordTime): boolean {
  const middle = (start + end) / 2 * samplesPerSecond
  return middle >= clip.in && middle < clip.in + consumedBy(clip)
}

/** The sample of the timeline at which this second of its take is heard. */
export function sampleOf(clip: Paced & { readonly start: number }, seconds: number): number {
  return clip.start + Math.round(framesUntil(clip, seconds * samplesPerSecond * 100))
}
