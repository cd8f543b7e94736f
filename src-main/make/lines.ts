/** Lines: all lines of a script that have to be made become jobs by one call and in one transaction, so that a crash queues all or none. */
import type { FieldIssue } from '#contract/faults.ts'
import type { IntoPlace } from '#contract/into.ts'
import type { Model } from '#contract/models.ts'
import type { Casting, Line, Pronunciation } from '#contract/script.ts'
import type { AccountId, JobId, LineId, ProjectId, RequestId } from '#contract/words.ts'
import type { NewJob } from '../jobs/ledger.ts'
import type { Queue, QueuePorts } from './queue.ts'
import type { SharedLookups, Speech } from './speech.ts'
import { isFault } from '#contract/faults.ts'
import { fieldsOfLine, linesToMake } from '#rules/script/line-fields.ts'
import { clipLane } from './registration.ts'
import { requestIdOf } from './request-ids.ts'

export interface LinesAsked {
  readonly requestId: RequestId
  readonly accountId: AccountId
  readonly projectId: ProjectId
  readonly lineIds: readonly LineId[]
  /** The place that waits for the take of the only line. */
  readonly into?: IntoPlace | undefined
}

export interface LinesQueued {
  readonly jobIds: JobId[]
  /** How many lines these jobs make. */
  readonly lineCount: number
  /** Lines that the model would refuse; the others are queued. */
  readonly refused: { lineId: LineId, issues: FieldIssue[] }[]
}

export interface Lines {
  /**
   * Queues those of the lines that have a voice and words, have no fitting take, and are not being made. The same request id again
   * answers the jobs that it made. Faults: those of `Speech` but bad-fields.
   */
  lines: (asked: LinesAsked) => Promise<LinesQueued>
}

export interface LinesPorts extends Pick<QueuePorts, 'ledger' | 'models'> {
  readonly script: {
    lines: (projectId: ProjectId, among?: readonly LineId[]) => Promise<Line[]>
    castings: (projectId: ProjectId) => Promise<Casting[]>
    pronunciationsOf: (projectId: ProjectId) => Promise<Pronunciation[]>
  }
}

interface Cast { readonly line: Line, readonly casting: Casting, readonly model: Model }

export function createLines(queue: Queue, { jobsOf, shareLookups }: Pick<Speech, 'jobsOf' | 'shareLookups'>, ports: LinesPorts): Lines {
  const { ledger, models, script } = ports

  async function wanted({ projectId, lineIds }: LinesAsked): Promise<Cast[]> {
    const castings = new Map((await script.castings(projectId)).map(casting => [casting.speaker, casting]))
    const underWay = await ledger.underWay()
    const isBeingMade = (line: Line): boolean => underWay.lineIds.has(line.id)
      || (line.requestKey !== null && underWay.requestKeys.has(line.requestKey))
    const all = (await script.lines(projectId, lineIds)).filter(line => castings.has(line.speaker))
    return linesToMake(all, isBeingMade).flatMap((line) => {
      const casting = castings.get(line.speaker)
      const model = models().find(each => each.id === casting?.modelId && each.kind === 'speech')
      return casting && model ? [{ line, casting, model }] : []
    })
  }

  async function jobsOfLine(
    asked: LinesAsked,
    { line, casting, model }: Cast,
    { shared, pronunciations }: { shared: SharedLookups, pronunciations: readonly Pronunciation[] },
  ): Promise<NewJob[]> {
    const jobs = await jobsOf({
      // A request of its own, so that its parts belong to it; always the same, so that it is made once.
      requestId: requestIdOf(asked.requestId, line.id),
      accountId: asked.accountId,
      modelId: model.id,
      fields: fieldsOfLine(line, casting, model),
      projectId: asked.projectId,
      lineId: line.id,
      voiceId: casting.voiceId,
      isOverSocket: false,
      into: asked.into,
    }, { ...shared, asksFor: async () => ({ ...line, pronunciations }) })
    return jobs.map(job => ({ ...job, batchId: asked.requestId }))
  }

  async function queueAll(asked: LinesAsked): Promise<LinesQueued> {
    const refused: LinesQueued['refused'] = []
    const before = await ledger.madeBy(asked.requestId)
    if (before.length > 0)
      return { jobIds: before, lineCount: await ledger.lineCountOf(asked.requestId), refused }
    const shared = shareLookups()
    await shared.admit(asked.accountId)
    const pronunciations = await script.pronunciationsOf(asked.projectId)
    const jobs: NewJob[] = []
    for (const cast of await wanted(asked)) {
      try {
        jobs.push(...await jobsOfLine(asked, cast, { shared, pronunciations }))
      }
      catch (error) {
        if (!isFault(error, 'bad-fields'))
          throw error
        refused.push({ lineId: cast.line.id, issues: error.data.issues })
      }
    }
    if (jobs.length > 0)
      await queue.add(jobs)
    return {
      jobIds: await ledger.madeBy(asked.requestId),
      lineCount: new Set(jobs.flatMap(job => job.lineId ?? [])).size,
      refused,
    }
  }

  // One at a time: two at once would each find that nobody makes a line.
  return { lines: asked => clipLane.run(() => queueAll(asked)) }
}
