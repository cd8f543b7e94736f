/** A ripple trim of the head of a shot, or of its sound that begins at another time, takes as much off the other: they stay in step. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { ClipId } from '#contract/words.ts'
import type { Found } from './draft.ts'
import { endFrameOf, startFrameOf } from '../document.ts'
import { linkedWith } from '../linked.ts'
import { isPlayed } from './draft.ts'
import { refuse } from './refused.ts'

/** Linked clips of the same take that play while one of these does, and have their start elsewhere. */
export function besideInStep(document: SequenceDocument, together: readonly Found[]): Found[] {
  const ids = new Set(together.map(({ clip }) => clip.id))
  return linkedWith(document, ids).filter(other =>
    !ids.has(other.clip.id) && together.some(each => isOfSameTake(each, other) && overlap(document, each, other)))
}

/**
 * Those of them that would not keep step by themselves: they begin before the time that comes in or goes away ends.
 * @throws EditRefusedError blocked by one that belongs to a further clip as well
 */
export function headsInStep(
  document: SequenceDocument,
  together: readonly Found[],
  { atFrame, byFrames }: { readonly atFrame: number, readonly byFrames: number },
): Found[] {
  const until = atFrame + Math.max(0, byFrames)
  const beside = besideInStep(document, together).filter(each => frameOf(document, each) < until)
  const known = new Set<ClipId>([...together, ...beside].map(({ clip }) => clip.id))
  for (const each of beside) {
    const others = linkedWith(document, [each.clip.id]).filter(other => !known.has(other.clip.id))
    if (others.some(other => isOfSameTake(each, other) && overlap(document, each, other)))
      refuse('blocked', each.clip.id)
  }
  return beside
}

function frameOf(document: SequenceDocument, { track, clip }: Found): number {
  return startFrameOf(track, clip, document.rate)
}

/** A picture and a sound of one take, played forwards. */
function isOfSameTake({ clip: one }: Found, { clip: other }: Found): boolean {
  return isPlayed(one) && isPlayed(other) && 'look' in one !== 'look' in other
    && one.linkId === other.linkId && one.takeId !== null && one.takeId === other.takeId
    && [one, other].every(each => each.sourceLength !== null && !('look' in each && (each.isReversed || each.isFrozen)))
}

function overlap(document: SequenceDocument, one: Found, other: Found): boolean {
  return frameOf(document, one) < endFrameOf(other.track, other.clip, document.rate)
    && frameOf(document, other) < endFrameOf(one.track, one.clip, document.rate)
}
