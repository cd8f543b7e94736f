/** The draft of a line: kept here at once, saved shortly after the last key, never lost on leaving. */
import type { Line } from '#contract/script.ts'
import type { LineId } from '#contract/words.ts'
import type { AnyFault } from '../../../studio.ts'
import { defineStore } from 'pinia'
import { onScopeDispose, shallowReadonly, shallowRef, watch } from 'vue'
import { z } from 'zod'
import { useNotices } from '../../../actions/notices.ts'
import { useUndo } from '../../../actions/undo.ts'
import { useUnsaved } from '../../../parts/drafts/use-unsaved.ts'
import { useTyping } from '../../../parts/typing/use-typing.ts'
import { attempt, studio } from '../../../studio.ts'

export type LineDraft = Pick<Line, 'speaker' | 'text' | 'direction' | 'pauseSeconds'>

const pauseMs = 450
const lineWords = ['speaker', 'text', 'direction', 'pauseSeconds'] as const

const Words = z.object({ speaker: z.string(), text: z.string(), direction: z.string(), pauseSeconds: z.number() })
/** `typed` of a line that was `seen` so when it was begun. */
const Unkept = z.object({ typed: z.custom<Partial<LineDraft>>(value => Words.partial().safeParse(value).success), seen: Words })
type Unkept = z.infer<typeof Unkept>

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

const namesIn = (words: Partial<LineDraft>) => lineWords.filter(name => words[name] !== undefined)

/** Which stretch of typing the words are the end of, when they were typed, in ms, and whether that belongs to adding a line. */
interface Written { readonly stretch: number, readonly at: number, readonly isOfNewLine?: boolean }

/** Saves only what was typed: the line's other words may have been changed in another window. */
function useKeepWords(): (line: Line, words: Unkept, answered: (line: Line) => void, written: Written) => Promise<AnyFault | null> {
  const saved = useSavedLines()
  const undo = useUndo()
  const notices = useNotices()
  return async ({ id: lineId, position, projectId }, { typed, seen }, answered, { stretch, at, isOfNewLine }) => {
    // While the studio is away somebody else may write there: what is sent later replaces only what was seen.
    const expected = Object.fromEntries(namesIn(typed).map(name => [name, seen[name]]))
    const step = undo.step({
      name: 'editLine',
      of: String(position + 1),
      // A save in the middle of a word is no step of its own.
      joins: `${keyOfLine(lineId)} ${stretch}`,
      at,
      ...isOfNewLine ? { endsStep: ['addLine'] } : {},
    }, projectId)
    const context = { mayReplace: true, keepsRefused: true }
    const answer = await attempt(studio.script.edit({ lineId, ...typed, expected, step }, { context }))
    if (answer.value) {
      const replaced = draftOf(answer.value.before)
      saved.put(answer.value.line)
      answered(answer.value.line)
      if (lineWords.some(name => typed[name] !== undefined && replaced[name] !== seen[name] && replaced[name] !== typed[name]))
        notices.say(t => t.script.replaced(position + 1), { act: { label: t => t.shell.act.undo, run: undo.takeBack(step) } })
    }
    // It is listed among what could not be done, and the line is as somebody else left it.
    if (answer.fault?.code === 'changed-meanwhile') {
      notices.fault(answer.fault)
      return null
    }
    return answer.fault ?? null
  }
}

/** Saves what an earlier page typed in these lines and could not see saved, whether or not their rows are drawn. */
export function useLeftLines(lines: () => readonly Line[]): void {
  const unsaved = useUnsaved()
  const keep = useKeepWords()
  watch(() => lines().length > 0, (isThere) => {
    const earlier = { stretch: 0, at: Date.now() }
    const left = isThere ? new Set(unsaved.leftKeys()) : null
    if (left?.size) {
      for (const line of lines())
        left.has(keyOfLine(line.id)) && unsaved.resume(keyOfLine(line.id), Unkept, words => keep(line, words, () => {}, earlier))
    }
  }, { immediate: true, flush: 'sync' })
}

export function useLineDraft(line: () => Line) {
  const unsaved = useUnsaved()
  const saved = useSavedLines()
  const kept = useKeptLine()
  const keep = useKeepWords()
  const typing = useTyping()
  const { id: lineId } = line()
  const key = keyOfLine(lineId)
  /** As they were when what is typed now was begun, or as the last save left them. */
  let seen: LineDraft | null = null
  const typed = (): Partial<LineDraft> | undefined => unsaved.wordsOf<Unkept>(key)?.typed
  const draft = shallowRef({ ...draftOf(line()), ...typed() })

  // An event must not overwrite unsaved text; what is not being typed here follows it.
  watch(line, (news) => {
    draft.value = { ...draftOf(news), ...typed() }
  })

  /** The answer of a save may be here before the feed's event. */
  function latest(): Line {
    const answered = saved.get(lineId)
    return answered && answered.changedAt > line().changedAt ? answered : line()
  }

  const flush = (): Promise<Line | null> => kept(line())
  onScopeDispose(() => void flush())

  return {
    draft: shallowReadonly(draft),
    change(part: Partial<LineDraft>, isOfNewLine = false): void {
      const before = unsaved.wordsOf<Unkept>(key)
      if (before === undefined)
        seen = draftOf(latest())
      draft.value = { ...draft.value, ...part }
      const words: Unkept = { typed: { ...before?.typed, ...part }, seen: before?.seen ?? draftOf(latest()) }
      const written = { stretch: typing.stretch(), at: Date.now(), isOfNewLine }
      const answered = (answer: Line): void => {
        seen = draftOf(answer)
      }
      unsaved.write(key, words, pauseMs, async asked =>
        await keep(line(), { ...asked, seen: seen ?? asked.seen }, answered, written))
    },
    flush,
    /** Under what its words are kept until they are saved. */
    key,
  }
}
