/** Which jobs need the user, and which run or wait by themselves: the page counts them, main notifies about them. */
import type { BlockedBy, Job } from '#contract/jobs.ts'
import { isLocalKind } from './kind-groups.ts'
import { isAtService, isEnded, isEndedWithoutResult, isNotBegun } from './state-groups.ts'

/** Obstacles that pass by themselves. The user must remove every other one. */
const passesByItself: ReadonlySet<BlockedBy> = new Set(['rate', 'offline', 'broken-off'])

export function hasEnded(job: Pick<Job, 'state'>): boolean {
  return isEnded(job.state)
}

/** It runs or waits: every such job can be ended by the user. A result that is being filed at that moment is kept all the same. */
export function mayBeStopped(job: Pick<Job, 'state'>): boolean {
  return !hasEnded(job)
}

/** It ended without its result, which can be looked for again, free of charge and as often as the user likes. */
export function mayLookAgain(job: Pick<Job, 'state' | 'taskId' | 'hasAnswer'>): boolean {
  return isEndedWithoutResult(job.state) && (job.taskId !== null || job.hasAnswer)
}

/** It was or may have been sent, and makes a task at the service whose id is not known, or may be wrong: the user may type it in. */
export function mayNameTask(job: Pick<Job, 'state' | 'kind' | 'charged'>): boolean {
  return job.kind === 'video' && (job.state === 'unsure' || (job.state === 'failed' && job.charged === 'unknown'))
}

/** It does not continue until the user decides or acts. */
export function needsPerson(job: Pick<Job, 'state' | 'blockedBy'>): boolean {
  return job.state === 'unsure' || (job.state === 'blocked' && job.blockedBy !== null && !passesByItself.has(job.blockedBy))
}

/** Local work costs only time and can be repeated. */
export function isLocal(job: Pick<Job, 'kind'>): boolean {
  return isLocalKind(job.kind)
}

/** The service accepted it and gave a task id, so it is paid; it is polled until the result is on disk. */
export function isPaidAndPending(job: Pick<Job, 'state' | 'taskId'>): boolean {
  return job.taskId !== null && isAtService(job.state)
}

/** A transfer or local work that a sleeping machine would break. Polling a task can wait. */
export function mustStayAwake(job: Pick<Job, 'state' | 'kind'>): boolean {
  return job.state === 'sending'
    || job.state === 'committed'
    || job.state === 'downloading'
    || job.state === 'verifying'
    || (isLocal(job) && job.state === 'running')
}

/** It continues by itself, now or when its turn comes. */
export function continuesByItself(job: Pick<Job, 'state' | 'blockedBy' | 'isPaused'>, isQueuePaused: boolean): boolean {
  return !hasEnded(job) && job.state !== 'blocked' && !(isNotBegun(job.state) && (job.isPaused || isQueuePaused))
}
