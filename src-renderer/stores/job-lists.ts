/** The jobs of the queue in their lists, kept up to date change by change: a list in which nothing changed stays the same object. */
import type { Job } from '#contract/jobs.ts'
import type { JobId } from '#contract/words.ts'
import type { JobGroup } from './job-groups.ts'
import type { News } from './mirror.ts'
import type { Order } from './sorted.ts'
import { needsPerson } from '#rules/jobs/attention.ts'
import { newestFirst } from './by-age.ts'
import { groupOf, isPausedAlone, isUnderWay } from './job-groups.ts'
import { replaced } from './sorted.ts'

export interface JobLists {
  /** Newest first. */
  readonly all: readonly Job[]
  readonly grouped: Readonly<Record<JobGroup, readonly Job[]>>
  /** Jobs that continue by themselves, jobs that were paused, and jobs that need the user: the numbers on the rail. */
  readonly badge: Badge
}

export interface Badge { readonly underWay: number, readonly paused: number, readonly needsYou: number }

const orders: Record<JobGroup, Order<Job>> = {
  running: newestFirst,
  // What comes next is first.
  waiting: (a, b) => a.place - b.place || newestFirst(a, b),
  unsure: newestFirst,
  ended: (a, b) => (b.endedAt ?? 0) - (a.endedAt ?? 0) || newestFirst(a, b),
}
const groups = Object.keys(orders) as JobGroup[] // as declared above

const noJobs: JobLists = {
  all: [],
  grouped: { running: [], waiting: [], unsure: [], ended: [] },
  badge: { underWay: 0, paused: 0, needsYou: 0 },
}

/** Answers the lists after each piece of news. */
export function createJobLists(): (news: News<Job, JobId>) => JobLists {
  let byId = new Map<JobId, Job>()
  let lists = noJobs

  return ({ isWhole, changed, removed }) => {
    if (isWhole) {
      byId = new Map()
      lists = noJobs
    }
    const gone = new Set([...removed, ...changed.keys()].flatMap(id => byId.get(id) ?? []))
    const added = [...changed.values()]
    removed.forEach(id => byId.delete(id))
    added.forEach(job => byId.set(job.id, job))
    const goneOf = Map.groupBy(gone, groupOf)
    const addedOf = Map.groupBy(added, groupOf)
    const grouped = Object.fromEntries(groups.map(group => [group, replaced(
      lists.grouped[group],
      { gone: new Set(goneOf.get(group)), added: addedOf.get(group) ?? [] },
      orders[group],
    )])) as Record<JobGroup, readonly Job[]> // of every group
    lists = { all: replaced(lists.all, { gone, added }, newestFirst), grouped, badge: counted(lists.badge, gone, added) }
    return lists
  }
}

function counted(before: Badge, gone: Iterable<Job>, added: Iterable<Job>): Badge {
  const now = { ...before }
  for (const [jobs, by] of [[gone, -1], [added, 1]] as const) {
    for (const job of jobs) {
      if (needsPerson(job))
        now.needsYou += by
      else if (isPausedAlone(job))
        now.paused += by
      else if (isUnderWay(job))
        now.underWay += by
    }
  }
  return now.underWay === before.underWay && now.paused === before.paused && now.needsYou === before.needsYou ? before : now
}
