/** A long text is one entry in the queue, and a part that needs a decision is never hidden in it. */
import type { Job } from '#contract/jobs.ts'
import type { JobId, RequestId } from '#contract/words.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JobKind, JobState } from '#contract/jobs.ts'
import { familiesOf, groupOfFamily, pausableOf } from '../../../../src-renderer/parts/jobs/job-families.ts'
import { idOf, jobOf } from '../../../kit/job.ts'

function job(id: number, request: number, more: Partial<Job> = {}): Job {
  return jobOf(id, { requestId: idOf(request) as RequestId, ...more })
}

function shape(jobs: readonly Job[]) {
  return familiesOf(jobs).map(({ head, parts }) => [Number(head.id.slice(-12)), parts.map(part => Number(part.id.slice(-12)))])
}

describe('families', () => {
  it('the parts of a long text are listed under their join, the voice upload first', () => {
    expect(shape([job(4, 1, { kind: 'join' }), job(3, 1), job(2, 1), job(1, 1, { kind: 'upload' })])).toEqual([[4, [1, 2, 3]]])
  })

  it('an upload is listed under the speech it is for, and by itself when requested alone', () => {
    expect(shape([job(2, 1), job(1, 1, { kind: 'upload' })])).toEqual([[2, [1]]])
    expect(shape([job(1, 1, { kind: 'upload' })])).toEqual([[1, []]])
  })

  it('images of one batch are separate entries', () => {
    expect(shape([job(1, 1, { kind: 'image' }), job(2, 1, { kind: 'image' })])).toEqual([[1, []], [2, []]])
  })

  it('a retried part replaces the old one, and a retried join keeps the parts', () => {
    const parts = [job(2, 1, { state: 'failed' }), job(3, 1, { state: 'done' })]
    const again = job(5, 9, { retryOf: idOf(2) as JobId })
    expect(shape([job(4, 1, { kind: 'join', state: 'failed' }), again, ...parts])).toEqual([[4, [5, 3]]])
    expect(shape([
      job(6, 8, { kind: 'join', retryOf: idOf(4) as JobId }),
      job(4, 1, { kind: 'join', state: 'failed' }),
      again,
      ...parts,
    ])).toEqual([[6, [5, 3]], [4, []]])
  })

  it('a part that may have been charged is shown again once its retry ended free', () => {
    const unsure = job(2, 1, { state: 'unsure', charged: 'unknown' })
    const again = job(5, 9, { retryOf: idOf(2) as JobId, state: 'cancelled', charged: 'no' })
    expect(shape([job(4, 1, { kind: 'join', state: 'failed' }), again, unsure, job(3, 1, { state: 'done' })])).toEqual([[4, [2, 3]]])
  })

  it('contain every job exactly once', () => {
    const any = fc.array(fc.record({
      request: fc.integer({ min: 1, max: 3 }),
      kind: fc.constantFrom(...JobKind.options),
      state: fc.constantFrom(...JobState.options),
    }), { maxLength: 12 })
    fc.assert(fc.property(any, (all) => {
      const jobs = all.map(({ request, ...more }, index) => job(index + 1, request, more))
      const members = familiesOf(jobs).flatMap(({ head, parts }) => [head, ...parts])
      expect(members.map(one => one.id).toSorted()).toEqual(jobs.map(one => one.id).toSorted())
    }))
  })
})

it('a pause is offered for what has not begun, and for local work that runs; never for what was sent', () => {
  const all = [
    job(1, 1, { kind: 'render', state: 'running' }),
    job(2, 1, { kind: 'render', state: 'verifying' }),
    job(3, 1, { kind: 'video', state: 'running' }),
    job(4, 1, { kind: 'video', state: 'queued' }),
    job(5, 1, { kind: 'render', state: 'done' }),
  ]
  expect(all.flatMap(head => pausableOf({ head, parts: [] }).map(({ id }) => Number(id.slice(-12))))).toEqual([1, 4])
})

describe('the state of a family', () => {
  const join = (state: Job['state'], ...parts: Job['state'][]) => groupOfFamily({
    head: job(9, 1, { kind: 'join', state }),
    parts: parts.map((part, index) => job(index, 1, { state: part })),
  })

  it('is that of its most urgent member', () => {
    expect(join('preparing', 'done', 'unsure')).toBe('unsure')
    expect(join('preparing', 'running', 'queued')).toBe('running')
    expect(join('failed', 'done', 'unsure')).toBe('unsure')
    expect(join('failed', 'done', 'queued')).toBe('running')
    expect(join('done', 'done', 'done')).toBe('ended')
  })
})
