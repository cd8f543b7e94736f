/**
 * Retakes: a take that was asked for although the line has one is used when it comes, and heard if the person is still at that line. One
 * key goes back and forth between it and the one before, at the same loudness.
 */
import type { Line } from '#contract/script.ts'
import type { JobId, LineId, TakeId } from '#contract/words.ts'
import { shallowReactive, watch } from 'vue'
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
  const loudness = useLoudness()
  /** Asked for here, by line. */
  const awaited = shallowReactive(new Map<LineId, JobId>())
  /** What the line used before, to go back to. */
  const before = shallowReactive(new Map<LineId, TakeId>())
  const lineOf = (lineId: LineId | null): Line | undefined => lines().find(line => line.id === lineId)

  async function use(lineId: LineId, takeId: TakeId, former: TakeId | null): Promise<void> {
    const answer = await takes.load(takeId)
    // What did not arrive whole is kept, and used by nobody unasked.
    if (!answer.value || answer.value.take.arrival?.incomplete)
      return
    if (former !== null && former !== takeId)
      before.set(lineId, former)
    if (lineOf(lineId)?.chosenTakeId !== takeId)
      await choose(lineId, takeId)
    if (activeId() === lineId)
      await play(lineId, takeId)
  }

  /** What each line used when it was asked for. */
  const former = new Map<LineId, TakeId | null>()
  watch(() => [...awaited].map(([lineId, jobId]) => ({ lineId, job: jobs.get(jobId) })), (asked) => {
    for (const { lineId, job } of asked) {
      const [takeId] = job?.takeIds ?? []
      if (!job || (isUnderWay(job) && !takeId))
        continue
      awaited.delete(lineId)
      if (job.state === 'done' && takeId)
        void use(lineId, takeId, former.get(lineId) ?? null)
    }
  })

  /** The one before, if it is known here; else the newest other one of the line. */
  async function otherOf(line: Line): Promise<TakeId | null> {
    const known = before.get(line.id)
    if (known !== undefined && known !== line.chosenTakeId)
      return known
    const answer = await attempt(studio.takes.search({ ...everyTake, lineId: line.id, media: ['audio'], cursor: null, limit: 2 }))
    takes.remember(answer.value?.takes ?? [])
    return answer.value?.takes.find(take => take.id !== line.chosenTakeId)?.id ?? null
  }

  return {
    /** A take of a line that has one was asked for. */
    expect(line: Line, jobId: JobId): void {
      former.set(line.id, line.chosenTakeId)
      awaited.set(line.id, jobId)
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
