/** What the status strip tells of the queue, the most important first. Pure. */
import type { Job, QueueState } from '#contract/jobs.ts'
import type { JobId, ProjectId } from '#contract/words.ts'
import { needsPerson } from '#rules/jobs/attention.ts'
import { progressOf, secondsLeft } from '../../parts/jobs/time-left.ts'
import { groupOf, isPausedAlone } from '../../stores/job-groups.ts'

export type Segment
  = | { readonly is: 'paused', readonly waiting: number }
  /** Jobs that a limit on spending holds back. */
    | { readonly is: 'budget', readonly count: number }
  /** Other jobs that continue only when the user decides. */
    | { readonly is: 'needs', readonly count: number }
  /** A service asked to wait; `until` is when the first of the waits is over. */
    | { readonly is: 'hold', readonly until: number, readonly count: number }
  /** `share` of all renders that run together; `secondsLeft` of the one that takes longest, null where nothing is known. */
    | {
      readonly is: 'rendering'
      readonly jobId: JobId
      readonly projectId: ProjectId | null
      readonly count: number
      readonly share: number
      readonly secondsLeft: number | null
    }
  /** Requests that are under way at a service or wait for their turn. */
    | { readonly is: 'working', readonly jobs: readonly Job[] }
  /** Jobs that were paused by themselves, while the queue continues. */
    | { readonly is: 'jobsPaused', readonly count: number }

const asks = new Set<Job['blockedBy']>(['budget', 'go-ahead'])

export function segmentsOf({ jobs, queue, now }: {
  jobs: readonly Job[]
  queue: Pick<QueueState, 'isPaused' | 'holds'>
  now: number
}): Segment[] {
  const waiting = jobs.filter(job => groupOf(job) === 'waiting')
  const running = jobs.filter(job => groupOf(job) === 'running')
  const held = jobs.filter(job => job.blockedBy === 'budget').length
  // What asks for a go-ahead has its own note.
  const needs = jobs.filter(job => needsPerson(job) && !asks.has(job.blockedBy)).length
  const holds = queue.holds.filter(hold => hold.until > now)
  const renders = running.filter(job => job.kind === 'render')
  const working = [...running, ...queue.isPaused ? [] : waiting.filter(job => job.state === 'queued' && !job.isPaused)]
    .filter(job => job.kind !== 'render')
  const pausedAlone = queue.isPaused ? 0 : waiting.filter(isPausedAlone).length
  const [render] = renders
  return [
    ...queue.isPaused ? [{ is: 'paused', waiting: waiting.length } as const] : [],
    ...held > 0 ? [{ is: 'budget', count: held } as const] : [],
    ...needs > 0 ? [{ is: 'needs', count: needs } as const] : [],
    ...holds.length > 0 ? [{ is: 'hold', until: Math.min(...holds.map(hold => hold.until)), count: holds.length } as const] : [],
    ...render
      ? [{
          is: 'rendering',
          jobId: render.id,
          projectId: renders.every(each => each.projectId === render.projectId) ? render.projectId : null,
          count: renders.length,
          share: renders.reduce((sum, each) => sum + (progressOf(each, now) ?? 0), 0) / renders.length,
          secondsLeft: renders.map(each => secondsLeft(each, now)).reduce((a, b) => a === null || b === null ? null : Math.max(a, b)),
        } as const]
      : [],
    ...working.length > 0 ? [{ is: 'working', jobs: working } as const] : [],
    ...pausedAlone > 0 ? [{ is: 'jobsPaused', count: pausedAlone } as const] : [],
  ]
}

/** How far the studio is, for the window's title and icon: 0 to 1 while something renders, else the number of requests under way. */
export function headlineOf(segments: readonly Segment[]): { share: number } | { count: number } | null {
  for (const segment of segments) {
    if (segment.is === 'rendering')
      return { share: segment.share }
    if (segment.is === 'working')
      return { count: segment.jobs.length }
  }
  return null
}
