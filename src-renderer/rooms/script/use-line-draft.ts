/** A line while it is being written: kept here at once, sent a moment after the last key, never lost on the way out. */
import type { Line } from '#contract/script.ts'
import type { LineId } from '#contract/words.ts'
import type { AnyFault } from '../../studio.ts'
import { onScopeDispose, shallowReadonly, shallowRef, watch } from 'vue'
import { useUnsaved } from '../../parts/drafts/use-unsaved.ts'
import { attempt, studio } from '../../studio.ts'

export type LineDraft = Pick<Line, 'speaker' | 'text' | 'direction' | 'pauseSeconds'>

const PAUSE_MS = 450

export const keyOfLine = (lineId: LineId): string => `line ${lineId}`

function draftOf({ speaker, text, direction, pauseSeconds }: Line): LineDraft {
  return { speaker, text, direction, pauseSeconds }
}

export function useLineDraft(line: () => Line) {
  const unsaved = useUnsaved()
  const { id: lineId } = line()
  const key = keyOfLine(lineId)
  const draft = shallowRef(unsaved.wordsOf<LineDraft>(key) ?? draftOf(line()))

  // News must not take words away under the person's hands.
  watch(line, (news) => {
    if (!unsaved.wordsOf(key))
      draft.value = draftOf(news)
  })

  /** As the last save was answered. */
  let answered: Line | null = null
  async function keep(words: LineDraft): Promise<AnyFault | null> {
    const answer = await attempt(studio.script.edit({ lineId, ...words }))
    answered = answer.value?.line ?? answered
    return answer.fault ?? null
  }

  /** Resolves when what is written is kept, with the line as the studio has it; null when it could not be. */
  async function flush(): Promise<Line | null> {
    const fault = await unsaved.flush(key)
    // The answer of a save may be here before its news.
    return fault ? null : answered && answered.changedAt > line().changedAt ? answered : line()
  }
  onScopeDispose(() => void flush())

  return {
    draft: shallowReadonly(draft),
    change(part: Partial<LineDraft>): void {
      draft.value = { ...draft.value, ...part }
      unsaved.write(key, draft.value, PAUSE_MS, keep)
    },
    flush,
  }
}
