/**
 * What requests cost in the service's own credits. The service tells only the balance, after each request: what it fell by is counted for
 * the job whose answer told it. With several requests at once a job may get a part of another's; the sum of an account is right.
 */
import type { JobId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import { z } from 'zod'
import { AccountId, Instant, JobId as JobIdShape } from '#contract/words.ts'
import { sql } from '../storage/sql.ts'
import { defineTable } from '../storage/table.ts'

export const creditsTable = defineTable('credits', z.object({
  job_id: JobIdShape,
  account_id: AccountId,
  at: Instant,
  credits: z.number().min(0),
}))

/** A balance as an answer told it. */
interface Told {
  readonly balance: number
  /** When its request was sent, by whatever counts moments; not by a clock, which may be set back. */
  readonly sentAt: number
}

/** The balance that was known before, and when an answer last came; null for not since the start. */
interface Known { readonly balance: number | null, readonly at: number | null }

/**
 * What the balance fell by, and the balance to continue with. One that rose while another request was under way is an older one that came
 * late, and is left out: otherwise its difference would be counted again by the next. Any other that rose was topped up.
 */
export function compareBalances(known: Known, told: Told): { readonly credits: number, readonly balance: number } {
  if (known.balance === null)
    return { credits: 0, balance: told.balance }
  const isLate = told.balance > known.balance && known.at !== null && known.at >= told.sentAt
  // Parts of credits are decimal fractions, which differences of floating-point numbers miss by a little.
  return isLate
    ? { credits: 0, balance: known.balance }
    : { credits: Math.max(0, Math.round((known.balance - told.balance) * 1e6) / 1e6), balance: told.balance }
}

/** Within the transaction that writes the balance. A job that is sent again adds to its own. */
export async function addCredits(tx: Transaction, use: { jobId: JobId, accountId: AccountId, at: number, credits: number }): Promise<void> {
  await tx.run(sql`
    INSERT INTO credits (job_id, account_id, at, credits) SELECT ${use.jobId}, ${use.accountId}, ${use.at}, ${use.credits}
    WHERE EXISTS (SELECT 1 FROM jobs WHERE id = ${use.jobId})
    ON CONFLICT (job_id) DO UPDATE SET credits = round(credits.credits + excluded.credits, 6)`)
}
