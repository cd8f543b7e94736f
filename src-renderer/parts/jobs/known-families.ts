/** The families of a list that changes a little at a time: only those that a change can concern are put together again. */
import type { Job } from '#contract/jobs.ts'
import type { JobId, RequestId } from '#contract/words.ts'
import type { JobFamily } from './job-families.ts'
import { familiesOf } from './job-families.ts'

/** Answers what `familiesOf` would; a family in which nothing changed stays the same object. */
export function createKnownFamilies(): (jobs: readonly Job[]) => JobFamily[] {
  let seen: ReadonlySet<Job> = new Set()
  const byId = new Map<JobId, Job>()
  const byRequest = new Map<RequestId, Set<Job>>()
  const byFirst = new Map<JobId, Set<Job>>()
  const byHead = new Map<Job, JobFamily>()

  /** Jobs of the same request, and attempts at the same work. */
  function related(job: Job): Job[] {
    const before = job.retryOf === null ? undefined : byId.get(job.retryOf)
    return [...byRequest.get(job.requestId) ?? [], ...byFirst.get(job.id) ?? [], ...before ? [before] : []]
  }

  function add(job: Job): void {
    byId.set(job.id, job)
    put(byRequest, job.requestId, job)
    if (job.retryOf !== null)
      put(byFirst, job.retryOf, job)
  }

  function remove(job: Job): void {
    // The next state of the same job may be there already.
    if (byId.get(job.id) === job)
      byId.delete(job.id)
    take(byRequest, job.requestId, job)
    if (job.retryOf !== null)
      take(byFirst, job.retryOf, job)
    byHead.delete(job)
  }

  return (jobs) => {
    const now = new Set(jobs)
    const left = [...seen].filter(job => !now.has(job))
    const arrived = jobs.filter(job => !seen.has(job))
    seen = now
    const touched = new Set<Job>(left.flatMap(related))
    left.forEach(remove)
    arrived.forEach(add)
    arrived.forEach(job => touched.add(job))
    left.forEach(job => touched.delete(job))
    // What is added in the meantime is visited, too.
    for (const job of touched)
      related(job).forEach(each => touched.add(each))
    touched.forEach(job => byHead.delete(job))
    for (const family of familiesOf(touched.size === jobs.length ? jobs : jobs.filter(job => touched.has(job))))
      byHead.set(family.head, family)
    return jobs.flatMap(job => byHead.get(job) ?? [])
  }
}

function put<Key>(sets: Map<Key, Set<Job>>, key: Key, job: Job): void {
  const set = sets.get(key) ?? new Set()
  sets.set(key, set.add(job))
}

function take<Key>(sets: Map<Key, Set<Job>>, key: Key, job: Job): void {
  const set = sets.get(key)
  set?.delete(job)
  if (set?.size === 0)
    sets.delete(key)
}
