/** What is said of a clip: its words, its speaker and its states. */
import type { Box } from '../view/rows.ts'
import type { ClipFacts } from './clip-words.ts'
import { computed } from 'vue'
import { isNested } from '#rules/sequence/nested/nested-clips.ts'
import { useRenditions } from '../../../stores/renditions.ts'
import { useTakes } from '../../../stores/takes.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useEditor } from '../use-editor.ts'
import { nameOf, speakerOf, statesOf } from './clip-words.ts'

export function useClipFacts(given: { readonly box: Box } & Pick<ClipFacts, 'isGone' | 'isMaking' | 'isLocked' | 'isMuted'>) {
  const t = useTexts()
  const takes = useTakes()
  const { lines, oldCaptions, inner } = useEditor()
  const renditions = useRenditions()
  /** From 0 to 1 of the preview of a picture; null where none is being made. */
  const preparing = computed(() => {
    const { clip } = given.box
    const asset = 'look' in clip && clip.takeId !== null ? takes.get(clip.takeId)?.asset : undefined
    return asset ? renditions.shareOf(asset.id) : null
  })
  const facts = computed((): ClipFacts => {
    const { box: { clip }, isGone, isMaking, isLocked, isMuted } = given
    return {
      clip,
      line: clip.lineId ? lines.value.get(clip.lineId) : undefined,
      take: 'takeId' in clip ? takes.get(clip.takeId) : undefined,
      ...isNested(clip) && { nested: inner.nameOf(clip.nested.sequenceId) },
      isGone: isGone || (isNested(clip) && inner.isMissing(clip.nested.sequenceId)),
      isMaking,
      isPreparing: preparing.value !== null,
      isLocked,
      isMuted,
      hasOldWords: 'speaker' in clip && oldCaptions.value.has(clip.id),
    }
  })
  return {
    facts,
    preparing,
    states: computed(() => statesOf(facts.value)),
    speaker: computed(() => speakerOf(facts.value)),
    words: computed(() => nameOf(facts.value, t.value)),
  }
}
