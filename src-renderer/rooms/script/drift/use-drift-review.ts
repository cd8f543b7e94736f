/** The takes of a speaker that sound otherwise than the others, one at a time: hear it, call it right, compare with it, or take another. */
import type { DriftLine, DriftPoint, Usuals } from '#contract/drift.ts'
import type { Line } from '#contract/script.ts'
import type { LineId, ProjectId, TakeId } from '#contract/words.ts'
import { computed, shallowReadonly, shallowRef, watch } from 'vue'
import { useNotices } from '../../../actions/notices.ts'
import { useUndo } from '../../../actions/undo.ts'
import { useDrift } from '../../../stores/drift.ts'
import { attempt, studio } from '../../../studio.ts'
import { useLineWalk } from '../review/use-line-walk.ts'

interface Room {
  readonly projectId: () => ProjectId
  readonly lines: () => readonly Line[]
  readonly activeId: () => LineId | null
  readonly play: (lineId: LineId, takeId: TakeId) => Promise<void>
}

export interface Measured { readonly points: readonly DriftPoint[], readonly usuals: Usuals | null }

export function useDriftReview({ projectId, lines, activeId, play }: Room) {
  const drift = useDrift()
  const notices = useNotices()
  const undo = useUndo()
  /** Whose takes are looked at; null while it is closed. */
  const opened = shallowRef<string | null>(null)
  const of = (line: Line | undefined): DriftLine | undefined => {
    const found = line && drift.of(line.id)
    return found?.takeId === line?.chosenTakeId ? found : undefined
  }
  const walk = useLineWalk({
    lines,
    activeId,
    stops: byId => (drift.all?.lines ?? []).flatMap(({ lineId, isRight }) => {
      const line = byId.get(lineId)
      return line && !isRight && line.speaker === opened.value && of(line) ? line : []
    }),
  })
  /** The current line, where it is one of the speaker's. */
  const current = computed(() => {
    const line = walk.current.value
    return line?.speaker === opened.value && line.chosenTakeId !== null ? line : undefined
  })

  const measured = shallowRef<Measured>({ points: [], usuals: null })
  let rounds = 0
  watch([opened, () => drift.all], async ([speaker], [before]) => {
    const round = ++rounds
    if (speaker !== before)
      measured.value = { points: [], usuals: null }
    if (speaker === null)
      return
    const answer = await attempt(studio.drift.points({ projectId: projectId(), speaker }))
    if (round === rounds && answer.value)
      measured.value = answer.value
  })

  async function accept(line: Line, isRight: boolean): Promise<boolean> {
    if (line.chosenTakeId === null)
      return false
    const takeIds = [line.chosenTakeId]
    const step = undo.step({ name: 'acceptTakes', of: String(takeIds.length) }, projectId())
    const answer = await attempt(studio.drift.accept({ projectId: projectId(), takeIds, isRight, step }))
    if (answer.fault)
      notices.fault(answer.fault)
    else if (isRight)
      notices.say(t => t.drift.accepted(takeIds.length), { act: { label: t => t.shell.act.undo, run: undo.takeBack(step) } })
    return !answer.fault
  }

  const anchorTakeId = computed(() => opened.value === null ? null : drift.speaker(opened.value)?.anchorTakeId ?? null)

  return {
    ...walk,
    of,
    current,
    opened: shallowReadonly(opened),
    measured: shallowReadonly(measured),
    anchorTakeId,
    /** Of this speaker, else of a speaker that has takes. */
    open(speaker: string | null): void {
      const speakers = drift.all?.speakers ?? []
      opened.value = speakers.find(each => each.speaker === speaker)?.speaker ?? speakers[0]?.speaker ?? speaker ?? ''
      walk.point(null)
    },
    close(): void {
      opened.value = null
      walk.point(null)
    },
    /** Looks at a line and plays its take. */
    async visit(lineId: LineId): Promise<void> {
      walk.point(lineId)
      const takeId = current.value?.chosenTakeId ?? null
      if (takeId !== null)
        await play(lineId, takeId)
    },
    mayHear: (): boolean => current.value !== undefined,
    async hear(): Promise<void> {
      if (current.value?.chosenTakeId)
        await play(current.value.id, current.value.chosenTakeId)
    },
    mayAccept: (): boolean => of(current.value) !== undefined,
    async toggleRight(): Promise<void> {
      const [line, found] = [current.value, of(current.value)]
      if (line && found && await accept(line, !found.isRight) && !found.isRight)
        walk.pass(line)
    },
    isAnchor: computed(() => current.value !== undefined && current.value.chosenTakeId === anchorTakeId.value),
    /** The take of the current line is the anchor from now on, or no longer. */
    async toggleAnchor(): Promise<void> {
      const [speaker, takeId] = [opened.value, current.value?.chosenTakeId ?? null]
      if (speaker === null)
        return
      const step = undo.step({ name: 'setAnchor', of: speaker }, projectId())
      const next = takeId === null || takeId === anchorTakeId.value ? null : takeId
      const answer = await attempt(studio.drift.setAnchor({ projectId: projectId(), speaker, takeId: next, step }))
      if (answer.fault)
        notices.fault(answer.fault)
    },
  }
}

export type DriftReview = ReturnType<typeof useDriftReview>
