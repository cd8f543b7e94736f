/** Failure texts: what was received is shown, and only the service's own words are quoted. */
import type { Failure } from '#contract/jobs.ts'
import type { TakeId } from '#contract/words.ts'
import { describe, expect, it } from 'vitest'
import { Failure as FailureShape } from '#contract/jobs.ts'
import { failureSaid, failureWords } from '../../../../src-renderer/parts/jobs/failure-words.ts'
import { en } from '../../../../src-renderer/texts/en/index.ts'
import { zh } from '../../../../src-renderer/texts/zh/index.ts'

const failure = (kind: Failure['kind'], said = ''): Failure => ({ kind, status: null, said, fieldErrors: [], serviceRequestId: null })

describe('a failure', () => {
  it.each(FailureShape.shape.kind.options)('%s has its own text and next step', (kind) => {
    expect(failureWords({ state: 'failed', takeIds: [], failure: failure(kind) }, en)).toBe(en.failures.kinds[kind])
  })

  it('says what was received of an unsure job, and to check before deciding', () => {
    expect(failureWords({ state: 'unsure', takeIds: [], failure: failure('server') }, en)).toEqual({
      what: en.failures.kinds.server.what,
      todo: en.failures.unsure.todo,
    })
    expect(failureWords({ state: 'unsure', takeIds: [], failure: failure('network') }, en)).toEqual(en.failures.unsure)
    expect(failureWords({ state: 'unsure', takeIds: [], failure: null }, en)).toEqual(en.failures.unsure)
  })

  it.each([en, zh])('says that a part was kept, and what can be done with it', (texts) => {
    const takeIds = ['0199c2d4-7b00-7000-8000-000000000001' as TakeId]
    expect(failureWords({ state: 'unsure', takeIds, failure: failure('network') }, texts)).toBe(texts.failures.partly)
  })

  it('quotes only what the service said', () => {
    expect(failureSaid({ state: 'failed', takeIds: [], failure: failure('validation', 'No.') }, en)).toBe('The service said: “No.”')
    expect(failureSaid({ state: 'unsure', takeIds: [], failure: failure('network', 'The line broke') }, en)).toBe('The line broke')
    expect(failureSaid({ state: 'failed', takeIds: [], failure: failure('server') }, en)).toBe('')
    expect(failureSaid({ state: 'failed', takeIds: [], failure: { ...failure('server'), status: 502 } }, en)).toBe('HTTP 502')
    const moved = failure('redirected', 'https://elsewhere.example')
    expect(failureSaid({ state: 'failed', takeIds: [], failure: moved }, en)).toBe('It redirects to https://elsewhere.example')
    // A gateway answers a time-out in its own words.
    const late = { ...failure('timeout', 'Upstream timed out'), status: 504 }
    expect(failureSaid({ state: 'unsure', takeIds: [], failure: late }, en)).toBe('The service said: “Upstream timed out”')
    expect(failureSaid({ state: 'unsure', takeIds: [], failure: null }, en)).toBe('')
  })
})
