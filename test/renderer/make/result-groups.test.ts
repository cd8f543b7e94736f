/** Results of one batch form one group, in whatever order they arrive. */
import type { Job } from '../../../src-preload/contract/jobs.ts'
import type { Take } from '../../../src-preload/contract/takes.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fieldsThatDiffer } from '../../../src-renderer/parts/takes/take-differences.ts'
import { batchesOf, groupTakes } from '../../../src-renderer/rooms/make/results/result-groups.ts'

/** Only the members that grouping reads. */
const job = (id: string, requestId: string): Job => ({ id, requestId }) as unknown as Job
const take = (id: string, jobId: string | null): Take => ({ id, jobId }) as unknown as Take

function shapeOf(takes: Take[], jobs: Job[]) {
  return groupTakes(takes, batchesOf(jobs)).map(group => [group.requestId !== null, group.takes.map(one => one.id)])
}

it('a batch is one group, with single results in between', () => {
  const jobs = [job('1', 'a'), job('2', 'a'), job('3', 'b'), job('4', 'a')]
  expect(shapeOf([take('t4', '4'), take('t3', '3'), take('t2', '2'), take('t0', null), take('t1', '1')], jobs)).toEqual([
    [true, ['t4', 't2', 't1']],
    [false, ['t3', 't0']],
  ])
})

it('takes whose jobs were cleared are shown singly', () => {
  expect(shapeOf([take('t2', '2'), take('t1', '1')], [])).toEqual([[false, ['t2', 't1']]])
})

it('every take is in exactly one group, and no batch in two', () => {
  fc.assert(fc.property(fc.array(fc.record({
    requestId: fc.constantFrom('a', 'b', 'c', 'd'),
    hasJob: fc.boolean(),
  }), { maxLength: 30 }), (made) => {
    const jobs = made.map(({ requestId }, index) => job(`j${index}`, requestId))
    const takes = made.map(({ hasJob }, index) => take(`t${index}`, hasJob ? `j${index}` : null))
    const groups = groupTakes(takes, batchesOf(jobs))
    expect(groups.flatMap(group => group.takes.map(one => one.id)).sort()).toEqual(takes.map(one => one.id).sort())
    const requests = groups.flatMap(group => group.requestId ?? [])
    expect(new Set(requests).size).toBe(requests.length)
    expect(new Set(groups.map(group => group.key)).size).toBe(groups.length)
  }))
})

it('compared takes are labelled with the fields that differ', () => {
  const withFields = (fields: object): Take => ({ request: { fields } }) as unknown as Take
  expect(fieldsThatDiffer([
    withFields({ prompt: 'A gull', seed: 1, images: [{ assetId: 'x' }] }),
    withFields({ prompt: 'A gull', seed: 2, images: [{ assetId: 'y' }] }),
    withFields({ prompt: 'A gull' }),
  ])).toEqual(['seed'])
  expect(fieldsThatDiffer([withFields({ seed: 1 }), { request: null } as unknown as Take])).toEqual(['seed'])
})
