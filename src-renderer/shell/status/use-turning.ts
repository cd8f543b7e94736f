/** What is being undone or redone, in words, once that has taken a while: a star on 100,000 takes takes seconds. */
import { refDebounced } from '@vueuse/core'
import { computed } from 'vue'
import { stepWords, useUndo } from '../../actions/undo.ts'
import { useTexts } from '../../texts/texts.ts'

/** Most steps are over by then, and nothing flashes. */
const whileMs = 500

export function useTurning() {
  const t = useTexts()
  const undo = useUndo()
  const now = computed(() => {
    if (undo.turning === null)
      return null
    const words = stepWords(undo.turning.step, t.value)
    return undo.turning.way === 'undo' ? t.value.undo.undoing(words) : t.value.undo.redoing(words)
  })
  const lasting = refDebounced(now, whileMs)
  return computed(() => now.value === lasting.value ? now.value : null)
}
