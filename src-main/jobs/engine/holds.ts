/**
 * Holds: until when an account sends nothing, because its service asked to be left alone. A refusal for haste is about the
 * account and not about the job that happened to meet it.
 */
import type { AccountId } from '#contract/words.ts'
import type { JobRow } from '../rows.ts'
import { Failure } from '#contract/jobs.ts'

/** No service is waited for longer at a time, and no job: it would have been asked for by a clock that was set back since. */
export const longestWaitMs = 3_600_000 + 60_000

export interface Holds {
  /** Milliseconds since the epoch; 0 for an account that may send, and for work without one. */
  until: (accountId: AccountId | null) => number
  /** The longest wish counts: a later refusal that asks for less does not cut an earlier one short. */
  hold: (accountId: AccountId | null, until: number, now: number) => void
  /** After a restart: the jobs that were refused, or whose free question was, are still on record with their time. */
  restore: (rows: readonly JobRow[], now: number) => void
  /** The clock was set back: what was asked for before begins anew, rather than lasting as much longer. */
  setBack: (now: number) => void
}

export function createHolds(): Holds {
  const held = new Map<AccountId, { since: number, until: number }>()
  const until: Holds['until'] = accountId => (accountId === null ? undefined : held.get(accountId))?.until ?? 0

  const hold: Holds['hold'] = (accountId, at, now) => {
    if (accountId !== null && at > until(accountId))
      held.set(accountId, { since: now, until: at })
  }

  return {
    until,
    hold,
    restore(rows, now) {
      for (const row of rows) {
        const at = row.wakes_at ?? 0
        if (wasTooHasty(row) && at <= now + longestWaitMs)
          hold(row.account_id, at, now)
      }
    },
    setBack(now) {
      for (const [accountId, { since, until: at }] of held) {
        if (since > now)
          held.set(accountId, { since: now, until: now + at - since })
      }
    },
  }
}

function wasTooHasty({ state, blocked_by, failure }: JobRow): boolean {
  return state === 'blocked' ? blocked_by === 'rate' : failure !== null && Failure.parse(JSON.parse(failure)).kind === 'rate'
}
