/** What a card says of a failure: silence only where nothing was heard, and quotes only around what the service said. */
import type { Failure } from '#contract/jobs.ts'
import { describe, expect, it } from 'vitest'
import { Failure as FailureShape } from '#contract/jobs.ts'
import { failureSaid, failureWords } from '../../../../src-renderer/parts/jobs/failure-words.ts'
import { en } from '../../../../src-renderer/texts/en/index.ts'

const failure = (kind: Failure['kind'], said = ''): Failure => ({ kind, status: null, said, fieldErrors: [], serviceRequestId: null })

describe('a failure', () => {
  it.each(FailureShape.shape.kind.options)('%s says its own words and step', (kind) => {
    expect(failureWords({ state: 'failed', failure: failure(kind) }, en)).toBe(en.failures.kinds[kind])
  })

  it('in doubt says what was heard, and to look before deciding', () => {
    expect(failureWords({ state: 'unsure', failure: failure('server') }, en)).toEqual({
      what: en.failures.kinds.server.what,
      todo: en.failures.unsure.todo,
    })
    expect(failureWords({ state: 'unsure', failure: failure('network') }, en)).toEqual(en.failures.unsure)
    expect(failureWords({ state: 'unsure', failure: null }, en)).toEqual(en.failures.unsure)
  })

  it('puts nothing into the mouth of the service that it did not say', () => {
    expect(failureSaid({ state: 'failed', failure: failure('validation', 'No.') }, en)).toBe('The service said: “No.”')
    expect(failureSaid({ state: 'unsure', failure: failure('network', 'The line broke') }, en)).toBe('The line broke')
    expect(failureSaid({ state: 'failed', failure: failure('server') }, en)).toBe('')
    expect(failureSaid({ state: 'unsure', failure: null }, en)).toBe('')
  })
})
