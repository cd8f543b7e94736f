/** Waits that a service asked for: which jobs they keep waiting. The engine goes by them, and the page shows them. */
import type { Hold, Job } from '#contract/jobs.ts'
import { isAtService } from './state-groups.ts'

export type Holdable = Pick<Job, 'id' | 'state' | 'accountId' | 'modelId'>

/** What a request of this job counts as: `free` requests never wait for a refusal of paid ones, nor the other way round. */
export function coverOf({ state }: Pick<Job, 'state'>): Hold['covers'] {
  return isAtService(state) ? 'free' : 'paid'
}

export function covers(hold: Hold, job: Holdable): boolean {
  return hold.accountId === job.accountId
    && hold.covers === coverOf(job)
    && (hold.modelId === null || hold.modelId === job.modelId)
}

/** What a job shows as its hold: its own when it was refused, else that of another job which keeps it waiting. */
export function holdShown(job: Holdable & Pick<Job, 'blockedBy'>, holds: readonly Hold[], now: number): Hold | null {
  if (job.state === 'blocked')
    return job.blockedBy === 'rate' ? holds.find(hold => hold.jobId === job.id && hold.until > now) ?? null : null
  return job.state === 'queued' || coverOf(job) === 'free' ? holdOn(job, holds, now) : null
}

/** Of the holds that keep this job waiting at this time, the one that ends last; null when there is none. */
export function holdOn(job: Holdable, holds: readonly Hold[], now: number): Hold | null {
  return holds
    .map(hold => hold.jobId === job.id || hold.othersUntil === undefined ? hold : { ...hold, until: hold.othersUntil })
    .filter(hold => hold.until > now && covers(hold, job))
    .reduce<Hold | null>((last, hold) => last !== null && last.until >= hold.until ? last : hold, null)
}
