/** Undo and redo of the order and the list of jobs. Neither resumes a job: a paid request leaves only when a person lets it. */
import type { JobId } from '#contract/words.ts'
import type { Keeper } from './journal.ts'
import type { RowChange } from './row-changes.ts'

interface QueueKeeperPorts {
  readonly ledger: { readonly announce: (jobIds: readonly JobId[]) => Promise<void> }
  /** Stops local work under way. */
  readonly engine: { readonly pause: (jobIds: readonly JobId[]) => Promise<void> }
}

/** The key of a job is its id. */
const idsOf = (changes: readonly RowChange[]): JobId[] => changes.map(change => String(change.key[0]) as JobId)

export function createQueueKeeper({ ledger, engine }: QueueKeeperPorts): Keeper {
  return {
    tables: ['jobs'],
    async write(_, changes, write) {
      const wanted = changes.map(withoutResuming).filter(({ after }) => Object.keys(after ?? {}).length > 0)
      await write(wanted)
      return async () => {
        await ledger.announce(idsOf(wanted))
        const paused = wanted.filter(({ after }) => after?.paused_at)
        // Local work that has begun is stopped; a request that has begun to be sent continues.
        if (paused.length > 0)
          await engine.pause(idsOf(paused))
      }
    },
  }
}

function withoutResuming(change: RowChange): RowChange {
  const { paused_at: pausedAt, ...rest } = change.after ?? {}
  return pausedAt === null ? { ...change, after: rest } : change
}
