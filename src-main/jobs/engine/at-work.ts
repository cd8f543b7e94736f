/** The jobs that are worked on now: each with the row it began with, its present row, and how to stop it. */
import type { JobId } from '#contract/words.ts'
import type { JobRow } from '../rows.ts'

export interface JobAtWork {
  /** The row as it stood when the work on it began. */
  readonly first: JobRow
  /** The row after its last move. */
  row: JobRow
  readonly stop: AbortController
  /** The user cancelled it after its request had left: it is not sent again, whatever comes of that. */
  isUnwanted?: boolean
  /** The user gave it up while its result is being filed: it ends so unless that succeeds. */
  isGivenUp?: boolean
  /** Resolves when nobody works on it any more; never rejects. */
  over: Promise<void>
}

export type AtWork = Map<JobId, JobAtWork>

/** Why a job is stopped: the reason of its abort signal. */
export const cancelled = Symbol('cancelled by the person')
/** Only local work: it goes back into the queue, where the pause holds it. */
export const paused = Symbol('paused by the person')
export const closing = Symbol('the studio is closing')
/** Only what has not left: it goes back into the queue, and is prepared as things are now. */
export const again = Symbol('what it was prepared by has changed')
