/** Which tries are compared in the place of a clip, and in which order. */
import type { Job } from '#contract/jobs.ts'
import type { JobId, TakeId } from '#contract/words.ts'
import { expect, it } from 'vitest'
import { triesKeyOf, triesOf } from '../../../src-renderer/rooms/timeline/generate-here/tries.ts'

function job(id: string, has: Partial<Job> = {}): Job {
  const done = { kind: 'video', state: 'done', requestKey: 'key', takeIds: [`take ${id}` as TakeId], retryOf: null }
  return { id: id as JobId, ...done, ...has } as Job // what is read
}
const ids = (...jobs: Job[]) => triesOf(jobs, 'key').map(({ job: { id }, takeId }) => [id, takeId])

it('tries of the same request are in the order in which they were asked for, whatever comes first', () => {
  const others = [job('d', { requestKey: 'other' }), job('e', { requestKey: null }), job('f', { kind: 'speech' })]
  expect(ids(job('c'), job('a'), ...others, job('b', { state: 'running', takeIds: [] })))
    .toEqual([['a', 'take a'], ['b', null], ['c', 'take c']])
})

it('a cancelled try is none, and of one that was tried again only the last counts', () => {
  const failed = job('a', { state: 'failed', takeIds: [] })
  expect(ids(failed, job('b'), job('c', { state: 'cancelled', takeIds: [] }))).toEqual([['a', null], ['b', 'take b']])
  expect(ids(failed, job('b'), job('d', { retryOf: 'a' as JobId }))).toEqual([['b', 'take b'], ['d', 'take d']])
})

it('one alone has nothing to be compared with, and neither has a line', () => {
  expect(ids(job('a'))).toEqual([])
  expect(triesOf([job('a', { requestKey: null }), job('b', { requestKey: null })], null)).toEqual([])
  expect([triesKeyOf(job('a')), triesKeyOf(job('a', { kind: 'speech' }))]).toEqual(['key', null])
})
