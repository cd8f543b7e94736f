/** What a person decides about a job that ended badly. Retrying: a task that was only lost sight of is looked after again; anything else is a new job with the same request. */
import type { Job } from '#contract/jobs.ts'
import type { JobId, RequestId } from '#contract/words.ts'
import type { Ledger } from './ledger.ts'
import type { JobRow } from './rows.ts'
import { Fault } from '#contract/faults.ts'
import { Failure } from '#contract/jobs.ts'
import { hasEnded, moveOf } from './states.ts'

/**
 * One that is being tried again already is not tried twice: that try is answered. Not to be called side by side.
 * @throws Fault 'job-not-there-yet' while it still works, 'may-be-charged-twice' for a job that was or may have been
 * paid, itself or at its last try, unless the person said that they know.
 */
export async function retry(ledger: Ledger, input: { requestId: RequestId, jobId: JobId, isKnowing: boolean }): Promise<Job> {
  const row = await ledger.row(input.jobId)
  // What came with a backup may have been sent by the studio that it was made of.
  if (row.blocked_by === 'restored' && !input.isKnowing)
    throw new Fault('may-be-charged-twice', { state: row.state })
  if (row.state === 'blocked') {
    await ledger.move(row.id, 'unblock')
    return ledger.get(row.id)
  }
  if (!hasEnded(row.state) || row.state === 'done')
    throw new Fault('job-not-there-yet', { state: row.state })
  if (row.task_id !== null && row.state !== 'unsure' && failureKindOf(row) !== 'job-failed') {
    await ledger.move(row.id, 'resume', { failure: null, attempts: 0 })
    return ledger.get(row.id)
  }
  const last = await ledger.lastTry(row.id)
  // Pressed twice, or in two windows, it is tried again once.
  if (last.id !== row.id && !hasEnded(last.state))
    return ledger.get(last.id)
  const isFree = row.kind === 'render' || row.kind === 'join'
  if ((row.charged !== 'no' || last.charged !== 'no') && !isFree && !input.isKnowing)
    throw new Fault('may-be-charged-twice', { state: last.state })
  const [job] = await ledger.enqueue([{
    requestId: input.requestId,
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
    retryOf: row.id,
    plan: JSON.parse(row.plan),
  }])
  if (!job)
    throw new Error('The ledger answered without the job')
  return job
}

/** Lost: off the list, and whether it was paid stays unknown for ever. @throws Fault not-found, job-not-there-yet */
export async function giveUp(ledger: Ledger, jobId: JobId): Promise<void> {
  const { state } = await ledger.row(jobId)
  if (moveOf(state, 'lose') === undefined)
    throw new Fault('job-not-there-yet', { state })
  await ledger.move(jobId, 'lose', { charged: 'unknown' })
  await ledger.clear([jobId])
}

function failureKindOf(row: JobRow): string | null {
  return row.failure === null ? null : Failure.parse(JSON.parse(row.failure)).kind
}
