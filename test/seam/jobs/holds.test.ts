/** What a job shows as its hold is what keeps it waiting, and nothing else. */
import type { Hold } from '#contract/jobs.ts'
import type { AccountId, JobId, ModelId } from '#contract/words.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { JobState } from '#contract/jobs.ts'
import { covers, holdOn, holdShown } from '#rules/jobs/holds.ts'

const jobId = fc.constantFrom('1', '2', '3').map(id => id as JobId)
const accountId = fc.constantFrom('a', 'b').map(id => id as AccountId)
const modelId = fc.constantFrom('m', 'n').map(id => id as ModelId)
const anyHold: fc.Arbitrary<Hold> = fc.record({
  jobId,
  accountId,
  modelId: fc.option(modelId),
  covers: fc.constantFrom('paid', 'free'),
  until: fc.integer({ min: 0, max: 20 }),
  said: fc.constant(''),
})
const anyJob = fc.record({
  id: jobId,
  accountId,
  modelId,
  state: fc.constantFrom(...JobState.options),
  blockedBy: fc.constantFrom('rate' as const, 'budget' as const),
}).map(job => ({ ...job, blockedBy: job.state === 'blocked' ? job.blockedBy : null }))

it('is the last one of those that cover the job and are not over', () => {
  fc.assert(fc.property(anyJob, fc.array(anyHold), (job, holds) => {
    const standing = holds.filter(hold => hold.until > 10 && covers(hold, job))
    const hold = holdOn(job, holds, 10)
    expect(hold?.until).toBe(standing.length === 0 ? undefined : Math.max(...standing.map(each => each.until)))
    expect(hold === null || covers(hold, job)).toBe(true)
  }))
})

it('is shown for what waits for its service, and never for what has ended, is being sent or waits for something else', () => {
  fc.assert(fc.property(anyJob, fc.array(anyHold), (job, holds) => {
    const shown = holdShown(job, holds, 10)
    if (shown === null)
      return
    expect(['queued', 'blocked', 'accepted', 'running', 'downloading']).toContain(job.state)
    expect(shown.until).toBeGreaterThan(10)
    if (job.state === 'blocked')
      expect([job.blockedBy, shown.jobId]).toEqual(['rate', job.id])
    else
      expect(shown.accountId).toBe(job.accountId)
  }))
})
