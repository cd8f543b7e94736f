/** Lets what main would change by itself wait while somebody drags, and until what they did is kept. */
import type { SequenceId } from '#contract/words.ts'
import { onScopeDispose, watch } from 'vue'
import { follow } from '../../stores/follow.ts'
import { studio, wire } from '../../studio.ts'

export function useHold(sequenceId: SequenceId, isDragging: () => boolean, isKept: () => boolean): void {
  let held: AbortController | null = null
  function letGo(): void {
    held?.abort()
    held = null
  }
  watch([isDragging, isKept], ([drags, kept]) => {
    if (drags && !held) {
      held = new AbortController()
      const { whenOpen } = wire
      void follow({ whenOpen, open: options => studio.sequences.hold({ sequenceId }, options) }, () => {}, held.signal)
    }
    else if (!drags && kept) {
      letGo()
    }
  })
  onScopeDispose(letGo)
}
