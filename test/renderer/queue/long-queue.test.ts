/**
 * With thousands waiting, what a change costs does not grow beyond one short look at each job. What is counted are reads of the jobs'
 * properties, from the news to the rows that are drawn: a time would depend on the machine.
 */
import type { Job } from '#contract/jobs.ts'
import type { JobId, RequestId } from '#contract/words.ts'
import type { QueueItem } from '../../../src-renderer/rooms/queue/queue-groups.ts'
import { expect, it } from 'vitest'
import { createKnownFamilies } from '../../../src-renderer/parts/jobs/known-families.ts'
import { choicesIn, createItems } from '../../../src-renderer/rooms/queue/queue-groups.ts'
import { createJobLists } from '../../../src-renderer/stores/job-lists.ts'
import { idOf, jobOf } from '../../kit/job.ts'

const batchId = idOf(99_999) as RequestId

function openRoom(length: number) {
  let reads = 0
  const counted = (job: Job): Job => new Proxy(job, { get: (target, name, self) => {
    reads++
    return Reflect.get(target, name, self)
  } })
  const [listsAfter, familiesNow, itemsNow] = [createJobLists(), createKnownFamilies(), createItems()]
  let choices: ReturnType<typeof choicesIn> | undefined
  const hear = (jobs: readonly Job[], isWhole = false): QueueItem[] => {
    const { grouped, all } = listsAfter({ isWhole, changed: new Map(jobs.map(job => [job.id, counted(job)])), removed: new Set<JobId>() })
    choices = choicesIn(all, choices)
    return itemsNow(familiesNow([...grouped.unsure, ...grouped.running, ...grouped.waiting, ...grouped.ended]))
  }
  // All of one press have the same time.
  const jobs = Array.from({ length }, (_, index) => jobOf(index + 1, { state: 'queued', createdAt: 1, batchId }))
  hear(jobs, true)
  return {
    jobs,
    change(...changed: Job[]): { reads: number, items: QueueItem[] } {
      reads = 0
      const items = hear(changed)
      return { reads, items }
    },
  }
}

it('a job that ends costs at most four short looks at each of 5,000', () => {
  const { jobs, change } = openRoom(5000)
  const [first, second] = jobs
  const started = change({ ...first!, state: 'preparing' })
  expect(started.items.slice(0, 3).map(item => item.key)).toEqual(['running', first!.id, 'waiting'])
  expect(started.reads / 5000).toBeLessThan(4)
  const ended = change({ ...first!, state: 'done', endedAt: 5 }, { ...second!, state: 'preparing' })
  expect(ended.reads / 5000).toBeLessThan(4)
  expect(ended.items.at(-1)?.key).toBe(first!.id)
  const headings = ended.items.flatMap(item => item.type === 'heading' ? [[item.group, item.count]] : [])
  expect(headings).toEqual([['running', 1], ['waiting', 4998], ['ended', 1]])
})

it('rows that did not change are the same objects, so that they are not drawn again', () => {
  const { jobs, change } = openRoom(50)
  const before = change({ ...jobs[0]!, state: 'preparing' }).items
  const after = change({ ...jobs[0]!, state: 'committed' }).items
  const families = (items: readonly QueueItem[]) => items.filter(item => item.type === 'family')
  expect(families(after).filter((item, at) => item !== families(before)[at])).toHaveLength(1)
})
