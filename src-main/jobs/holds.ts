/**
 * Holds: until when an account sends nothing, because its service asked to be left alone. A refusal for haste is about the
 * account and not about the job that happened to meet it.
 */
import type { AccountId } from '#contract/words.ts'
import type { JobRow } from './rows.ts'

export interface Holds {
  /** Milliseconds since the epoch; 0 for an account that may send, and for work without one. */
  until: (accountId: AccountId | null) => number
  /** The longest wish counts: a later refusal that asks for less does not cut an earlier one short. */
  hold: (accountId: AccountId | null, until: number) => void
  /** After a restart: the jobs that were refused are still on record with their time. */
  restore: (rows: readonly JobRow[]) => void
}

export function createHolds(): Holds {
  const heldUntil = new Map<AccountId, number>()
  const until: Holds['until'] = accountId => (accountId === null ? undefined : heldUntil.get(accountId)) ?? 0

  const hold: Holds['hold'] = (accountId, at) => {
    if (accountId !== null)
      heldUntil.set(accountId, Math.max(until(accountId), at))
  }

  return {
    until,
    hold,
    restore(rows) {
      for (const row of rows) {
        if (row.state === 'blocked' && row.blocked_by === 'rate')
          hold(row.account_id, row.wakes_at ?? 0)
      }
    },
  }
}
