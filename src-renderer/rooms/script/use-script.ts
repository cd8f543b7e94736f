/** The open project's script: its lines and everything that is done to them but writing in one. */
import type { Line } from '#contract/script.ts'
import type { LineId, ProjectId } from '#contract/words.ts'
import type { AddedLine } from '#rules/script/script-lines.ts'
import { computed, shallowRef } from 'vue'
import { isSpoken, speakersOf } from '#rules/script/script-lines.ts'
import { useAnnouncer } from '../../actions/announce.ts'
import { useNotices } from '../../actions/notices.ts'
import { useUndo } from '../../actions/undo.ts'
import { useProject } from '../../stores/project.ts'
import { useScriptLanguages } from '../../stores/script-languages.ts'
import { attempt, studio } from '../../studio.ts'
import { halvesOf } from './lines/split-line.ts'
import { useKeptLine, useLeftLines } from './lines/use-line-draft.ts'
import { mostLinesAtOnce } from './paste/read-lines.ts'

export function useScript(projectId: () => ProjectId) {
  const open = useProject()
  const notices = useNotices()
  const announcer = useAnnouncer()
  const undo = useUndo()
  const languages = useScriptLanguages()
  const keep = useKeptLine()
  const lines = computed<readonly Line[]>(() => open.projectId === projectId() ? open.lines : [])
  useLeftLines(() => lines.value)
  /** The line that should take the caret as soon as it is on screen. */
  const wanted = shallowRef<{ lineId: LineId, at: 'start' | 'end' } | null>(null)

  /**
   * `language` is that of all of them: the first lines make it the language of the script; among others they keep it for themselves where
   * it is another, so that no other line changes.
   */
  async function add(texts: readonly AddedLine[], afterLineId: LineId | null, language: string | null = null): Promise<readonly Line[]> {
    const isScripts = language !== null && languages.all !== null && languages.script === null && !lines.value.some(isSpoken)
    const own = isScripts || language === languages.script ? null : language
    const added = texts.map(text => ({ ...text, language: text.language ?? (isSpoken(text) ? own : null) }))
    const place = afterLineId === null ? lines.value.length : lines.value.findIndex(line => line.id === afterLineId) + 1
    const step = undo.step(added.length === 1
      ? { name: 'addLine', of: String(place + 1) }
      : { name: 'addLines', of: String(added.length) }, projectId())
    if (isScripts) {
      const asked = { projectId: projectId(), speaker: null, language, expected: null, step }
      const { fault } = await attempt(studio.script.setLanguage(asked))
      if (fault) {
        notices.fault(fault)
        return []
      }
    }
    const all: Line[] = []
    while (all.length < added.length) {
      const lines = added.slice(all.length, all.length + mostLinesAtOnce)
      const answer = await attempt(studio.script.add({ projectId: projectId(), afterLineId: all.at(-1)?.id ?? afterLineId, lines, step }))
      if (answer.fault) {
        notices.fault(answer.fault)
        break
      }
      all.push(...answer.value.lines)
    }
    return all
  }

  return {
    lines,
    isReady: computed(() => open.hasLines),
    speakers: computed(() => speakersOf(lines.value)),
    wanted,
    add,
    /**
     * A line after the one named (or at the end), spoken by the same speaker, with the caret in it. `tail` is cut off the one named, and
     * spoken as that is. Answers whether it is there.
     */
    async addEmpty(after: Line | null, tail = ''): Promise<boolean> {
      const speaker = after?.speaker ?? lines.value.at(-1)?.speaker ?? ''
      const line = after === null || tail === '' ? { speaker, text: tail, direction: '' } : halvesOf(after, '', tail).tail
      const [added] = await add([line], after?.id ?? null)
      if (added)
        wanted.value = { lineId: added.id, at: 'start' }
      return added !== undefined
    },
    /** `isOfNewLines`: as a part of adding others. */
    async remove(shown: Line, isOfNewLines = false): Promise<void> {
      // What was typed last is saved first: the line that is restored has it, and nothing is left to save in a line that is gone.
      const line = await keep(shown) ?? shown
      const place = lines.value.findIndex(other => other.id === line.id)
      const neighbour = lines.value[place - 1] ?? lines.value[place + 1]
      // Before the line is gone: what is typed next would be gone with it.
      if (neighbour && !isOfNewLines)
        wanted.value = { lineId: neighbour.id, at: 'end' }
      const step = undo.step({
        name: 'removeLine',
        of: String(line.position + 1),
        ...isOfNewLines ? { endsStep: ['addLine', 'addLines'] } : {},
      }, projectId())
      const answer = await attempt(studio.script.remove({ lineId: line.id, step }))
      if (answer.fault)
        return notices.fault(answer.fault)
      if (neighbour && isOfNewLines)
        wanted.value = { lineId: neighbour.id, at: 'end' }
      const words = line.text.length > 40 ? `${line.text.slice(0, 40)}…` : line.text
      if (line.text.trim() !== '' || line.takeCount > 0)
        notices.say(t => t.script.removed(words), { act: { label: t => t.shell.act.undo, run: undo.takeBack(step) } })
    },
    async move(lineId: LineId, position: number): Promise<void> {
      const before = lines.value.find(line => line.id === lineId)?.position
      const step = undo.step({ name: 'moveLine', of: String((before ?? 0) + 1) }, projectId())
      const answer = await attempt(studio.script.move({ lineId, position: Math.max(0, position), step }))
      if (answer.fault)
        return notices.fault(answer.fault)
      const count = lines.value.length
      announcer.say(t => t.queue.movedTo(position + 1, count))
    },
    async choose(lineId: LineId, takeId: Parameters<typeof studio.script.choose>[0]['takeId']): Promise<void> {
      const before = lines.value.find(line => line.id === lineId)
      const step = undo.step({ name: 'chooseTake', of: String((before?.position ?? 0) + 1) }, projectId())
      const answer = await attempt(studio.script.choose({ lineId, takeId, ...before && { expected: before.chosenTakeId }, step }))
      if (answer.fault)
        notices.fault(answer.fault)
    },
  }
}
