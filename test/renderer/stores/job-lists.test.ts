/** The lists of the queue follow its changes exactly, and what did not change is not worked on again. */
import type { Job } from '#contract/jobs.ts'
import type { JobId } from '#contract/words.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BlockedBy, JobState } from '#contract/jobs.ts'
import { needsPerson } from '#rules/jobs/attention.ts'
import { groupOf, isPausedAlone, isUnderWay } from '../../../src-renderer/stores/job-groups.ts'
import { createJobLists } from '../../../src-renderer/stores/job-lists.ts'
import { idOf, jobOf } from '../../kit/job.ts'

const whole = (jobs: readonly Job[]) => ({ isWhole: true, changed: new Map(jobs.map(job => [job.id, job])), removed: new Set<JobId>() })
function news(jobs: readonly Job[], removed: readonly JobId[] = []) {
  return { isWhole: false, changed: new Map(jobs.map(job => [job.id, job])), removed: new Set(removed) }
}

const anyJob = fc.record({
  id: fc.integer({ min: 1, max: 12 }),
  state: fc.constantFrom(...JobState.options),
  blockedBy: fc.constantFrom(...BlockedBy.options),
  isPaused: fc.boolean(),
  createdAt: fc.integer({ min: 1, max: 3 }),
  endedAt: fc.option(fc.integer({ min: 1, max: 3 })),
  place: fc.integer({ min: 1, max: 3 }),
}).map(({ id, ...more }) => jobOf(id, { ...more, blockedBy: more.state === 'blocked' ? more.blockedBy : null }))
const anyNews = fc.record({
  isWhole: fc.boolean(),
  changed: fc.uniqueArray(anyJob, { selector: job => job.id, maxLength: 6 }),
  removed: fc.array(fc.integer({ min: 1, max: 12 }).map(n => idOf(n) as JobId), { maxLength: 3 }),
})

describe('the lists of the queue', () => {
  it('are after any changes what they would be if they were made again', () => {
    fc.assert(fc.property(fc.array(anyNews, { maxLength: 12 }), (all) => {
      const listsAfter = createJobLists()
      const byId = new Map<JobId, Job>()
      let lists = listsAfter(whole([]))
      for (const { isWhole, changed, removed } of all) {
        const others = removed.filter(id => !changed.some(job => job.id === id))
        if (isWhole)
          byId.clear()
        changed.forEach(job => byId.set(job.id, job))
        others.forEach(id => byId.delete(id))
        lists = listsAfter(isWhole ? whole(changed) : news(changed, others))
      }
      const jobs = [...byId.values()]
      const fresh = createJobLists()(whole(jobs))
      expect(lists).toEqual(fresh)
      expect(lists.all.map(job => job.id)).toEqual(jobs.map(job => job.id).toSorted().toReversed())
      for (const [group, members] of Object.entries(lists.grouped))
        expect(members.map(job => job.id).toSorted()).toEqual(jobs.filter(job => groupOf(job) === group).map(job => job.id).toSorted())
      expect(lists.grouped.waiting.map(job => job.place)).toEqual(lists.grouped.waiting.map(job => job.place).toSorted((a, b) => a - b))
      const underWay = jobs.filter(job => isUnderWay(job) && !needsPerson(job))
      const paused = underWay.filter(isPausedAlone).length
      expect(lists.badge).toEqual({ underWay: underWay.length - paused, paused, needsYou: jobs.filter(needsPerson).length })
    }))
  })

  it('stay the same objects where nothing changed', () => {
    const listsAfter = createJobLists()
    const jobs = [jobOf(1, { state: 'queued' }), jobOf(2, { state: 'queued' }), jobOf(3), jobOf(4, { state: 'done', endedAt: 9 })]
    const before = listsAfter(whole(jobs))
    const after = listsAfter(news([{ ...jobs[2]!, progress: 0.5 }]))
    expect(after.grouped.waiting).toBe(before.grouped.waiting)
    expect(after.grouped.ended).toBe(before.grouped.ended)
    expect(after.badge).toBe(before.badge)
    expect(after.grouped.running).not.toBe(before.grouped.running)
  })
})
