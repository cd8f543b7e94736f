/**
 * The balance of each account, as checks and jobs are told it. Only a job's answer lowers the one that is counted from, and counts what it
 * fell by; a lower one that a check was told is shown until then.
 */
import type { AccountId, JobId } from '#contract/words.ts'
import type { Clock } from '../base/clock.ts'
import type { Database, Transaction } from '../storage/database.ts'
import type { AccountRow } from './account-rows.ts'
import type { Known } from './credits.ts'
import { sql } from '../storage/sql.ts'
import { addCredits, compareBalances } from './credits.ts'

export interface Balances {
  /** The newest balance that is known; null where none is. */
  shown: (row: Pick<AccountRow, 'id' | 'credits_remaining'>) => number | null
  /** The service accepted a request, sent at `sentAt`: with `jobId`, what the balance fell by is counted for that job. */
  record: (accountId: AccountId, told: number | null, of: { readonly sentAt: number, readonly jobId?: JobId }) => Promise<void>
  /** The account has another key from now on, whose balance is another. Requests that are under way say nothing about it. */
  beginAnew: (accountId: AccountId) => void
}

export function createBalances({ db, clock }: { db: Database, clock: Clock }): Balances {
  /** What only a check was told, of balances that fell. */
  const lower = new Map<AccountId, number>()
  /** Since when an account has its key, of those that got another in this run. */
  const keySince = new Map<AccountId, number>()

  async function write(tx: Transaction, accountId: AccountId, told: number, of: { sentAt: number, jobId?: JobId }): Promise<void> {
    const row = await tx.get<Known>(sql`
      SELECT credits_remaining AS balance, last_success_at AS at FROM accounts WHERE id = ${accountId}`)
    const known = row ?? { balance: null, at: null }
    const at = clock.now()
    const { credits, balance } = compareBalances(known, { balance: told, at, sentAt: of.sentAt })
    if (of.jobId === undefined && credits > 0) {
      lower.set(accountId, told)
      return
    }
    if (balance === told)
      lower.delete(accountId)
    if (of.jobId !== undefined)
      await addCredits(tx, { jobId: of.jobId, accountId, at, credits })
    await tx.run(sql`UPDATE accounts SET credits_remaining = ${balance} WHERE id = ${accountId}`)
  }

  return {
    shown: row => lower.get(row.id) ?? row.credits_remaining,
    async record(accountId, told, of) {
      if (of.sentAt < (keySince.get(accountId) ?? 0))
        return
      await db.transaction(async (tx) => {
        if (told !== null)
          await write(tx, accountId, told, of)
        await tx.run(sql`UPDATE accounts SET last_success_at = ${clock.now()} WHERE id = ${accountId}`)
      })
    },
    beginAnew(accountId) {
      lower.delete(accountId)
      keySince.set(accountId, clock.now())
    },
  }
}
