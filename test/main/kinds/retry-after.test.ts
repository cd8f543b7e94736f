/** How long a job waits after `Retry-After`: as long as the service asks, and never shorter than without it. */
import type { PaidWork } from '../../../src-main/kinds/paid.ts'
import { expect, it } from 'vitest'
import { freeWaitMs, resultOf } from '../../../src-main/kinds/paid.ts'
import { retryAfterMs } from '../../../src-main/service/errors.ts'
import { ServiceError } from '../../../src-main/service/service-error.ts'

/** Of a work only these are read. */
function tried(attempts: number): PaidWork<unknown> {
  return { row: { attempts, failure: null }, random: () => 0.5 } as unknown as PaidWork<unknown>
}

it.each([
  ['0', 10, 30_000],
  ['Wed, 31 Dec 2025 23:59:00 GMT', 10, 30_000],
  ['0', 0, 500],
  ['120', 10, 120_000],
  ['2', 0, 2000],
])('%j after %i tries waits %i ms', (header, attempts, waitMs) => {
  const asked = retryAfterMs({ 'retry-after': header }, Date.UTC(2026, 0, 1))
  const error = new ServiceError({ kind: 'rate', status: 429, said: '', charged: 'no', retryAfterMs: asked })
  expect(freeWaitMs(tried(attempts), error)).toBe(waitMs)
  expect(resultOf(tried(attempts), error)).toMatchObject({ blockedBy: 'rate', waitMs: waitMs + 500 })
})

it('a question about what is paid for waits ten minutes at most', () => {
  const error = new ServiceError({ kind: 'rate', status: 429, said: '', charged: 'no', retryAfterMs: 86_400_000 })
  expect(freeWaitMs(tried(0), error)).toBe(600_000)
})
