/** The jobs in progress: each with the row it began with, its present row, and its abort controller. */
import type { JobId } from '#contract/words.ts'
import type { JobRow } from '../rows.ts'

export interface ActiveJob {
  /** The row when its work began. */
  readonly first: JobRow
  /** The row after its last move. */
  row: JobRow
  readonly stop: AbortController
  /** The user cancelled it after its request had left: it is never sent again. */
  isUnwanted?: boolean
  /** The user gave it up while its result is being filed: it ends as given up unless filing succeeds. */
  isGivenUp?: boolean
  /** Resolves when its work has ended; never rejects. */
  finished: Promise<void>
}

export type ActiveJobs = Map<JobId, ActiveJob>

/** Why a job is stopped: the reason of its abort signal. */
export const cancelled = Symbol('cancelled by the person')
/** Only local work: the job is queued again, and the pause keeps it there. */
export const paused = Symbol('paused by the person')
export const closing = Symbol('the studio is closing')
/** Only requests that have not left: the job is queued again, and prepared with the present settings. */
export const again = Symbol('its settings have changed')
