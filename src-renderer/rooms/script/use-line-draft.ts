/** A line while it is being written: kept here at once, sent a moment after the last key, never lost on the way out. */
import type { Line } from '#contract/script.ts'
import { useDebounceFn } from '@vueuse/core'
import { onScopeDispose, shallowReadonly, shallowRef, watch } from 'vue'
import { useNotices } from '../../actions/notices.ts'
import { attempt, studio } from '../../studio.ts'

export type LineDraft = Pick<Line, 'speaker' | 'text' | 'direction' | 'pauseSeconds'>

function draftOf({ speaker, text, direction, pauseSeconds }: Line): LineDraft {
  return { speaker, text, direction, pauseSeconds }
}

export function useLineDraft(line: () => Line) {
  const notices = useNotices()
  const draft = shallowRef(draftOf(line()))
  let unsaved: LineDraft | null = null
  let saving: Promise<void> = Promise.resolve()

  // News must not take words away under the person's hands.
  watch(line, (news) => {
    if (unsaved === null)
      draft.value = draftOf(news)
  })

  async function save(): Promise<void> {
    const sent = unsaved
    if (sent === null)
      return
    const answer = await attempt(studio.script.edit({ lineId: line().id, ...sent }))
    if (answer.fault)
      notices.fault(answer.fault)
    else if (unsaved === sent)
      unsaved = null
  }

  /** Resolves when what is written is kept. Saves go one after another, so an older one never wins. */
  function flush(): Promise<void> {
    saving = saving.then(save)
    return saving
  }
  const flushSoon = useDebounceFn(flush, 450)
  onScopeDispose(() => void flush())

  return {
    draft: shallowReadonly(draft),
    change(part: Partial<LineDraft>): void {
      draft.value = { ...draft.value, ...part }
      unsaved = draft.value
      void flushSoon()
    },
    flush,
  }
}
