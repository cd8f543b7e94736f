/**
 * Makes the jobs of a restored ledger harmless. The studio that was copied may still be there and may send what the copy
 * has queued, so nothing of it leaves by itself: what was never sent is held until the person says go, what was sent and
 * not answered is unsure, and what has a task is looked after as ever, since asking and fetching are free.
 */
import type { JobId, TakeId } from '#contract/words.ts'
import type { Ledger } from './ledger.ts'
import type { JobRow } from './rows.ts'
import { failureOf } from './rows.ts'
import { recoveries } from './states.ts'

export interface Held {
  /** Never sent; they wait for the person. */
  readonly held: number
  /** Sent, with no answer on record. */
  readonly unsure: number
  /** Paid for and looked after for free. */
  readonly followed: number
}

/** `takesOf` tells what the restored library already has of a job; `hasAnswer` whether its answer came along. */
export async function holdRestored(ledger: Ledger, ports: { takesOf: (jobId: JobId) => Promise<TakeId[]>, hasAnswer: (jobId: JobId) => Promise<boolean> }): Promise<Held> {
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

async function settle(ledger: Ledger, row: JobRow, { takesOf, hasAnswer }: Parameters<typeof holdRestored>[1]): Promise<keyof Held> {
  const isLocal = row.account_id === null
  if (row.state === 'committed') {
    await ledger.move(row.id, 'doubt', { failure: failureOf('interrupted'), charged: 'unknown' })
    return 'unsure'
  }
  if (['queued', 'preparing', 'sending', 'blocked'].includes(row.state) || (isLocal && row.state === 'running')) {
    await hold(ledger, row, isLocal)
    return 'held'
  }
  // The take was filed between the copy of the ledger and that of the library, and its answer was cleared away.
  const takeIds = row.state === 'verifying' && !await hasAnswer(row.id) ? await takesOf(row.id) : []
  if (takeIds.length > 0)
    await ledger.move(row.id, 'finish', { takeIds, failure: null })
  return 'followed'
}

async function hold(ledger: Ledger, row: JobRow, isLocal: boolean): Promise<void> {
  const back = row.state === 'blocked' ? 'unblock' : recoveries[isLocal ? 'local' : 'asks'][row.state]
  if (back)
    await ledger.move(row.id, back)
  await ledger.move(row.id, 'block', { blockedBy: 'restored', wakesAt: null, failure: null })
}
