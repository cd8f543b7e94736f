/**
 * Until when each account sends nothing because its service limits the rate: a 429 concerns the whole account, not only the job that got
 * it.
 */
import type { AccountId } from '#contract/words.ts'
import type { JobRow } from '../rows.ts'
import { Failure } from '#contract/jobs.ts'

/** No wait is longer than this: a later time was written by a clock that has been set back since. */
export const longestWaitMs = 3_600_000 + 60_000

export interface Holds {
  /** Milliseconds since the epoch; 0 for an account that may send, and for work without one. */
  until: (accountId: AccountId | null) => number
  /** The latest time counts: a later refusal that asks for a shorter wait does not cut an earlier one short. */
  hold: (accountId: AccountId | null, until: number, now: number) => void
  /** After a restart: jobs that were rate limited, or whose polling was, still have their time on record. */
  restore: (rows: readonly JobRow[], now: number) => void
  /** The clock was set back: each wait starts again from now instead of lasting longer by the difference. */
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
        if (wasRateLimited(row) && at <= now + longestWaitMs)
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

function wasRateLimited({ state, blocked_by, failure }: JobRow): boolean {
  return state === 'blocked' ? blocked_by === 'rate' : failure !== null && Failure.parse(JSON.parse(failure)).kind === 'rate'
}
