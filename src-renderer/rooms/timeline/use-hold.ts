/** Lets what main would change by itself wait while somebody drags, and until what they did is kept. */
import type { SequenceId } from '#contract/words.ts'
import { shallowRef, watch } from 'vue'
import { useFeedOf } from '../../stores/feed.ts'
import { studio } from '../../studio.ts'

export function useHold(sequenceId: SequenceId, isDragging: () => boolean, isKept: () => boolean): void {
  const isHeld = shallowRef(false)
  watch([isDragging, isKept], ([drags, kept]) => isHeld.value = drags || (isHeld.value && !kept))
  useFeedOf(() => isHeld.value || null, { open: (_, options) => studio.sequences.hold({ sequenceId }, options), take: () => {} })
}
