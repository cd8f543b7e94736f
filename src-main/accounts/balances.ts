/**
 * The balance of each account, as checks and jobs are told it. Only a job's answer lowers the one that is counted from, and counts what it
 * fell by; a lower one that a check was told is shown until then.
 */
import type { AccountId, JobId } from '#contract/words.ts'
import type { Clock } from '../base/clock.ts'
import type { Database, Transaction } from '../storage/database.ts'
import type { AccountRow } from './account-rows.ts'
import { sql } from '../storage/sql.ts'
import { addCredits, compareBalances } from './credits.ts'

export interface Balances {
  /** A number for now, greater than each before it: which came first is counted, as the clock of a machine may be set back. */
  moment: () => number
  /** The newest balance that is known; null where none is. */
  shown: (row: Pick<AccountRow, 'id' | 'credits_remaining'>) => number | null
  /** The service accepted a request, sent at the moment `sentAt`: with `jobId`, what the balance fell by is counted for that job. */
  record: (accountId: AccountId, told: number | null, of: { readonly sentAt: number, readonly jobId?: JobId }) => Promise<void>
  /** The account has another key from now on, whose balance is another. Requests that are under way say nothing about it. */
  beginAnew: (accountId: AccountId) => void
}

export function createBalances({ db, clock }: { db: Database, clock: Clock }): Balances {
  /** What only a check was told, of balances that fell. */
  const lower = new Map<AccountId, number>()
  /** Since which moment an account has its key, of those that got another in this run. */
  const keySince = new Map<AccountId, number>()
  /** When an account was last answered, of those that were in this run: no request of another run is under way. */
  const lastAnswer = new Map<AccountId, number>()
  let moments = 0
  const moment = (): number => ++moments

  async function write(tx: Transaction, accountId: AccountId, told: number, of: { sentAt: number, jobId?: JobId }): Promise<void> {
    const row = await tx.get<{ balance: number | null }>(sql`SELECT credits_remaining AS balance FROM accounts WHERE id = ${accountId}`)
    const known = { balance: row?.balance ?? null, at: lastAnswer.get(accountId) ?? null }
    const { credits, balance } = compareBalances(known, { balance: told, sentAt: of.sentAt })
    if (of.jobId === undefined && credits > 0) {
      lower.set(accountId, told)
      return
    }
    if (balance === told)
      lower.delete(accountId)
    if (of.jobId !== undefined)
      await addCredits(tx, { jobId: of.jobId, accountId, at: clock.now(), credits })
    await tx.run(sql`UPDATE accounts SET credits_remaining = ${balance} WHERE id = ${accountId}`)
  }

  return {
    moment,
    shown: row => lower.get(row.id) ?? row.credits_remaining,
    async record(accountId, told, of) {
      if (of.sentAt < (keySince.get(accountId) ?? 0))
        return
      await db.transaction(async (tx) => {
        if (told !== null)
          await write(tx, accountId, told, of)
        await tx.run(sql`UPDATE accounts SET last_success_at = ${clock.now()} WHERE id = ${accountId}`)
        lastAnswer.set(accountId, moment())
      })
    },
    beginAnew(accountId) {
      lower.delete(accountId)
      keySince.set(accountId, moment())
    },
  }
}
