/** Replacing words in the texts of lines: what would change is shown first, then done one by one, or all as one step of undo. */
import type { Line } from '#contract/script.ts'
import type { LineId, ProjectId } from '#contract/words.ts'
import type { Match } from '#rules/script/replace-text.ts'
import { computed, reactive } from 'vue'
import { matchesIn, withReplaced } from '#rules/script/replace-text.ts'
import { headingOf } from '#rules/script/script-lines.ts'
import { useNotices } from '../../../actions/notices.ts'
import { useUndo } from '../../../actions/undo.ts'
import { attempt, studio } from '../../../studio.ts'
import { useKeptLine } from '../lines/use-line-draft.ts'

export interface Replacement { readonly line: Line, readonly matches: readonly Match[], readonly text: string }

interface Room {
  readonly projectId: () => ProjectId
  readonly lines: () => readonly Line[]
  readonly selectedIds: () => ReadonlySet<LineId>
  readonly speakers: () => readonly string[]
  /** What is looked for. */
  readonly words: () => string
}

export function useReplace({ projectId, lines, selectedIds, speakers, words }: Room) {
  const notices = useNotices()
  const undo = useUndo()
  const keep = useKeptLine()
  const asked = reactive({ isSelectionOnly: false, speaker: null as string | null })
  // Each counts only while its field is shown: nothing restricts the lines unseen.
  const form = reactive({
    ...{ by: '', matchesCase: false, isWhole: false },
    isSelectionOnly: computed({
      get: () => asked.isSelectionOnly && selectedIds().size > 0,
      set: (is: boolean) => { asked.isSelectionOnly = is },
    }),
    speaker: computed({
      get: () => asked.speaker !== null && speakers().length > 1 && speakers().includes(asked.speaker) ? asked.speaker : null,
      set: (speaker: string | null) => { asked.speaker = speaker },
    }),
  })

  const isMeant = (line: Line): boolean => headingOf(line) === null
    && (!form.isSelectionOnly || selectedIds().has(line.id))
    && (form.speaker === null || line.speaker === form.speaker)

  /** What is replaced, and how, as the fields say it now. */
  const asWritten = () => ({ words: words(), matchesCase: form.matchesCase, isWhole: form.isWhole, by: form.by })

  function changeOf(line: Line, how: ReturnType<typeof asWritten>): Replacement | null {
    const matches = matchesIn(line.text, how)
    return matches.length === 0 ? null : { line, matches, text: withReplaced(line.text, matches, how.by) }
  }

  const all = computed(() => words().trim() === '' ? [] : lines().filter(isMeant).flatMap(line => changeOf(line, asWritten()) ?? []))
  const changes = computed(() => all.value.filter(({ line }) => !line.isLocked))

  async function replace(chosen: readonly Replacement[]): Promise<void> {
    // The fields may say something else once the lines are saved.
    const how = asWritten()
    // What was typed last is saved first, and counts.
    const kept = await Promise.all(chosen.map(async ({ line }) => await keep(line) ?? line))
    const edits = kept.flatMap((line) => {
      const change = changeOf(line, how)
      return change ? [{ lineId: line.id, text: change.text, expected: { text: line.text } }] : []
    })
    if (edits.length === 0)
      return
    const step = undo.step({ name: 'replaceText', of: String(edits.length) }, projectId())
    const answer = await attempt(studio.script.change({ projectId: projectId(), edits, step }))
    if (answer.fault)
      return notices.fault(answer.fault)
    const done = edits.length - answer.value.lockedIds.length
    notices.say(t => t.script.replace.done(done), { act: { label: t => t.shell.act.undo, run: undo.takeBack(step) } })
  }

  return {
    form,
    /** Of lines that are not locked. */
    changes,
    count: computed(() => changes.value.reduce((sum, { matches }) => sum + matches.length, 0)),
    lockedCount: computed(() => all.value.length - changes.value.length),
    replaceOne: (change: Replacement) => replace([change]),
    replaceAll: () => replace(changes.value),
  }
}

export type Replacing = ReturnType<typeof useReplace>
