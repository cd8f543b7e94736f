/** The draft of a line: kept here at once, saved shortly after the last key, never lost on leaving. */
import type { Line } from '#contract/script.ts'
import type { LineId } from '#contract/words.ts'
import type { AnyFault } from '../../../studio.ts'
import { defineStore } from 'pinia'
import { onScopeDispose, shallowReadonly, shallowRef, watch } from 'vue'
import { useNotices } from '../../../actions/notices.ts'
import { useUndo } from '../../../actions/undo.ts'
import { useUnsaved } from '../../../parts/drafts/use-unsaved.ts'
import { attempt, studio } from '../../../studio.ts'

export type LineDraft = Pick<Line, 'speaker' | 'text' | 'direction' | 'pauseSeconds'>

const PAUSE_MS = 450
const lineWords = ['speaker', 'text', 'direction', 'pauseSeconds'] as const

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
  const notices = useNotices()
  /** As they were when what is typed now was begun; null where that is not known. */
  let seen: LineDraft | null = null
  const typed = (): Partial<LineDraft> | undefined => unsaved.wordsOf(key)
  const draft = shallowRef({ ...draftOf(line()), ...typed() })

  // An event must not overwrite unsaved text; what is not being typed here follows it.
  watch(line, (news) => {
    draft.value = { ...draftOf(news), ...typed() }
  })

  /** Saves only what was typed: the line's other words may have been changed in another window. */
  async function keep(words: Partial<LineDraft>): Promise<AnyFault | null> {
    const { position, projectId } = line()
    const known = seen
    const answer = await attempt(studio.script.edit({ lineId, ...words }))
    if (answer.value) {
      const before = draftOf(answer.value.before)
      saved.put(answer.value.line)
      seen = draftOf(answer.value.line)
      const { takeBack } = undo.note({
        name: 'editLine',
        of: String(position + 1),
        back: [{ call: 'script.edit', input: { lineId, ...before } }],
        forth: [{ call: 'script.edit', input: { lineId, ...before, ...words } }],
        joins: key,
      }, projectId)
      const isReplaced = known !== null && lineWords.some(name => words[name] !== undefined && before[name] !== known[name])
      if (isReplaced)
        notices.say(t => t.script.replaced(position + 1), { act: { label: t => t.shell.act.undo, run: takeBack } })
    }
    return answer.fault ?? null
  }

  /** The answer of a save may be here before the feed's event. */
  function latest(): Line {
    const answered = saved.get(lineId)
    return answered && answered.changedAt > line().changedAt ? answered : line()
  }

  const flush = (): Promise<Line | null> => kept(line())
  onScopeDispose(() => void flush())

  return {
    draft: shallowReadonly(draft),
    change(part: Partial<LineDraft>): void {
      if (typed() === undefined)
        seen = draftOf(latest())
      draft.value = { ...draft.value, ...part }
      unsaved.write(key, { ...typed(), ...part }, PAUSE_MS, keep)
    },
    flush,
  }
}
