/** Groups jobs that belong together: the parts of a long text under their join, a clip's upload under the speech that needs it. Pure. */
import type { Job } from '#contract/jobs.ts'
import type { JobId, RequestId } from '#contract/words.ts'
import type { JobGroup } from '../../stores/job-groups.ts'
import { hasEnded, isLocal, isPaidAndPending, needsPerson } from '#rules/jobs/attention.ts'
import { replacedTries } from '#rules/jobs/retries.ts'
import { isNotBegun, isTroubled } from '#rules/jobs/state-groups.ts'
import { oldestFirst } from '../../stores/by-age.ts'
import { groupOf } from '../../stores/job-groups.ts'

export interface JobFamily {
  /** The job that the user asked for. */
  readonly head: Job
  /** Its parts, in order; empty for a single job. Of several tries of one part only the one that counts. */
  readonly parts: readonly Job[]
}

/** The first job of a chain of retries that is still on the list. */
function firstTry(job: Job, byId: ReadonlyMap<JobId, Job>): Job {
  let first = job
  for (let before = byId.get(first.retryOf ?? job.id); before && before !== first; before = byId.get(first.retryOf ?? first.id))
    first = before
  return first
}

/** The head among the jobs of one request: the join, or the only one that is no upload. Null when they are equals. */
function headOf(jobs: readonly Job[]): Job | null {
  const join = jobs.find(job => job.kind === 'join')
  if (join)
    return join
  const others = jobs.filter(job => job.kind !== 'upload')
  return others.length === 1 && jobs.length > 1 ? others[0] ?? null : null
}

/** In the order of the heads in the list; every job is in exactly one family, except earlier attempts at a part. */
export function familiesOf(jobs: readonly Job[]): JobFamily[] {
  const byId = new Map(jobs.map(job => [job.id, job]))
  const byRequest = new Map<RequestId, Job[]>()
  for (const job of jobs)
    append(byRequest, job.requestId, job)
  const heads = new Map([...byRequest].flatMap(([requestId, ofRequest]) => {
    const head = headOf(ofRequest)
    return head ? [[requestId, head] as const] : []
  }))
  const tries = new Map<JobId, Job[]>()
  for (const job of jobs) {
    const first = firstTry(job, byId)
    const head = heads.get(first.requestId)
    if (head && first !== head)
      append(tries, first.id, job)
  }
  const retried = new Set(jobs.map(job => job.retryOf))
  const replaced = replacedTries(jobs)
  const isPart = (job: Job): boolean => tries.has(firstTry(job, byId).id)
  return jobs.filter(job => !isPart(job)).map((head) => {
    const first = firstTry(head, byId)
    const parts = heads.get(first.requestId) === first && !retried.has(head.id) // The parts belong to the last attempt at the whole.
      ? (byRequest.get(first.requestId) ?? []).filter(job => job !== first)
      : []
    return { head, parts: parts.map(part => counting(tries.get(part.id) ?? [part], replaced)).toSorted((a, b) => a.kind === b.kind
      ? oldestFirst(firstTry(a, byId), firstTry(b, byId))
      : a.kind === 'upload' ? -1 : 1) }
  })
}

function append<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key)
  if (list)
    list.push(item)
  else
    lists.set(key, [item])
}

function counting(tries: readonly Job[], replaced: ReadonlySet<JobId>): Job {
  return tries.reduce((best, job) => replaced.has(best.id) ? job : best)
}

const urgency: readonly JobGroup[] = ['unsure', 'running', 'waiting', 'ended']

/** A family's group in the queue is that of its most urgent member. A join that waits for its parts is not under way itself. */
export function groupOfFamily({ head, parts }: JobFamily): JobGroup {
  if (groupOf(head) === 'ended')
    return parts.some(part => groupOf(part) === 'unsure') ? 'unsure' : parts.some(part => groupOf(part) !== 'ended') ? 'running' : 'ended'
  const groups = new Set([head, ...parts].map(groupOf))
  return urgency.find(group => groups.has(group)) ?? 'ended'
}

export const isInTrouble = (job: Job): boolean => isTroubled(job.state)

export const membersOf = ({ head, parts }: JobFamily): Job[] => [head, ...parts]

/** It has not begun to leave: pausing and cancelling it costs nothing. */
export function isWaiting(job: Pick<Job, 'state'>): boolean {
  return isNotBegun(job.state) || job.state === 'preparing'
}

/** A pause holds it back. Local work under way stops, and continues later. */
export function mayBePaused(job: Pick<Job, 'state' | 'kind'>): boolean {
  return isWaiting(job) || (isLocal(job) && job.state === 'running')
}

/** Those of a family that a pause is about. */
export function pausableOf(family: JobFamily): Job[] {
  return membersOf(family).filter(mayBePaused)
}

/** Those of a family that have not begun to leave, in the order of the queue: what a move is about. */
export function waitingOf(family: JobFamily): Job[] {
  return membersOf(family).filter(isWaiting).sort((a, b) => a.place - b.place)
}

/** Where a family goes when it is put into the gap before the waiting family of this index: before which job, or null for the end. */
export function beforeJobAt(waiting: readonly JobFamily[], moving: JobFamily, gap: number): JobId | null {
  const next = waiting.slice(gap).find(family => family.head.id !== moving.head.id)
  return next ? waitingOf(next)[0]?.id ?? null : null
}

/** The sections of the queue, in their order. */
export const queueGroups = ['needs', 'paid', 'running', 'waiting', 'ended'] as const
export type QueueGroup = (typeof queueGroups)[number]

/** A family never changes: another one takes its place. */
const knownGroups = new WeakMap<JobFamily, QueueGroup>()

/** Needs the user first, then paid and only polled; otherwise the group of its most urgent member. */
export function queueGroupOf(family: JobFamily): QueueGroup {
  const known = knownGroups.get(family)
  if (known !== undefined)
    return known
  const group = freshGroupOf(family)
  knownGroups.set(family, group)
  return group
}

function freshGroupOf(family: JobFamily): QueueGroup {
  const members = membersOf(family)
  if (members.some(needsPerson))
    return 'needs'
  const open = members.filter(job => !hasEnded(job))
  if (open.length > 0 && open.every(isPaidAndPending))
    return 'paid'
  const group = groupOfFamily(family)
  return group === 'unsure' ? 'needs' : group
}
