/** Where the Timeline's playhead is, for other rooms: the Timeline keeps it under this name. */
import type { SequenceId } from '#contract/words.ts'
import { z } from 'zod'
import { pageKeys } from '../../wire/page-keys.ts'

export const viewKey = (sequenceId: SequenceId): string => `${pageKeys.playheadOf}${sequenceId}`

const Kept = z.object({ playhead: z.int().min(0) })

/** In frames; 0 where the sequence was never open. Not reactive. */
export function playheadOf(sequenceId: SequenceId): number {
  try {
    return Kept.parse(JSON.parse(localStorage.getItem(viewKey(sequenceId)) ?? '')).playhead
  }
  catch {
    // Nothing kept, or by another version.
    return 0
  }
}
