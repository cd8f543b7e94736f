/** What becomes of captions when an edge of what they are linked with is trimmed. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { ClipId, TrackId } from '#contract/words.ts'
import type { Found } from './draft.ts'
import { endOf, startFrameOf } from '../document.ts'
import { covered, cutEnd, cutStart, isPlayed, ripplesWith, take, withLinked } from './draft.ts'
import { refuse } from './refused.ts'

export interface Trimming {
  readonly edge: 'start' | 'end'
  /** Where the edge is. */
  readonly atFrame: number
  readonly byFrames: number
  readonly ripples: boolean
  readonly named: ReadonlySet<ClipId>
  /** Whose head went with another one. */
  readonly done: Set<ClipId>
  readonly isAlone: boolean
}

/** Captions of what gets shorter, in all their pieces: the edge cuts those that it passes. */
export function captionsToCut(document: SequenceDocument, found: readonly Found[], { edge, byFrames, named, isAlone }: Trimming): Found[] {
  const played = found.filter(({ clip }) => isPlayed(clip)).map(({ clip }) => clip.id)
  return isAlone || (edge === 'end') === (byFrames > 0)
    ? []
    : withLinked(document, played).filter(({ clip }) => !isPlayed(clip) && !named.has(clip.id))
}

/** Takes away what the edge passes. Whether some of the caption is left that did not stay as it was. */
export function cutCaption(
  { track, clip }: Found,
  { edge, atFrame, byFrames, ripples }: Pick<Trimming, 'edge' | 'atFrame' | 'byFrames' | 'ripples'>,
): boolean {
  const to = atFrame + byFrames
  if (edge === 'end' ? clip.start >= atFrame || endOf(clip) <= to : endOf(clip) <= atFrame || clip.start >= to)
    return false
  if (edge === 'end' ? clip.start >= to : endOf(clip) <= to) {
    take(track, clip.id)
    return false
  }
  if (edge === 'end') {
    cutEnd(clip, to)
    return true
  }
  cutStart(clip, to)
  if (ripples)
    clip.start = atFrame
  return true
}

/** A caption, with the frame in which the sound begins that says its words. */
export interface Said { readonly found: Found, readonly from: number }

/**
 * Captions of sounds whose heads are trimmed along with that of a shot, and that begin elsewhere: their words are said at other times.
 * @throws EditRefusedError blocked by captions of two sounds that begin at different times
 */
export function wordsOf(document: SequenceDocument, beside: readonly Found[], { named }: Trimming): ReadonlyMap<ClipId, Said> {
  const words = new Map<ClipId, Said>()
  for (const { track, clip } of beside) {
    if (!('points' in clip))
      continue
    const from = startFrameOf(track, clip, document.rate)
    for (const found of withLinked(document, [clip.id])) {
      if (isPlayed(found.clip) || named.has(found.clip.id))
        continue
      if ((words.get(found.clip.id)?.from ?? from) !== from)
        refuse('blocked', found.clip.id)
      words.set(found.clip.id, { found, from })
    }
  }
  return words
}

/**
 * As if the head of their sound were trimmed by itself: what is not said any more is cut away, and what the ripple at the head of the shot
 * does not reach moves along with its words. Those that have moved.
 */
export function moveWords(words: ReadonlyMap<ClipId, Said>, trimming: Trimming, own: ReadonlySet<TrackId>): Found[] {
  const { atFrame, byFrames } = trimming
  const ripplesFrom = atFrame + Math.max(0, byFrames)
  return [...words.values()].flatMap(({ found, from }) => {
    const { track, clip } = found
    const saidFrom = from + Math.max(0, byFrames)
    if (clip.start < saidFrom)
      return byFrames > 0 && cutCaption(found, { ...trimming, atFrame: from }) ? [found] : []
    if (clip.start >= ripplesFrom || !ripplesWith(track, own))
      return []
    clip.start -= byFrames
    return [found]
  })
}

/** A caption that moved to the edge covers no other one. */
export function requireFree({ track, clip }: Found): void {
  const inTheWay = covered(track, clip.start, endOf(clip), new Set([clip.id]))
  if (inTheWay.length > 0)
    refuse('blocked', ...inTheWay.map(({ id }) => id))
}
