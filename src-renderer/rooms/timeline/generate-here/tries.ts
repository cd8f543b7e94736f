/** The tries of one request that were generated for a clip, in the order in which they were asked for. Pure. */
import type { Job } from '#contract/jobs.ts'
import type { TakeId } from '#contract/words.ts'
import { isSeenKind } from '#rules/jobs/kind-groups.ts'
import { replacedTries } from '#rules/jobs/retries.ts'

/** So many can be asked for at once, and chosen by number. */
export const mostTries = 4

export interface Try {
  readonly job: Job
  /** Null while it is not there, and where it failed. */
  readonly takeId: TakeId | null
}

type Asked = Pick<Job, 'kind' | 'requestKey'>

/** What is the same for all tries; null for what is generated alone, such as a line. */
export function triesKeyOf(job: Asked): string | null {
  return isSeenKind(job.kind) ? job.requestKey : null
}

/** Those with this key that are there, on their way, or failed; of one that was tried again, the try that counts. None where there is only one. */
export function triesOf(jobs: readonly Job[], key: string | null): Try[] {
  const all = key === null ? [] : jobs.filter(job => triesKeyOf(job) === key)
  const replaced = replacedTries(all)
  const tries = all
    .filter(job => job.state !== 'cancelled' && !replaced.has(job.id))
    .toSorted((a, b) => a.id < b.id ? -1 : 1)
    .flatMap((job): Try[] => job.takeIds.length === 0 ? [{ job, takeId: null }] : job.takeIds.map(takeId => ({ job, takeId })))
  return tries.length > 1 ? tries : []
}
