/** What is said of a clip: its words, its speaker and its states. */
import type { Box } from '../view/rows.ts'
import type { ClipFacts } from './clip-words.ts'
import { computed } from 'vue'
import { useTakes } from '../../../stores/takes.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useEditor } from '../use-editor.ts'
import { nameOf, speakerOf, statesOf } from './clip-words.ts'

export function useClipFacts(given: { readonly box: Box } & Pick<ClipFacts, 'isGone' | 'isMaking' | 'isLocked' | 'isMuted'>) {
  const t = useTexts()
  const takes = useTakes()
  const { lines, oldCaptions } = useEditor()
  const facts = computed((): ClipFacts => {
    const { box: { clip }, isGone, isMaking, isLocked, isMuted } = given
    return {
      clip,
      line: clip.lineId ? lines.value.get(clip.lineId) : undefined,
      take: 'takeId' in clip ? takes.get(clip.takeId) : undefined,
      isGone,
      isMaking,
      isLocked,
      isMuted,
      hasOldWords: 'speaker' in clip && oldCaptions.value.has(clip.id),
    }
  })
  return {
    facts,
    states: computed(() => statesOf(facts.value)),
    speaker: computed(() => speakerOf(facts.value)),
    words: computed(() => nameOf(facts.value, t.value)),
  }
}
