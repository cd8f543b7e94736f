/** The queue's sections: which family is where, what a filter leaves, and the flat list that is drawn. Pure. */
import type { Job, JobKind } from '#contract/jobs.ts'
import type { ProjectId, RequestId } from '#contract/words.ts'
import type { JobFamily, QueueGroup } from '../../parts/jobs/job-families.ts'
import { JobKind as JobKinds } from '#contract/jobs.ts'
import { isServingKind } from '#rules/jobs/kind-groups.ts'
import { membersOf, queueGroupOf, queueGroups } from '../../parts/jobs/job-families.ts'

/** How work ended that brought no result: the filter knows it apart, as the section of what has ended is long. */
export const badEnds = ['failed', 'cancelled'] as const
export type ShownGroup = QueueGroup | (typeof badEnds)[number]
export const shownGroups: readonly ShownGroup[] = [...queueGroups, ...badEnds]

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

export function isEmpty({ text, kind, group, project }: QueueFilter): boolean {
  return text.trim() === '' && kind === null && group === null && project === null
}

/** What can be asked for: of each list the one from before, where it is the same. */
export function choicesIn(
  jobs: readonly Job[],
  before?: { readonly kinds: readonly JobKind[], readonly projectIds: readonly (ProjectId | 'none')[] },
): { readonly kinds: readonly JobKind[], readonly projectIds: readonly (ProjectId | 'none')[] } {
  const kinds = new Set<JobKind>()
  const projectIds = new Set<ProjectId | 'none'>()
  for (const { kind, projectId } of jobs) {
    kinds.add(kind)
    projectIds.add(projectId ?? 'none')
  }
  return {
    kinds: sameOr(before?.kinds, JobKinds.options.filter(kind => kinds.has(kind))),
    projectIds: sameOr(before?.projectIds, [...projectIds]),
  }
}

function sameOr<Item>(before: readonly Item[] | undefined, now: readonly Item[]): readonly Item[] {
  return before?.length === now.length && now.every((item, at) => item === before[at]) ? before : now
}

/** Words are looked for in the title and in what `wordsOf` adds: model, account, project. */
export function matches(family: JobFamily, filter: QueueFilter, wordsOf: (job: Job) => string): boolean {
  const words = filter.text.trim().toLocaleLowerCase().split(/\s+/).filter(word => word !== '')
  return (filter.group === null || isIn(family, filter.group)) && membersOf(family).some(job =>
    (filter.kind === null || job.kind === filter.kind)
    && (filter.project === null || (job.projectId ?? 'none') === filter.project)
    && (words.length === 0 || hasAll(words, `${job.title} ${wordsOf(job)}`.toLocaleLowerCase())))
}

function hasAll(words: readonly string[], said: string): boolean {
  return words.every(word => said.includes(word))
}

/** A family has failed, or was cancelled, when any of its jobs has. */
function isIn(family: JobFamily, group: ShownGroup): boolean {
  return group === 'failed' || group === 'cancelled' ? membersOf(family).some(job => job.state === group) : queueGroupOf(family) === group
}

type FamilyItem = Extract<QueueItem, { type: 'family' }>

/**
 * Sections in their order, each under its heading; empty ones are left out. Families keep the order that they come in. The item of a family
 * that is shown as before stays the same object.
 */
export function createItems(): (families: readonly JobFamily[]) => QueueItem[] {
  const known = new WeakMap<JobFamily, FamilyItem>()

  function itemOf(family: JobFamily, group: QueueGroup, isFirst: boolean, isLast: boolean): FamilyItem {
    const before = known.get(family)
    if (before?.isFirst === isFirst && before.isLast === isLast)
      return before
    const item = { key: family.head.id, type: 'family', group, family, isFirst, isLast } as const
    known.set(family, item)
    return item
  }

  return (families) => {
    const byGroup = new Map<QueueGroup, JobFamily[]>(queueGroups.map(group => [group, []]))
    for (const family of families)
      byGroup.get(queueGroupOf(family))?.push(family)
    const batches = batchesOf(families)
    const items: QueueItem[] = []
    for (const [group, members] of byGroup) {
      if (members.length > 0)
        items.push({ key: group, type: 'heading', group, count: members.length })
      for (const [index, family] of members.entries()) {
        // Most batches have their row soon.
        if (group === 'waiting' && batches.size > 0)
          items.push(...batchBefore(family, batches))
        items.push(itemOf(family, group, index === 0, index === members.length - 1))
      }
    }
    return items
  }
}

/** The row of a batch is before its first family that waits: what is done to a batch concerns those that wait. */
function batchBefore({ head }: JobFamily, batches: Map<RequestId, Job[]>): QueueItem[] {
  const jobs = head.batchId === null ? undefined : batches.get(head.batchId)
  if (head.batchId === null || jobs === undefined)
    return []
  batches.delete(head.batchId)
  return [{ key: `batch ${head.batchId}`, type: 'batch', jobs }]
}

function batchesOf(families: readonly JobFamily[]): Map<RequestId, Job[]> {
  const batches = new Map<RequestId, Job[]>()
  const note = (job: Job): void => {
    const { batchId } = job
    if (batchId === null)
      return
    const batch = batches.get(batchId)
    if (batch)
      batch.push(job)
    else
      batches.set(batchId, [job])
  }
  for (const { head, parts } of families) {
    note(head)
    parts.forEach(note)
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
  const asked = [...kinds].filter(kind => kinds.size === 1 || !isServingKind(kind))
  const places = new Set([...new Set(jobs.map(job => job.projectId))].map(projectName))
  return [asked.map(nameOf).join(', '), ...places.size === 1 ? places : []].filter(word => word !== '').join(' · ')
}
