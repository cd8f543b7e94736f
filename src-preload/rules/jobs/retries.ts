/** Of several tries of the same work, the one that says how the work is doing. Pure. */
import type { Job } from '#contract/jobs.ts'
import type { JobId } from '#contract/words.ts'
import { isEndedWithoutResult } from './state-groups.ts'

type Try = Pick<Job, 'id' | 'retryOf' | 'state' | 'charged'>

/**
 * The jobs that another try stands in for. It is the last try that counts; but after one that ended free, an earlier one that may have been
 * charged is as open as before, and counts instead. Main decides what it makes again by the same rule (`wasRetried`).
 */
export function replacedTries(jobs: readonly Try[]): ReadonlySet<JobId> {
  const counting = new Map<JobId, Try>()
  const firstOf = new Map<JobId, JobId>()
  const replaced = new Set<JobId>()
  // A retry is queued after what it repeats, and ids are in the order of time.
  for (const job of jobs.toSorted((a, b) => a.id < b.id ? -1 : 1)) {
    const first = (job.retryOf === null ? undefined : firstOf.get(job.retryOf)) ?? job.id
    firstOf.set(job.id, first)
    const before = counting.get(first)
    if (before?.state === 'unsure' && endedFree(job)) {
      replaced.add(job.id)
      continue
    }
    if (before)
      replaced.add(before.id)
    counting.set(first, job)
  }
  return replaced
}

function endedFree({ state, charged }: Try): boolean {
  return state !== 'unsure' && isEndedWithoutResult(state) && charged === 'no'
}
