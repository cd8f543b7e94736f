/** What is done to several lines at once, each act as one step of undo. Locked lines keep their words, and are told. */
import type { Line, LineChange, LineEdit, LineRole } from '#contract/script.ts'
import type { LineId, ProjectId } from '#contract/words.ts'
import type { NewStep } from '../../actions/undo.ts'
import { headingOf } from '#rules/script/script-lines.ts'
import { useNotices } from '../../actions/notices.ts'
import { useUndo } from '../../actions/undo.ts'
import { attempt, studio } from '../../studio.ts'
import { joinedLines, mayJoin } from './lines/join-lines.ts'
import { halvesOf, sentencesOfLine } from './lines/split-line.ts'
import { useKeptLine } from './lines/use-line-draft.ts'

interface Room {
  readonly projectId: () => ProjectId
  readonly lines: () => readonly Line[]
  /** The lines that acts mean, in order: those that are selected, else the current one. */
  readonly targets: () => readonly Line[]
  readonly clear: () => void
  /** Puts the caret into a line. */
  readonly point: (lineId: LineId) => void
}

type Step = NewStep['name']
type ChangeOf = (line: Line) => LineChange & Pick<LineEdit, 'followedBy'> | null

export function useLineActs({ projectId, lines, targets, clear, point }: Room) {
  const undo = useUndo()
  const notices = useNotices()
  const keep = useKeptLine()
  /** What was typed last is saved first. */
  const kept = async (all: readonly Line[]): Promise<Line[]> => Promise.all(all.map(async line => await keep(line) ?? line))
  const written = (): Line[] => targets().filter(line => headingOf(line) === null)

  const stepOf = (name: Step, count: number) => undo.step({ name, of: String(count) }, projectId())

  function tellLocked(lockedIds: readonly LineId[]): void {
    if (lockedIds.length > 0)
      notices.say(t => t.script.acts.locked(lockedIds.length))
  }

  /** Answers whether all was written. */
  async function change(name: Step, all: readonly Line[], changeOf: ChangeOf, step = stepOf(name, all.length)): Promise<boolean> {
    const edits = (await kept(all)).flatMap((line) => {
      const changed = changeOf(line)
      if (changed === null)
        return []
      const { followedBy, ...edit } = changed
      const expected = Object.fromEntries(Object.keys(edit).map(part => [part, line[part as keyof LineChange]]))
      return [{ lineId: line.id, ...edit, ...followedBy && { followedBy }, expected }]
    })
    if (edits.length === 0)
      return false
    const answer = await attempt(studio.script.change({ projectId: projectId(), edits, step }))
    if (answer.fault)
      notices.fault(answer.fault)
    else
      tellLocked(answer.value.lockedIds)
    return answer.value !== undefined && answer.value.lockedIds.length === 0
  }

  /** Answers those that were locked and so stay; null where the studio refused it. */
  async function removeAll(all: readonly Line[], step: ReturnType<typeof stepOf>): Promise<readonly LineId[] | null> {
    const answer = await attempt(studio.script.removeAll({ projectId: projectId(), lineIds: all.map(line => line.id), step }))
    if (answer.fault)
      notices.fault(answer.fault)
    else
      tellLocked(answer.value.lockedIds)
    return answer.value?.lockedIds ?? null
  }

  /** All of them get the mark, or lose it where all have it. */
  const toggle = (name: 'isLocked' | 'isMuted') => async (): Promise<void> => {
    const all = written()
    const isOn = !all.every(line => line[name])
    await change('markLines', all, line => line[name] === isOn ? null : { [name]: isOn })
  }

  return {
    speak: (speaker: string) => change('editLines', written(), line => line.speaker === speaker ? null : { speaker }),
    direct: (direction: string) => change('editLines', written(), line => line.direction === direction ? null : { direction }),
    toggleLock: toggle('isLocked'),
    toggleMute: toggle('isMuted'),
    setLanguage: (language: string | null) =>
      change('editLines', written(), line => line.language === language ? null : { language }),
    setRole: (role: LineRole) => change('markLines', written(), line => line.role === role ? null : { role }),
    /** Speech becomes a direction, and what nobody speaks becomes speech. */
    toggleUnspoken: () => {
      const all = written()
      const isUnspoken = all.every(line => line.role !== 'speech')
      return change('markLines', all, (line) => {
        const role = isUnspoken ? 'speech' : line.role === 'speech' ? 'direction' : line.role
        return line.role === role ? null : { role }
      })
    },
    /** Whether any of them is not locked. */
    mayChange: (): boolean => targets().some(line => !line.isLocked),
    mayMerge: (): boolean => mayJoin(targets()),
    async merge(): Promise<void> {
      const [first, ...others] = await kept(targets())
      if (!first || !mayJoin([first, ...others]))
        return
      const step = stepOf('mergeLines', others.length + 1)
      const whole = joinedLines([first, ...others])
      if (!await change('mergeLines', [first], () => whole, step))
        return
      // The words would be there twice, and merged again by who tries again.
      if ((await removeAll(others, step))?.length !== 0)
        return undo.takeBack(step)()
      clear()
      point(first.id)
    },
    /** The words from this place on become a line of their own. */
    async split(shown: Line, at: number): Promise<void> {
      const [line] = await kept([shown])
      const [head, tail] = [line?.text.slice(0, at).trimEnd() ?? '', line?.text.slice(at).trim() ?? '']
      if (!line || line.isLocked || head === '' || tail === '')
        return
      const step = undo.step({ name: 'addLine', of: String(line.position + 2) }, projectId())
      const halves = halvesOf(line, head, tail)
      const answer = await attempt(studio.script.add({ projectId: projectId(), afterLineId: line.id, lines: [halves.tail], step }))
      if (answer.fault)
        return notices.fault(answer.fault)
      if (!await change('editLines', [line], () => halves.head, step))
        return undo.takeBack(step)()
      if (answer.value.lines[0])
        point(answer.value.lines[0].id)
    },
    /** Each sentence becomes a line of its own; they are spoken as the whole was. */
    async splitAtSentences(): Promise<void> {
      const all = (await kept(written())).filter(line => sentencesOfLine(line) !== null)
      const open = all.filter(line => !line.isLocked)
      const isDone = open.length > 0 && await change('splitLines', open, (line) => {
        const split = sentencesOfLine(line)
        return split && { ...split.head, followedBy: split.tails }
      })
      if (all.length === 0)
        notices.say(t => t.script.acts.oneSentence)
      else if (isDone || open.length === 0)
        tellLocked(all.filter(line => line.isLocked).map(line => line.id))
    },
    async remove(): Promise<void> {
      const all = await kept(targets())
      if (all.length === 0)
        return
      const last = all.at(-1)?.position ?? 0
      const before = lines()
      const step = stepOf('removeLines', all.length)
      const stays = await removeAll(all, step).then(lockedIds => lockedIds && new Set(lockedIds))
      const gone = new Set(all.flatMap(line => stays?.has(line.id) === false ? line.id : []))
      if (gone.size === 0)
        return
      const after = before.find(line => line.position > last) ?? before.findLast(line => !gone.has(line.id))
      clear()
      if (after)
        point(after.id)
      notices.say(t => t.script.acts.removed(gone.size), { act: { label: t => t.shell.act.undo, run: undo.takeBack(step) } })
    },
  }
}
