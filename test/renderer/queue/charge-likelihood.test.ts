/** How likely an unsure job was charged: gives its reason, and never says that it certainly was not. */
import type { TakeId } from '#contract/words.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Failure } from '#contract/jobs.ts'
import { chargeLikelihood } from '../../../src-renderer/rooms/queue/charge-likelihood.ts'

function failure(kind: Failure['kind'], status: number | null = null): Failure {
  return { kind, status, said: '', fieldErrors: [], serviceRequestId: null }
}
const lost = { sentAt: 1000, endedAt: 5000, expectedSeconds: null, takeIds: [] }

it('names its reason', () => {
  expect(chargeLikelihood({ ...lost, failure: failure('undecodable') })).toEqual({ likely: 'surely', because: 'answer-arrived' })
  expect(chargeLikelihood({ ...lost, failure: failure('network', 200) })).toEqual({ likely: 'surely', because: 'answer-arrived' })
  expect(chargeLikelihood({ ...lost, failure: failure('server', 502) })).toEqual({ likely: 'perhaps', because: 'service-broke' })
  expect(chargeLikelihood({ ...lost, failure: failure('network') })).toEqual({ likely: 'probably', because: 'whole-request-left' })
  expect(chargeLikelihood({ ...lost, failure: failure('interrupted') })).toEqual({ likely: 'probably', because: 'studio-stopped' })
  expect(chargeLikelihood({ ...lost, takeIds: ['a part' as TakeId], failure: failure('interrupted') })).toEqual({
    likely: 'surely',
    because: 'part-arrived',
  })
})

it('is higher for jobs that ran for the usual time', () => {
  expect(chargeLikelihood({ ...lost, failure: failure('timeout'), expectedSeconds: 3 })).toEqual({
    likely: 'surely',
    because: 'took-long-enough',
  })
  expect(chargeLikelihood({ ...lost, failure: failure('timeout'), expectedSeconds: 30 }).likely).toBe('probably')
  expect(
    chargeLikelihood({ ...lost, failure: failure('interrupted'), expectedSeconds: 3 }).likely,
    'the end of a crash was written later',
  ).toBe('probably')
})

it('has a value for every case', () => {
  const time = fc.option(fc.integer({ min: 0, max: 1e12 }))
  fc.assert(fc.property(fc.option(fc.constantFrom(...Failure.shape.kind.options)), time, time, fc.option(fc.double({
    min: 0,
    max: 1e6,
    noNaN: true,
  })), (kind, sentAt, endedAt, expectedSeconds) => {
    expect(['surely', 'probably', 'perhaps']).toContain(
      chargeLikelihood({ failure: kind && failure(kind), sentAt, endedAt, expectedSeconds, takeIds: [] }).likely,
    )
  }))
})
