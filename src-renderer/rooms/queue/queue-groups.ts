/** The queue's sections: which family stands where, what a filter leaves, and the flat list that is drawn. Pure. */
import type { Job, JobKind } from '#contract/jobs.ts'
import type { ProjectId, RequestId } from '#contract/words.ts'
import type { JobFamily, QueueGroup } from '../../parts/jobs/job-families.ts'
import { membersOf, QUEUE_GROUPS, queueGroupOf } from '../../parts/jobs/job-families.ts'

/** How work ended that brought no result: the filter knows it apart, as the section of what has ended is long. */
export const BAD_ENDS = ['failed', 'cancelled'] as const
export type ShownGroup = QueueGroup | (typeof BAD_ENDS)[number]
export const SHOWN_GROUPS: readonly ShownGroup[] = [...QUEUE_GROUPS, ...BAD_ENDS]

export interface QueueFilter {
  readonly text: string
  readonly kind: JobKind | null
  readonly group: ShownGroup | null
  /** `none` is work outside of every project. */
  readonly project: ProjectId | 'none' | null
}

export type QueueItem
  = | { readonly key: string, readonly type: 'heading', readonly group: QueueGroup, readonly count: number }
    | {
      readonly key: string
      readonly type: 'batch'
      /** All that were queued together, in whatever state. */
      readonly jobs: readonly Job[]
    }
    | {
      readonly key: string
      readonly type: 'family'
      readonly group: QueueGroup
      readonly family: JobFamily
      readonly isFirst: boolean
      readonly isLast: boolean
    }

/** Words are looked for in the title and in what `wordsOf` adds: model, account, project. */
export function matches(family: JobFamily, filter: QueueFilter, wordsOf: (job: Job) => string): boolean {
  const words = filter.text.trim().toLocaleLowerCase().split(/\s+/).filter(word => word !== '')
  return membersOf(family).some((job) => {
    const said = `${job.title} ${wordsOf(job)}`.toLocaleLowerCase()
    return (filter.kind === null || job.kind === filter.kind)
      && (filter.project === null || (job.projectId ?? 'none') === filter.project)
      && words.every(word => said.includes(word))
  }) && (filter.group === null || isIn(family, filter.group))
}

/** A family has failed, or was cancelled, when any of its jobs has. */
function isIn(family: JobFamily, group: ShownGroup): boolean {
  return group === 'failed' || group === 'cancelled' ? membersOf(family).some(job => job.state === group) : queueGroupOf(family) === group
}

/** Sections in their order, each under its heading; empty ones are left out. Families keep the order that they come in. */
export function itemsOf(families: readonly JobFamily[]): QueueItem[] {
  const byGroup = new Map<QueueGroup, JobFamily[]>(QUEUE_GROUPS.map(group => [group, []]))
  for (const family of families)
    byGroup.get(queueGroupOf(family))?.push(family)
  const batches = batchesOf(families)
  return [...byGroup].flatMap(([group, members]): QueueItem[] => members.length === 0
    ? []
    : [
        { key: group, type: 'heading', group, count: members.length },
        ...members.flatMap((family, index): QueueItem[] => [
          ...group === 'waiting' ? batchBefore(family, batches) : [],
          {
            key: family.head.id,
            type: 'family',
            group,
            family,
            isFirst: index === 0,
            isLast: index === members.length - 1,
          },
        ]),
      ])
}

/** The row of a batch stands before its first family that waits: what is done to a batch concerns those that wait. */
function batchBefore({ head }: JobFamily, batches: Map<RequestId, Job[]>): QueueItem[] {
  const jobs = head.batchId === null ? undefined : batches.get(head.batchId)
  if (head.batchId === null || jobs === undefined)
    return []
  batches.delete(head.batchId)
  return [{ key: `batch ${head.batchId}`, type: 'batch', jobs }]
}

function batchesOf(families: readonly JobFamily[]): Map<RequestId, Job[]> {
  const batches = new Map<RequestId, Job[]>()
  for (const job of families.flatMap(membersOf)) {
    if (job.batchId === null)
      continue
    const batch = batches.get(job.batchId)
    if (batch)
      batch.push(job)
    else
      batches.set(job.batchId, [job])
  }
  return batches
}

/** What a batch makes, and where: the kinds that a person asked for, and the project if it has one. */
export function batchName(
  jobs: readonly Pick<Job, 'kind' | 'projectId'>[],
  nameOf: (kind: JobKind) => string,
  projectName: (id: ProjectId | null) => string,
): string {
  const kinds = new Set(jobs.map(job => job.kind))
  // A clip is sent, and parts are joined, for the sake of the speech.
  const asked = [...kinds].filter(kind => kinds.size === 1 || (kind !== 'upload' && kind !== 'join'))
  const places = new Set(jobs.map(job => projectName(job.projectId)))
  return [asked.map(nameOf).join(', '), ...places.size === 1 ? places : []].filter(word => word !== '').join(' · ')
}
