/** The doubtful lines of the script, one at a time: hear the place, call it right, or generate another take. */
import type { Listened } from '#contract/listening.ts'
import type { Line } from '#contract/script.ts'
import type { LineId, ProjectId, TakeId } from '#contract/words.ts'
import { computed } from 'vue'
import { useNotices } from '../../../actions/notices.ts'
import { useUndo } from '../../../actions/undo.ts'
import { useTakeSound } from '../../../parts/takes/use-take-sound.ts'
import { useListened } from '../../../stores/listened.ts'
import { useTakes } from '../../../stores/takes.ts'
import { useWordTimes } from '../../../stores/word-times.ts'
import { attempt, studio } from '../../../studio.ts'
import { useLineWalk } from '../review/use-line-walk.ts'

interface Room {
  readonly projectId: () => ProjectId
  readonly lines: () => readonly Line[]
  readonly activeId: () => LineId | null
}

/** Playback starts this many seconds before a place, so that it is not missed. */
const leadSeconds = 0.6

export function useDoubtful({ projectId, lines, activeId }: Room) {
  const listened = useListened()
  const takes = useTakes()
  const wordTimes = useWordTimes()
  const notices = useNotices()
  const undo = useUndo()
  const of = (line: Line | undefined): Listened | undefined => {
    const found = line && listened.get(line.id)
    return found?.takeId === line?.chosenTakeId ? found : undefined
  }
  const walk = useLineWalk({
    lines,
    activeId,
    stops: byId => toldOf(byId).flatMap(({ line, found }) => found.isDoubtful ? line : []),
  })
  const { current } = walk
  /** Of lines with something to tell, which are few among thousands. */
  function toldOf(byId: ReadonlyMap<LineId, Line>): { line: Line, found: Listened }[] {
    return listened.all.flatMap((found) => {
      const line = byId.get(found.id)
      return line?.chosenTakeId === found.takeId ? { line, found } : []
    })
  }
  const takeId = computed(() => of(current.value)?.takeId ?? null)
  const sound = useTakeSound(() => takeId.value === null ? null : takes.get(takeId.value) ?? null)

  async function spotOf({ differences, sounds, text }: Listened, takeId: TakeId): Promise<number> {
    const [first] = differences
    if (!first)
      return Math.max(0, (sounds[0]?.start ?? 0) - leadSeconds)
    await wordTimes.want([takeId])
    const [found, take] = [wordTimes.get(takeId), takes.get(takeId)]
    if (found?.state !== 'ready' || !take || text.length === 0)
      return Math.max(0, (take?.asset.durationSeconds ?? 0) * first.from / Math.max(1, text.length) - leadSeconds)
    // Where the take says other words than the line, its place is about as far.
    const from = take.text === text ? first.from : first.from * take.text.length / text.length
    return Math.max(0, (found.words.find(word => word.to > from)?.start ?? 0) - leadSeconds)
  }

  async function accept(all: readonly Line[], isRight: boolean): Promise<void> {
    const takeIds = [...new Set(all.flatMap(line => of(line)?.takeId ?? []))]
    if (takeIds.length === 0)
      return
    const step = undo.step({ name: 'acceptTakes', of: String(takeIds.length) }, projectId())
    const answer = await attempt(studio.listening.accept({ projectId: projectId(), takeIds, isRight, step }))
    if (answer.fault)
      return notices.fault(answer.fault)
    if (isRight)
      notices.say(t => t.listening.accepted(takeIds.length), { act: { label: t => t.shell.act.undo, run: undo.takeBack(step) } })
  }

  return {
    of,
    ...walk,
    heardCount: computed(() => toldOf(walk.byId.value).filter(({ found }) => found.transcriptId !== null).length),
    mayHear: (): boolean => of(current.value) !== undefined,
    async hear(): Promise<void> {
      const found = of(current.value)
      if (!found)
        return
      await takes.load(found.takeId)
      await sound.seek(await spotOf(found, found.takeId))
      if (!sound.isPlaying.value)
        await sound.toggle()
    },
    mayAccept: (): boolean => of(current.value)?.isDoubtful === true || of(current.value)?.isRight === true,
    /** The take of the current line is right, or doubtful again; the next line is shown. */
    async toggleRight(): Promise<void> {
      const line = current.value
      const found = of(line)
      if (!line || !found)
        return
      const isRight = !found.isRight
      await accept([line], isRight)
      if (isRight)
        walk.pass(line)
    },
  }
}

export type Doubtful = ReturnType<typeof useDoubtful>
