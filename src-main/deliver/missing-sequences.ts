/** Nested sequences of a delivery that are gone or cannot be read: nothing would play in their place. */
import type { Sequence } from '#contract/sequence-document.ts'
import type { SequenceId } from '#contract/words.ts'
import type { Sequences } from '../sequences/sequences-port.ts'
import { isFault } from '#contract/faults.ts'
import { clipsOf, tracksOf } from '#rules/sequence/document.ts'
import { isNested } from '#rules/sequence/nested/nested-clips.ts'

/** Of those that are placed and not disabled, also in nested sequences. */
export async function missingSequences(sequence: Sequence, { get }: Pick<Sequences, 'get'>): Promise<Set<SequenceId>> {
  const clips = tracksOf(sequence).filter(({ isMuted }) => !isMuted).flatMap(track => clipsOf(track))
  const placed = new Set(clips.flatMap(clip => isNested(clip) && !clip.isDisabled ? clip.nested.sequenceId : []))
  const missing = new Set<SequenceId>()
  for (const id of placed) {
    try {
      if ((await get(id)).projectId !== sequence.projectId)
        missing.add(id)
    }
    catch (error) {
      if (!isFault(error, 'not-found') && !isFault(error, 'newer-document') && !isFault(error, 'unreadable-document'))
        throw error
      missing.add(id)
    }
  }
  return missing
}
