/** Failure texts: what was received is shown, and only the service's own words are quoted. */
import type { Failure } from '#contract/jobs.ts'
import { describe, expect, it } from 'vitest'
import { Failure as FailureShape } from '#contract/jobs.ts'
import { failureSaid, failureWords } from '../../../../src-renderer/parts/jobs/failure-words.ts'
import { en } from '../../../../src-renderer/texts/en/index.ts'

const failure = (kind: Failure['kind'], said = ''): Failure => ({ kind, status: null, said, fieldErrors: [], serviceRequestId: null })

describe('a failure', () => {
  it.each(FailureShape.shape.kind.options)('%s has its own text and next step', (kind) => {
    expect(failureWords({ state: 'failed', failure: failure(kind) }, en)).toBe(en.failures.kinds[kind])
  })

  it('says what was received of an unsure job, and to check before deciding', () => {
    expect(failureWords({ state: 'unsure', failure: failure('server') }, en)).toEqual({
      what: en.failures.kinds.server.what,
      todo: en.failures.unsure.todo,
    })
    expect(failureWords({ state: 'unsure', failure: failure('network') }, en)).toEqual(en.failures.unsure)
    expect(failureWords({ state: 'unsure', failure: null }, en)).toEqual(en.failures.unsure)
  })

  it('quotes only what the service said', () => {
    expect(failureSaid({ state: 'failed', failure: failure('validation', 'No.') }, en)).toBe('The service said: “No.”')
    expect(failureSaid({ state: 'unsure', failure: failure('network', 'The line broke') }, en)).toBe('The line broke')
    expect(failureSaid({ state: 'failed', failure: failure('server') }, en)).toBe('')
    expect(failureSaid({ state: 'unsure', failure: null }, en)).toBe('')
  })
})
