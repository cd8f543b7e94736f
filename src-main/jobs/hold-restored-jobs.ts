/**
 * Holds the jobs of a ledger that may be out of date: one restored from a backup, or recovered from a damaged file. Its jobs
 * may have been sent since, or may be sent by the studio that the backup was made of, so nothing is sent automatically:
 * jobs that were not sent wait for the user, jobs that were sent and not answered become unsure, and jobs with a task
 * are followed as usual, since polling and downloading are free. Jobs whose takes are in the library are done.
 */
import type { JobId, TakeId } from '#contract/words.ts'
import type { Ledger } from './ledger-port.ts'
import type { JobRow } from './rows.ts'
import type { JobEvent } from './states.ts'
import { isBeforeSent } from '#rules/jobs/state-groups.ts'
import { failureOf } from './rows.ts'
import { recoveryEvents } from './states.ts'

export interface RestoredJobCounts {
  /** Not sent, as far as the ledger knows; they wait for the user. */
  readonly held: number
  /** Sent, with no answer on record. */
  readonly unsure: number
  /** Paid for and followed for free, or found to be done. */
  readonly followed: number
}

export interface RestoredJobPorts {
  /** The takes of a job that the library already has; null when there are none. */
  readonly filedOf: (jobId: JobId) => Promise<TakeId[] | null>
  /** Whether the job's folder has an answer, or the beginning of one. */
  readonly hasAnswer: (jobId: JobId) => Promise<boolean>
}

export async function holdRestoredJobs(ledger: Ledger, ports: RestoredJobPorts): Promise<RestoredJobCounts> {
  const count = { held: 0, unsure: 0, followed: 0 }
  for (const row of await ledger.open())
    count[await settle(ledger, row, ports)] += 1
  return count
}

/** Queues held jobs again, at the user's request. Answers how many. */
export async function releaseRestoredJobs(ledger: Ledger, jobIds: readonly JobId[]): Promise<number> {
  const wanted = new Set(jobIds)
  let released = 0
  for (const row of (await ledger.open()).filter(each => each.blocked_by === 'restored' && wanted.has(each.id))) {
    if (await ledger.tryMove(row.id, 'unblock', {}, now => now.blocked_by === 'restored'))
      released += 1
  }
  return released
}

/** The moves from each recorded state to `committed`, which the job has certainly passed. */
const movesToCommitted: Readonly<Partial<Record<JobRow['state'], readonly JobEvent[]>>> = {
  blocked: ['unblock', 'claim', 'send', 'commit'],
  queued: ['claim', 'send', 'commit'],
  preparing: ['send', 'commit'],
  sending: ['commit'],
  committed: [],
}

async function settle(ledger: Ledger, row: JobRow, { filedOf, hasAnswer }: RestoredJobPorts): Promise<keyof RestoredJobCounts> {
  const isLocal = row.account_id === null
  const toCommitted = isLocal ? undefined : movesToCommitted[row.state]
  const isAnswered = await hasAnswer(row.id)
  if (toCommitted) {
    const filed = isAnswered ? null : await filedOf(row.id)
    if (row.state !== 'committed' && !isAnswered && filed === null) {
      await hold(ledger, row, isLocal)
      return 'held'
    }
    for (const event of toCommitted)
      await ledger.move(row.id, event)
    await ledger.move(row.id, 'doubt', { failure: failureOf('interrupted'), charged: 'unknown' })
    if (filed === null)
      return 'unsure'
    await ledger.move(row.id, 'attach', { takeIds: filed, charged: 'yes', failure: null })
    return 'followed'
  }
  if (isLocal && (isBeforeSent(row.state) || row.state === 'running')) {
    await hold(ledger, row, isLocal)
    return 'held'
  }
  // The take was filed after the ledger was copied and before the library was, and its answer was deleted.
  const filed = row.state === 'verifying' && !isAnswered ? await filedOf(row.id) : null
  if (filed !== null)
    await ledger.move(row.id, 'finish', { takeIds: filed, failure: null })
  return 'followed'
}

async function hold(ledger: Ledger, row: JobRow, isLocal: boolean): Promise<void> {
  const back = row.state === 'blocked' ? 'unblock' : recoveryEvents[isLocal ? 'local' : 'synchronous'][row.state]
  if (back)
    await ledger.move(row.id, back)
  await ledger.move(row.id, 'block', { blockedBy: 'restored', wakesAt: null, failure: null })
}
