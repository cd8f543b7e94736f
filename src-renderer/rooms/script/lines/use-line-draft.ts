/** The draft of a line: kept here at once, saved shortly after the last key, never lost on leaving. */
import type { Line } from '#contract/script.ts'
import type { LineId } from '#contract/words.ts'
import type { AnyFault } from '../../../studio.ts'
import { defineStore } from 'pinia'
import { onScopeDispose, shallowReadonly, shallowRef, watch } from 'vue'
import { useUndo } from '../../../actions/undo.ts'
import { useUnsaved } from '../../../parts/drafts/use-unsaved.ts'
import { attempt, studio } from '../../../studio.ts'

export type LineDraft = Pick<Line, 'speaker' | 'text' | 'direction' | 'pauseSeconds'>

const PAUSE_MS = 450

const keyOfLine = (lineId: LineId): string => `line ${lineId}`

/** Lines as their last save returned them, which may arrive before the feed's event. */
const useSavedLines = defineStore('saved-lines', () => {
  const byId = new Map<LineId, Line>()
  return { get: (lineId: LineId) => byId.get(lineId), put: (line: Line) => void byId.set(line.id, line) }
})

/**
 * Saves what is written in a line, whether or not its row is still drawn. Resolves with the line as the studio has it;
 * null when it could not be saved.
 */
export function useKeptLine(): (line: Line) => Promise<Line | null> {
  const unsaved = useUnsaved()
  const saved = useSavedLines()
  return async (line) => {
    const fault = await unsaved.flush(keyOfLine(line.id))
    const answered = saved.get(line.id)
    return fault ? null : answered && answered.changedAt > line.changedAt ? answered : line
  }
}

function draftOf({ speaker, text, direction, pauseSeconds }: Line): LineDraft {
  return { speaker, text, direction, pauseSeconds }
}

export function useLineDraft(line: () => Line) {
  const unsaved = useUnsaved()
  const saved = useSavedLines()
  const kept = useKeptLine()
  const { id: lineId } = line()
  const key = keyOfLine(lineId)
  const undo = useUndo()
  /** As they are saved: what undo goes back to. */
  let savedWords = draftOf(line())
  const draft = shallowRef(unsaved.wordsOf<LineDraft>(key) ?? draftOf(line()))

  // An event must not overwrite unsaved text.
  watch(line, (news) => {
    savedWords = draftOf(news)
    if (!unsaved.wordsOf(key))
      draft.value = draftOf(news)
  })

  async function keep(words: LineDraft): Promise<AnyFault | null> {
    const [before, { position, projectId }] = [savedWords, line()]
    const answer = await attempt(studio.script.edit({ lineId, ...words }))
    if (answer.value) {
      saved.put(answer.value.line)
      undo.note({
        name: 'editLine',
        of: String(position + 1),
        back: [{ call: 'script.edit', input: { lineId, ...before } }],
        forth: [{ call: 'script.edit', input: { lineId, ...words } }],
        joins: key,
      }, projectId)
    }
    return answer.fault ?? null
  }

  const flush = (): Promise<Line | null> => kept(line())
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
