/** Families of a list that changes are those of the list as it is, and only those that a change can concern are made again. */
import type { Job } from '#contract/jobs.ts'
import type { JobId, RequestId } from '#contract/words.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { JobKind, JobState } from '#contract/jobs.ts'
import { familiesOf } from '../../../../src-renderer/parts/jobs/job-families.ts'
import { createKnownFamilies } from '../../../../src-renderer/parts/jobs/known-families.ts'
import { idOf, jobOf } from '../../../kit/job.ts'

const anyJob = fc.record({
  id: fc.integer({ min: 1, max: 10 }),
  request: fc.integer({ min: 1, max: 4 }),
  kind: fc.constantFrom(...JobKind.options),
  state: fc.constantFrom(...JobState.options),
  // A retry is newer than what it is a retry of.
  back: fc.option(fc.integer({ min: 1, max: 9 })),
}).map(({ id, request, back, ...more }) => jobOf(id, {
  ...more,
  requestId: idOf(request) as RequestId,
  retryOf: back === null || id - back < 1 ? null : idOf(id - back) as JobId,
}))

it('are the same as those that are made again, whatever came, changed and left', () => {
  const anyList = fc.uniqueArray(anyJob, { selector: job => job.id, maxLength: 10 })
  fc.assert(fc.property(fc.array(anyList, { maxLength: 8 }), fc.array(fc.nat(), { maxLength: 8 }), (lists, picks) => {
    const families = createKnownFamilies()
    let jobs: Job[] = []
    for (const [at, list] of lists.entries()) {
      // Some jobs stay the same objects, as they do in the lists of the queue.
      const kept = jobs.filter((_, index) => ((picks[at] ?? 0) >> index) % 2 === 0)
      jobs = [...list.filter(job => !kept.some(each => each.id === job.id)), ...kept].toSorted((a, b) => b.createdAt - a.createdAt)
      expect(families(jobs)).toEqual(familiesOf(jobs))
    }
  }), { numRuns: 500 })
})

it('stay the same objects where nothing changed', () => {
  const families = createKnownFamilies()
  const jobs = [jobOf(3, { requestId: idOf(9) as RequestId, kind: 'join' }), jobOf(2, { requestId: idOf(9) as RequestId }), jobOf(1)]
  const [long, single] = families(jobs)
  const changed = families([jobs[0]!, { ...jobs[1]!, state: 'done' }, jobs[2]!])
  expect(changed[1]).toBe(single)
  expect(changed[0]).not.toBe(long)
})
