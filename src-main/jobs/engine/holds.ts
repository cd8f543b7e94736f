/**
 * Until when requests wait because a service limits the rate. A hold concerns the model that was refused, or the whole account where the
 * service says so; free requests about paid tasks have their own holds. It lasts as long as the refused job waits for it
 * on record, so a restart keeps exactly the holds that there are.
 */
import type { Failure, Hold } from '#contract/jobs.ts'
import type { JobId } from '#contract/words.ts'
import type { Holdable } from '#rules/jobs/holds.ts'
import type { JobRow } from '../rows.ts'
import { Failure as FailureSchema } from '#contract/jobs.ts'
import { coverOf, covers, holdOn } from '#rules/jobs/holds.ts'

/** No hold is longer than this: a later time was written by a clock that has been set back since. */
export const longestHoldMs = 24 * 3_600_000 + 60_000

/** Results of other tasks may be ready: a long wait that one question about a paid task was given is not theirs. */
const longestSharedFreeMs = 60_000

export type HoldableRow = Pick<JobRow, 'id' | 'state' | 'account_id' | 'model_id'>

export interface Holds {
  /** What keeps this job waiting longest; null when it may ask, also because the user wants it tried now. */
  on: (row: HoldableRow, now: number) => Hold | null
  /** The job was refused, or kept from asking: others that ask the same wait as well. */
  put: (row: HoldableRow, until: number, failure: Failure | null, now: number) => void
  /** The job no longer waits. */
  release: (jobId: JobId) => void
  /** Lets this job ask in spite of all holds, until it has an answer. */
  tryOnce: (jobId: JobId) => void
  isTried: (jobId: JobId) => boolean
  /** The jobs whose holds concern this one, itself included. */
  inTheWayOf: (row: HoldableRow) => JobId[]
  /** After a restart: jobs that were rate limited, or whose polling was, still have their time on record. */
  restore: (rows: readonly JobRow[], now: number) => void
  /** The clock was set back: each wait starts again from now instead of lasting longer by the difference. */
  setBack: (now: number) => void
  list: () => Hold[]
  onChange: (listener: () => void) => void
}

export function createHolds(): Holds {
  const held = new Map<JobId, { since: number, hold: Hold }>()
  const tried = new Set<JobId>()
  const listeners = new Set<() => void>()
  const list = (): Hold[] => [...held.values()].map(({ hold }) => hold)
  const changed = (): void => listeners.forEach(listener => listener())

  const put: Holds['put'] = (row, until, failure, now) => {
    if (row.account_id === null)
      return
    const said = failure?.said ?? ''
    held.set(row.id, { since: now, hold: {
      jobId: row.id,
      accountId: row.account_id,
      // A blocked job was refused when it was to be sent.
      covers: coverOf(row),
      modelId: coverOf(row) === 'free' || concernsAccount(said, row) ? null : row.model_id,
      until,
      ...coverOf(row) === 'free' && until > now + longestSharedFreeMs && { othersUntil: now + longestSharedFreeMs },
      said,
    } })
    changed()
  }

  return {
    put,
    list,
    on: (row, now) => tried.has(row.id) ? null : holdOn(asJob(row), list(), now),
    release(jobId) {
      tried.delete(jobId)
      if (held.delete(jobId))
        changed()
    },
    tryOnce: jobId => void tried.add(jobId),
    isTried: jobId => tried.has(jobId),
    inTheWayOf: row => list().filter(hold => covers(hold, asJob(row))).map(hold => hold.jobId),
    restore(rows, now) {
      for (const row of rows) {
        const failure = row.failure === null ? null : FailureSchema.parse(JSON.parse(row.failure))
        const isRefused = row.state === 'blocked' ? row.blocked_by === 'rate' : failure?.kind === 'rate'
        if (isRefused && row.wakes_at !== null && row.wakes_at <= now + longestHoldMs)
          put(row, row.wakes_at, failure, now)
      }
    },
    setBack(now) {
      for (const [jobId, { since, hold }] of held) {
        if (since > now) {
          held.set(jobId, { since: now, hold: {
            ...hold,
            until: now + hold.until - since,
            ...hold.othersUntil !== undefined && { othersUntil: now + hold.othersUntil - since },
          } })
        }
      }
      changed()
    },
    onChange: listener => void listeners.add(listener),
  }
}

function asJob(row: HoldableRow): Holdable {
  return { id: row.id, state: row.state, accountId: row.account_id, modelId: row.model_id }
}

const wholeAccount = /\b(?:accounts?|organi[sz]ation|workspace|tenant|user|api[ _-]?key|all (?:models|requests)|global(?:ly)?)\b/i

/** The service speaks of the account, and not of this model: "Limit reached for m-1 in your organization" is about the model. */
function concernsAccount(said: string, { model_id: modelId }: HoldableRow): boolean {
  const namesModel = modelId !== null && said.toLowerCase().includes(modelId.toLowerCase())
  return modelId === null || (!namesModel && wholeAccount.test(said))
}
