/** The queue's sections: which family stands where, what a filter leaves, and the flat list that is drawn. Pure. */
import type { Job, JobKind } from '#contract/jobs.ts'
import type { JobId, ProjectId } from '#contract/words.ts'
import type { JobFamily } from '../../parts/jobs/job-families.ts'
import { hasEnded, isPaidAndPending, needsPerson } from '#rules/jobs/attention.ts'
import { groupOfFamily } from '../../parts/jobs/job-families.ts'

export const QUEUE_GROUPS = ['needs', 'paid', 'running', 'waiting', 'ended'] as const
export type QueueGroup = (typeof QUEUE_GROUPS)[number]

export interface QueueFilter {
  readonly text: string
  readonly kind: JobKind | null
  readonly group: QueueGroup | null
  /** `none` is work outside of every project. */
  readonly project: ProjectId | 'none' | null
}

export type QueueItem
  = | { readonly key: string, readonly type: 'heading', readonly group: QueueGroup, readonly count: number }
    | {
      readonly key: string
      readonly type: 'family'
      readonly group: QueueGroup
      readonly family: JobFamily
      readonly isFirst: boolean
      readonly isLast: boolean
    }

export const membersOf = ({ head, parts }: JobFamily): Job[] => [head, ...parts]

/** Needs the user first, then paid and only polled; otherwise the group of its most urgent member. */
export function queueGroupOf(family: JobFamily): QueueGroup {
  const members = membersOf(family)
  if (members.some(needsPerson))
    return 'needs'
  const open = members.filter(job => !hasEnded(job))
  if (open.length > 0 && open.every(isPaidAndPending))
    return 'paid'
  const group = groupOfFamily(family)
  return group === 'unsure' ? 'needs' : group
}

/** Words are looked for in the title and in what `wordsOf` adds: model, account, project. */
export function matches(family: JobFamily, filter: QueueFilter, wordsOf: (job: Job) => string): boolean {
  const words = filter.text.trim().toLocaleLowerCase().split(/\s+/).filter(word => word !== '')
  return membersOf(family).some((job) => {
    const said = `${job.title} ${wordsOf(job)}`.toLocaleLowerCase()
    return (filter.kind === null || job.kind === filter.kind)
      && (filter.project === null || (job.projectId ?? 'none') === filter.project)
      && words.every(word => said.includes(word))
  }) && (filter.group === null || queueGroupOf(family) === filter.group)
}

/** Sections in their order, each under its heading; empty ones are left out. Families keep the order that they come in. */
export function itemsOf(families: readonly JobFamily[]): QueueItem[] {
  const byGroup = new Map<QueueGroup, JobFamily[]>(QUEUE_GROUPS.map(group => [group, []]))
  for (const family of families)
    byGroup.get(queueGroupOf(family))?.push(family)
  return [...byGroup].flatMap(([group, members]): QueueItem[] => members.length === 0
    ? []
    : [
        { key: group, type: 'heading', group, count: members.length },
        ...members.map((family, index): QueueItem => ({
          key: family.head.id,
          type: 'family',
          group,
          family,
          isFirst: index === 0,
          isLast: index === members.length - 1,
        })),
      ])
}

/** Those of a family that have not begun to leave, in the order of the queue: what a pause, a move and a cancel are about. */
export function waitingOf(family: JobFamily): Job[] {
  return membersOf(family).filter(job => job.state === 'queued'
    || job.state === 'blocked'
    || job.state === 'preparing').sort((a, b) => a.place - b.place)
}

/** Where a family goes when it is put into the gap before the waiting family of this index: before which job, or null for the end. */
export function beforeJobAt(waiting: readonly JobFamily[], moving: JobFamily, gap: number): JobId | null {
  const next = waiting.slice(gap).find(family => family.head.id !== moving.head.id)
  return next ? waitingOf(next)[0]?.id ?? null : null
}
