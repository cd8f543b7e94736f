/**
 * Makes the jobs of a ledger harmless that may be older than the truth: one that came with a backup, or was put together
 * from a damaged one. What stands in it may have been sent since, or be sent by the studio that was copied, so nothing of
 * it leaves by itself: what was never sent is held until the person says go, what was sent and not answered is unsure, and
 * what has a task is looked after as ever, since asking and fetching are free. What the library has is done.
 */
import type { JobId, TakeId } from '#contract/words.ts'
import type { Ledger } from './ledger.ts'
import type { JobRow } from './rows.ts'
import type { JobEvent } from './states.ts'
import { failureOf } from './rows.ts'
import { recoveryEvents } from './states.ts'

export interface Held {
  /** Never sent, as far as the ledger knows; they wait for the person. */
  readonly held: number
  /** Sent, with no answer on record. */
  readonly unsure: number
  /** Paid for and looked after for free, or found to be done. */
  readonly followed: number
}

export interface HoldPorts {
  /** What the library already has of a job; null when that is nothing. */
  readonly filedOf: (jobId: JobId) => Promise<TakeId[] | null>
  /** Whether an answer, or the beginning of one, lies in the job's folder. */
  readonly hasAnswer: (jobId: JobId) => Promise<boolean>
}

export async function holdRestored(ledger: Ledger, ports: HoldPorts): Promise<Held> {
  const count = { held: 0, unsure: 0, followed: 0 }
  for (const row of await ledger.open())
    count[await settle(ledger, row, ports)] += 1
  return count
}

/** Lets those go that are held, by the person's word. Answers how many. */
export async function releaseRestored(ledger: Ledger, jobIds: readonly JobId[]): Promise<number> {
  const held = (await ledger.open()).filter(row => row.blocked_by === 'restored' && jobIds.includes(row.id))
  for (const row of held)
    await ledger.move(row.id, 'unblock')
  return held.length
}

/** The way from each state, as it stands on record, to the point of no return that the job has surely passed. */
const wayToCommitted: Readonly<Partial<Record<JobRow['state'], readonly JobEvent[]>>> = {
  blocked: ['unblock', 'claim', 'send', 'commit'],
  queued: ['claim', 'send', 'commit'],
  preparing: ['send', 'commit'],
  sending: ['commit'],
  committed: [],
}

async function settle(ledger: Ledger, row: JobRow, { filedOf, hasAnswer }: HoldPorts): Promise<keyof Held> {
  const isLocal = row.account_id === null
  const way = isLocal ? undefined : wayToCommitted[row.state]
  const isAnswered = await hasAnswer(row.id)
  if (way) {
    const filed = isAnswered ? null : await filedOf(row.id)
    if (row.state !== 'committed' && !isAnswered && filed === null) {
      await hold(ledger, row, isLocal)
      return 'held'
    }
    for (const event of way)
      await ledger.move(row.id, event)
    await ledger.move(row.id, 'doubt', { failure: failureOf('interrupted'), charged: 'unknown' })
    if (filed === null)
      return 'unsure'
    await ledger.move(row.id, 'attach', { takeIds: filed, charged: 'yes', failure: null })
    return 'followed'
  }
  if (isLocal && ['queued', 'preparing', 'blocked', 'running'].includes(row.state)) {
    await hold(ledger, row, isLocal)
    return 'held'
  }
  // The take was filed between the copy of the ledger and that of the library, and its answer was cleared away.
  const filed = row.state === 'verifying' && !isAnswered ? await filedOf(row.id) : null
  if (filed !== null)
    await ledger.move(row.id, 'finish', { takeIds: filed, failure: null })
  return 'followed'
}

async function hold(ledger: Ledger, row: JobRow, isLocal: boolean): Promise<void> {
  const back = row.state === 'blocked' ? 'unblock' : recoveryEvents[isLocal ? 'local' : 'asks'][row.state]
  if (back)
    await ledger.move(row.id, back)
  await ledger.move(row.id, 'block', { blockedBy: 'restored', wakesAt: null, failure: null })
}
