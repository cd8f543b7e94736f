/** What a person decides about a job that ended badly: look for its result again, make it again, or give it up. */
import type { Job } from '#contract/jobs.ts'
import type { JobId, RequestId } from '#contract/words.ts'
import type { Ledger, NewJob } from '../jobs/ledger-port.ts'
import type { JobRow } from '../jobs/rows.ts'
import { Fault } from '#contract/faults.ts'
import { Into } from '#contract/into.ts'
import { mayLookAgain } from '#rules/jobs/attention.ts'
import { isLocalKind } from '#rules/jobs/kind-groups.ts'
import { isEnded, isEndedWithoutResult } from '#rules/jobs/state-groups.ts'
import { readJson } from '#rules/plain-data.ts'
import { createLane } from '../base/concurrency.ts'
import { derivedId } from '../base/ids.ts'
import { forgetTrouble } from '../jobs/patience.ts'
import { alsoLinesOf } from '../jobs/rows.ts'
import { moveOf } from '../jobs/states.ts'
import { isCutOff } from './answers.ts'

/** What a person decides about jobs is carried out here, one at a time: each looks at the state that the one before has left. */
export const decisionLane = createLane({ concurrency: 1 })

/**
 * A retry that is under way already is answered instead of a second one, and the same request again is answered with the job that it made.
 * Must run in `decisionLane`.
 * @throws Fault 'job-not-there-yet' while the job still works; 'may-be-charged-twice' for a job that was or may have been
 * paid, itself or at any other try of the same, unless the user accepts a second charge
 */
export async function retry(ledger: Ledger, input: { requestId: RequestId, jobId: JobId, acceptsSecondCharge: boolean }): Promise<Job> {
  const [made] = await ledger.madeBy(input.requestId)
  if (made)
    return ledger.get(made)
  const row = await ledger.row(input.jobId)
  // A job from a backup may have been sent by the studio that the backup was made of.
  if (row.blocked_by === 'restored' && !input.acceptsSecondCharge)
    throw new Fault('may-be-charged-twice', { state: row.state })
  if (row.state === 'blocked') {
    await ledger.tryMove(row.id, 'unblock')
    return ledger.get(row.id)
  }
  const { underWay } = await decideRetry(ledger, row, input.acceptsSecondCharge)
  // Pressed twice, or in two windows, it is retried once.
  if (underWay !== null)
    return ledger.get(underWay)
  const [job] = await ledger.enqueue([retryOf(row, input.requestId)])
  if (!job)
    throw new Error('The ledger did not return the job')
  return job
}

/**
 * The same for jobs that were certainly not paid for, in this order: all are queued at once, or none. The same request again is answered
 * with the jobs that it made, and those of which a retry is under way are left out. Must run in `decisionLane`.
 * @throws Fault 'not-found'; 'job-not-there-yet' where one has not ended; 'may-be-charged-twice' where one may have been paid
 */
export async function retryAll(
  ledger: Ledger,
  { requestId, jobIds }: { requestId: RequestId, jobIds: readonly JobId[] },
): Promise<JobId[]> {
  const answered = await ledger.madeBy(requestId)
  if (answered.length > 0)
    return answered
  const rows: JobRow[] = []
  const made = new Set<JobId>()
  for (const jobId of new Set(jobIds)) {
    const row = await ledger.row(jobId)
    const { underWay, tries } = await decideRetry(ledger, row, 'earlier')
    // Two tries of the same thing are made again once.
    if (underWay === null && !made.has(jobId))
      rows.push(row)
    tries.forEach(each => made.add(each.id))
  }
  // One alone is no batch.
  const jobs = rows.length === 1
    ? rows.map(row => retryOf(row, requestId))
    : rows.map(row => ({ ...retryOf(row, derivedId(requestId, row.id) as RequestId), batchId: requestId })) // has the form of an id
  return (await ledger.enqueue(jobs)).map(job => job.id)
}

/**
 * Which try of what this job is to make is under way already; null where it may be made again. `accepts`: a second charge, where one is
 * possible; `earlier`, where that was known before this job was queued, and so was accepted then.
 * @throws Fault 'job-not-there-yet', 'may-be-charged-twice'
 */
