/** Which jobs wait for a person, and which work, rest or stand still by themselves. Pure. */
import type { BlockedBy, Job } from '#contract/jobs.ts'

/** What passes without anybody's help. Every other obstacle is one that a person removes. */
const passesByItself: ReadonlySet<BlockedBy> = new Set(['rate', 'offline'])
const ended: ReadonlySet<Job['state']> = new Set(['done', 'failed', 'cancelled', 'unsure'])

export function hasEnded(job: Pick<Job, 'state'>): boolean {
  return ended.has(job.state)
}

/** It works or waits, and a stop still reaches it: what has arrived and is being filed is kept whatever one says. */
export function mayBeStopped(job: Pick<Job, 'state'>): boolean {
  return !hasEnded(job) && job.state !== 'verifying'
}

/** Nothing goes on with it until the person decides or does something. */
export function needsPerson(job: Pick<Job, 'state' | 'blockedBy'>): boolean {
  return job.state === 'unsure' || (job.state === 'blocked' && job.blockedBy !== null && !passesByItself.has(job.blockedBy))
}

/** Local work costs nothing but time and can be done again. */
export function isLocal(job: Pick<Job, 'kind'>): boolean {
  return job.kind === 'render' || job.kind === 'join'
}

/** The service took it and named its task, so it is paid; the result is asked after until it is on disk. */
export function isPaidAndPending(job: Pick<Job, 'state' | 'taskId'>): boolean {
  return job.taskId !== null && (job.state === 'accepted' || job.state === 'running' || job.state === 'downloading')
}

/** A result on its way, or work of this machine, that a sleeping machine would break. Asking after a task can wait. */
export function mustStayAwake(job: Pick<Job, 'state' | 'kind'>): boolean {
  return job.state === 'sending' || job.state === 'committed' || job.state === 'downloading' || job.state === 'verifying' || (isLocal(job) && job.state === 'running')
}

/** It goes on by itself, now or when its turn comes. */
export function continuesByItself(job: Pick<Job, 'state' | 'blockedBy' | 'isPaused'>, isQueuePaused: boolean): boolean {
  const hasNotBegun = job.state === 'queued' || job.state === 'blocked'
  return !hasEnded(job) && job.state !== 'blocked' && !(hasNotBegun && (job.isPaused || isQueuePaused))
}
