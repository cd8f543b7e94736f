/** What belongs together among the results: the pictures of one batch, and its jobs. */
import type { Job } from '#contract/jobs.ts'
import type { Take } from '#contract/takes.ts'
import type { JobId, RequestId } from '#contract/words.ts'

export interface TakeGroup {
  readonly key: string
  /** Null for takes that were made one by one. */
  readonly requestId: RequestId | null
  readonly takes: readonly Take[]
}

/** The jobs that were asked for together, by their request; those asked for alone are left out. */
export function batchesOf(jobs: readonly Job[]): ReadonlyMap<RequestId, readonly Job[]> {
  const byRequest = new Map<RequestId, Job[]>()
  for (const job of jobs) {
    const group = byRequest.get(job.requestId)
    if (group)
      group.push(job)
    else
      byRequest.set(job.requestId, [job])
  }
  return new Map([...byRequest].filter(([, group]) => group.length > 1))
}

/** Takes in groups, in the order of the newest of each; a batch is one group however its takes arrived. */
export function groupTakes(takes: readonly Take[], batches: ReadonlyMap<RequestId, readonly Job[]>): TakeGroup[] {
  const requestOf = new Map<JobId, RequestId>([...batches].flatMap(([requestId, jobs]) => jobs.map(job => [job.id, requestId] as const)))
  const groups: { key: string, requestId: RequestId | null, takes: Take[] }[] = []
  for (const take of takes) {
    const requestId = (take.jobId && requestOf.get(take.jobId)) ?? null
    const home = requestId === null
      ? groups.at(-1)?.requestId === null ? groups.at(-1) : undefined
      : groups.find(group => group.requestId === requestId)
    if (home)
      home.takes.push(take)
    else
      groups.push({ key: requestId ?? take.id, requestId, takes: [take] })
  }
  return groups
}
