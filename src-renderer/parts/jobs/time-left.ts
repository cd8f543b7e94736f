/** How far a job is and how long it still takes: from what it reports, and from how long such work took before. Pure. */
import type { Job } from '#contract/jobs.ts'
import { hasEnded } from '#rules/jobs/attention.ts'
import { isNotBegun } from '#rules/jobs/state-groups.ts'

type Timed = Pick<Job, 'state' | 'progress' | 'startedAt' | 'expectedSeconds'>

/** Below this share the pace that is reported says little about the rest. */
const leastShare = 0.03

function isRunning(job: Timed): boolean {
  return !hasEnded(job) && job.startedAt !== null && !isNotBegun(job.state)
}

/**
 * Seconds left; null where nothing is known. What the job reports of itself counts by the share that is done: at the start the past
 * decides, towards the end its own pace. Zero means longer than expected.
 */
export function secondsLeft(job: Timed, now: number): number | null {
  if (job.startedAt === null || !isRunning(job))
    return null
  const elapsed = Math.max(0, (now - job.startedAt) / 1000)
  const share = job.progress ?? 0
  const byPast = job.expectedSeconds === null ? null : Math.max(0, job.expectedSeconds - elapsed)
  if (share < leastShare || elapsed === 0)
    return byPast
  const byPace = elapsed * (1 - share) / share
  return byPast === null ? byPace : share * byPace + (1 - share) * Math.max(byPast, byPace * share)
}

/** 0 to 1: reported progress, or else an estimate from past jobs that never quite reaches the end. */
export function progressOf(job: Timed, now: number): number | null {
  if (job.progress !== null)
    return job.progress
  if (job.startedAt === null || job.expectedSeconds === null || job.expectedSeconds <= 0 || hasEnded(job))
    return null
  return 0.95 * (1 - Math.exp(-1.5 * Math.max(0, now - job.startedAt) / 1000 / job.expectedSeconds))
}