async function decideRetry(
  ledger: Ledger,
  row: JobRow,
  accepts: boolean | 'earlier',
): Promise<{ underWay: JobId | null, tries: readonly JobRow[] }> {
  if (!isEnded(row.state) || row.state === 'done')
    throw new Fault('job-not-there-yet', { state: row.state })
  // Also those that were made of an earlier try: from another window, or from a row that the list still had.
  const tries = await ledger.allTries(row.id)
  // Asked first: an earlier try may be done.
  const underWay = tries.find(each => !isEnded(each.state))
  if (underWay)
    return { underWay: underWay.id, tries }
  const isFree = isLocalKind(row.kind)
  const wasAccepted = (each: JobRow): boolean =>
    accepts === 'earlier' && each.id < row.id && each.ended_at !== null && each.ended_at <= row.created_at
  const charged = tries.filter(each => each.charged !== 'no' && !wasAccepted(each))
  const telling = charged.find(each => each.state === 'done') ?? charged.at(-1)
  if (telling && !isFree && accepts !== true)
    throw new Fault('may-be-charged-twice', { state: telling.state })
  return { underWay: null, tries }
}

function retryOf(row: JobRow, requestId: RequestId): NewJob {
  return {
    requestId,
    requestPart: 0,
    kind: row.kind,
    title: row.title,
    modelId: row.model_id,
    accountId: row.account_id,
    projectId: row.project_id,
    lineId: row.line_id,
    deliveryId: row.delivery_id,
    isLive: row.is_live === 1,
    size: row.size,
    requestKey: row.request_key,
    intoClip: readJson(Into, row.into_clip ?? '') ?? null,
    intoLine: row.into_line,
    alsoLines: alsoLinesOf(row.also_lines),
    retryOf: row.id,
    plan: JSON.parse(row.plan),
  }
}

/**
 * Looks for the result again, for free: a task is followed again, an answer on the disk is read again. Does nothing for a job
 * that is looked for already. @throws Fault not-found; 'job-not-there-yet' where there is nothing to look for
 */
export async function lookAgain(ledger: Ledger, jobId: JobId, readAgain: (jobId: JobId) => Promise<void>): Promise<Job> {
  const [job, row] = [await ledger.get(jobId), await ledger.row(jobId)]
  if (mayLookAgain(job)) {
    // What is on the disk is less than the answer, or may name a task: that is read again, and nobody is asked.
    if (row.task_id === null && (isCutOff(row) || row.kind === 'video')) {
      await readAgain(jobId)
      return ledger.get(jobId)
    }
    await ledger.move(jobId, row.task_id === null ? 'reopen' : 'resume', {
      failure: null,
      attempts: 0,
      ...row.answer !== null && { answer: forgetTrouble(row.answer) },
    })
  }
  else if (isEndedWithoutResult(job.state)) {
    throw new Fault('job-not-there-yet', { state: job.state })
  }
  return ledger.get(jobId)
}

/**
 * The user found the task of a video at the service: it is followed from now on, which is free. The request is never sent again.
 * @throws Fault not-found; 'not-attachable' where there can be no such task, or it is known
 */
export async function attachTask(ledger: Ledger, { jobId, taskId }: { jobId: JobId, taskId: string }): Promise<Job> {
  const row = await ledger.row(jobId)
  if (row.kind !== 'video')
    throw new Fault('not-attachable', { because: 'kind', wanted: row.kind })
  // Whether that request was charged is as unknown as before: the id may be wrong.
  const patch = { taskId, serviceState: null, failure: null, attempts: 0, ...row.answer !== null && { answer: forgetTrouble(row.answer) } }
  const followed = await ledger.tryMove(jobId, 'resume', patch, now => mayFollow(now))
  if (followed === null)
    throw new Fault('not-attachable', { because: 'state', wanted: row.state })
  return ledger.get(jobId)
}

/** The service has not confirmed a task of this job, and the job may have been sent. */
function mayFollow({ state, charged }: Pick<JobRow, 'state' | 'charged'>): boolean {
  return isEndedWithoutResult(state) && charged !== 'no'
}

/** Takes an unsure job off the list; whether it was paid stays unknown. @throws Fault not-found, job-not-there-yet */
export async function markAsLost(ledger: Ledger, jobId: JobId): Promise<void> {
  const { state } = await ledger.row(jobId)
  if (moveOf(state, 'lose') === undefined)
    throw new Fault('job-not-there-yet', { state })
  // Pressed twice at once, it is given up once.
  await ledger.tryMove(jobId, 'lose', { charged: 'unknown' })
  await ledger.clear([jobId])
}
