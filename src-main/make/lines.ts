/**
 * Lines: all lines of a script that have to be made, or made again, become jobs by one call and in one transaction, so that a crash queues
 * all or none.
 */
import type { FieldIssue } from '#contract/faults.ts'
import type { IntoPlace } from '#contract/into.ts'
import type { Model } from '#contract/models.ts'
import type { Casting, Line, Pronunciation } from '#contract/script.ts'
import type { AccountId, JobId, LineId, ProjectId, RequestId } from '#contract/words.ts'
import type { NewJob } from '../jobs/ledger-port.ts'
import type { Queue, QueuePorts } from './queue.ts'
import type { SharedLookups, Speech } from './speech.ts'
import { isFault } from '#contract/faults.ts'
import { fieldsOfLine, linesToMake } from '#rules/script/line-fields.ts'
import { retakesOf } from '#rules/script/retakes.ts'
import { clipLane } from '../kinds/upload.ts'
import { requestIdOf } from './request-ids.ts'

export interface LinesAsked {
  readonly requestId: RequestId
  readonly accountId: AccountId
  readonly projectId: ProjectId
  readonly lineIds: readonly LineId[]
  /** Another take also of lines that have one. */
  readonly isAgain?: boolean | undefined
  /** The place that waits for the take of the only line. */
  readonly into?: IntoPlace | undefined
}

export interface LinesQueued {
  readonly jobIds: JobId[]
  /** How many takes these jobs make, and for how many lines. */
  readonly takeCount: number
  readonly lineCount: number
  /** Lines that the model would refuse; the others are queued. */
  readonly refused: { lineId: LineId, issues: FieldIssue[] }[]
}

export interface Lines {
  /**
   * Queues those of the lines that have a voice and words, have no fitting take, and are not being made; with `isAgain` one take for all
   * lines that ask for the very same. The same request id again answers the jobs that it made. Faults: those of `Speech` but bad-fields.
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

interface Cast {
  readonly line: Line
  /** Others that use its take, too. */
  readonly also: readonly Line[]
  readonly casting: Casting
  readonly model: Model
}

export function createLines(queue: Queue, { jobsOf, shareLookups }: Pick<Speech, 'jobsOf' | 'shareLookups'>, ports: LinesPorts): Lines {
  const { ledger, models, script } = ports

  async function wanted({ projectId, lineIds, isAgain = false }: LinesAsked): Promise<Cast[]> {
    const castings = new Map((await script.castings(projectId)).map(casting => [casting.speaker, casting]))
    const underWay = await ledger.underWay()
    // A line that has its take may get another one while a line that asks for the same gets one alone.
    const isBeingMade = (line: Line): boolean => underWay.lineIds.has(line.id)
      || (line.requestKey !== null && underWay.requestKeys.has(line.requestKey) && !(isAgain && line.state === 'made'))
    const all = (await script.lines(projectId, lineIds)).filter(line => castings.has(line.speaker))
    const groups = isAgain
      ? retakesOf(all).map(group => group.filter(line => !isBeingMade(line)))
      : linesToMake(all, isBeingMade).map(line => [line])
    return groups.flatMap(([line, ...also]) => {
      if (!line)
        return []
      const casting = castings.get(line.speaker)
      const model = models().find(each => each.id === casting?.modelId && each.kind === 'speech')
      return casting && model ? [{ line, also, casting, model }] : []
    })
  }

  async function jobsOfLine(
    asked: LinesAsked,
    { line, also, casting, model }: Cast,
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
    const alsoLines = also.flatMap(each => each.chosenTakeId === null ? [] : { lineId: each.id, former: each.chosenTakeId })
    return jobs.map(job => ({ ...job, batchId: asked.requestId, ...job.lineId === line.id && alsoLines.length > 0 && { alsoLines } }))
  }

  async function queueAll(asked: LinesAsked): Promise<LinesQueued> {
    const refused: LinesQueued['refused'] = []
    const before = await ledger.madeBy(asked.requestId)
    if (before.length > 0)
      return { jobIds: before, ...await ledger.countOf(asked.requestId), refused }
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
      ...await ledger.countOf(asked.requestId),
      refused,
    }
  }

  // One at a time: two at once would each find that nobody makes a line.
  return { lines: asked => clipLane.run(() => queueAll(asked)) }
}
