/**
 * Retakes: a take that was asked for although the line has one is used by main when it comes, and heard here if the person is still at that
 * line. One key goes back and forth between it and the one before, at the same loudness.
 */
import type { Line } from '#contract/script.ts'
import type { JobId, LineId, TakeId } from '#contract/words.ts'
import { shallowReactive, watch } from 'vue'
import { useNotices } from '../../actions/notices.ts'
import { matchedVolume } from '../../parts/voices/audition/loudness.ts'
import { useLoudness } from '../../parts/voices/audition/use-loudness.ts'
import { isUnderWay, useJobs } from '../../stores/jobs.ts'
import { everyTake } from '../../stores/take-query.ts'
import { useTakes } from '../../stores/takes.ts'
import { attempt, studio } from '../../studio.ts'

interface Room {
  readonly lines: () => readonly Line[]
  readonly activeId: () => LineId | null
  readonly choose: (lineId: LineId, takeId: TakeId) => Promise<void>
  /** `volume` is from 0 to 1. */
  readonly play: (key: string, takeId: TakeId, volume?: number) => Promise<void>
}

export function useRetakes({ lines, activeId, choose, play }: Room) {
  const jobs = useJobs()
  const takes = useTakes()
  const notices = useNotices()
  const loudness = useLoudness()
  /** Asked for here, by line, with what the line used then. */
  const awaited = shallowReactive(new Map<LineId, { readonly jobId: JobId, readonly former: TakeId }>())
  /** What the line used before, to go back to. */
  const before = shallowReactive(new Map<LineId, TakeId>())
  const lineOf = (lineId: LineId | null): Line | undefined => lines().find(line => line.id === lineId)

  // Main decides whether it is used: a person may have chosen another one meanwhile, and not all of it may have arrived.
  watch(() => [...awaited].map(([lineId, { jobId }]) => [lineId, jobs.get(jobId), lineOf(lineId)?.chosenTakeId] as const), (asked) => {
    for (const [lineId, job, now] of asked) {
      const former = awaited.get(lineId)?.former
      const [takeId] = job?.takeIds ?? []
      const isUsed = takeId !== undefined && now === takeId
      const isOver = job !== undefined && !isUnderWay(job) && (job.state !== 'done' || takeId === undefined)
      // The news of the line may come before that of its job: only with the take of the job it is known what the line uses now.
      if (!isOver && (takeId === undefined || now === former))
        continue
      awaited.delete(lineId)
      if (!isUsed || former === undefined)
        continue
      before.set(lineId, former)
      if (activeId() === lineId)
        void play(lineId, takeId)
    }
  })

  /** The one before, if it is known here; else the newest other one of the line. */
  async function otherOf(line: Line): Promise<TakeId | null> {
    const known = before.get(line.id)
    if (known !== undefined && known !== line.chosenTakeId)
      return known
    const answer = await attempt(studio.takes.search({ ...everyTake, lineId: line.id, media: ['audio'], cursor: null, limit: 2 }))
    if (answer.fault)
      notices.fault(answer.fault)
    takes.remember(answer.value?.takes ?? [])
    return answer.value?.takes.find(take => take.id !== line.chosenTakeId)?.id ?? null
  }

  return {
    /** A take of a line that has one was asked for. */
    expect(line: Line, jobId: JobId): void {
      if (line.chosenTakeId !== null)
        awaited.set(line.id, { jobId, former: line.chosenTakeId })
    },
    mayCompare: (): boolean => {
      const line = lineOf(activeId())
      return line !== undefined && line.chosenTakeId !== null && (line.takeCount > 1 || before.has(line.id))
    },
    /** Uses the other take of the line with the caret, and plays it. */
    async compare(): Promise<void> {
      const line = lineOf(activeId())
      const other = line && await otherOf(line)
      if (!line || !other)
        return
      const now = line.chosenTakeId
      if (now !== null)
        before.set(line.id, now)
      await choose(line.id, other)
      const levels = await Promise.all([other, now].map(async id => id === null ? null : loudness.of(id)))
      await play(line.id, other, matchedVolume(levels[0] ?? null, levels))
    },
  }
}
