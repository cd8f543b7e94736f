/** Recovers at the start what another run of the studio left, by the table in `states.ts`, and lets blocked jobs of an account continue. */
import type { JobKind } from '#contract/jobs.ts'
import type { AccountId } from '#contract/words.ts'
import type { Clock } from '../../base/clock.ts'
import type { AnyKind } from '../kind.ts'
import type { Ledger } from '../ledger-port.ts'
import type { JobRow } from '../rows.ts'
import type { ActiveJobs } from './active-jobs.ts'
import type { Holds } from './holds.ts'
import type { Settlement } from './settle.ts'
import { removeHoldMarker, requestWasNotCompleted } from '../hold-marker.ts'
import { failureOf } from '../rows.ts'
import { recoveryEvents } from '../states.ts'

export async function recoverJobs({ ledger, kinds, holds, settlement, clock }: {
  ledger: Pick<Ledger, 'open' | 'move' | 'bootId'>
  kinds: Readonly<Record<JobKind, AnyKind>>
  holds: Pick<Holds, 'restore'>
  settlement: Pick<Settlement, 'end'>
  clock: Clock
}): Promise<void> {
  const rows = await ledger.open()
  holds.restore(rows, clock.now())
  for (const row of rows.filter(each => each.boot_id !== ledger.bootId)) {
    const event = recoveryEvents[kinds[row.kind]?.nature ?? 'synchronous'][row.state]
    if (event === 'doubt' && await requestWasNotCompleted(row.id)) {
      await ledger.move(row.id, 'requeue')
      removeHoldMarker(row.id)
    }
    else if (event === 'doubt') {
      await settlement.end(row.id, 'doubt', { failure: failureOf('interrupted'), charged: 'unknown' })
    }
    else if (event) {
      await ledger.move(row.id, event)
    }
  }
}

/** What ends these is known elsewhere: a time that the service asked for, an answer of the network, a decision of the user. */
const endsElsewhere: ReadonlySet<NonNullable<JobRow['blocked_by']>> = new Set(['rate', 'offline', 'go-ahead', 'restored'])

/** Something about this account changed, such as its key: its blocked jobs continue, and those that wait try again now. */
export async function unblockAccount(
  accountId: AccountId,
  { ledger, activeJobs }: { ledger: Pick<Ledger, 'open' | 'tryMove' | 'note'>, activeJobs: ActiveJobs },
): Promise<void> {
  for (const row of (await ledger.open()).filter(each => each.account_id === accountId && !activeJobs.has(each.id))) {
    if (row.state === 'blocked' && !(row.blocked_by && endsElsewhere.has(row.blocked_by)))
      await ledger.tryMove(row.id, 'unblock', {}, now => now.blocked_by === row.blocked_by)
    else if (row.wakes_at !== null && row.state !== 'blocked')
      await ledger.note(row.id, { wakesAt: null })
  }
}
