/** How jobs are, in the four groups of the queue. Pure. */
import type { Job, JobState } from '#contract/jobs.ts'
import type { LineId } from '#contract/words.ts'

export type JobGroup = 'running' | 'waiting' | 'unsure' | 'ended'

const groupOfState: Record<JobState, JobGroup> = {
  queued: 'waiting',
  blocked: 'waiting',
  preparing: 'running',
  sending: 'running',
  committed: 'running',
  accepted: 'running',
  running: 'running',
  downloading: 'running',
  verifying: 'running',
  unsure: 'unsure',
  done: 'ended',
  failed: 'ended',
  cancelled: 'ended',
}

export const groupOf = (job: Job): JobGroup => groupOfState[job.state]
/** Paused by itself: it continues only when the user resumes it. */
export const isPausedAlone = (job: Job): boolean => groupOf(job) === 'waiting' && job.isPaused
export const isUnderWay = (job: Job): boolean => groupOf(job) === 'running' || groupOf(job) === 'waiting'
/** The lines that its take is for. */
export function linesOfJob(job: Job | undefined): LineId[] {
  return [...job?.lineId ? [job.lineId] : [], ...job?.alsoLineIds ?? []]
}
