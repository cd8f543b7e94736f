/** A key that the service refused is not called saved and good. */
import type { Account } from '#contract/accounts.ts'
import type { Failure } from '#contract/jobs.ts'
import { expect, it } from 'vitest'
import { AccountId } from '#contract/words.ts'
import { isKeyRefused } from '../../../../src-renderer/parts/accounts/key-refused.ts'

const id = AccountId.parse('00000000-0000-4000-8000-0000000000a1')
const other = AccountId.parse('00000000-0000-4000-8000-0000000000a2')
const key: Account['key'] = { state: 'ok', last4: '1234', backend: 'test', isPersistent: true, lastSuccessAt: 1_000 }
const account = { id, isPractice: false, key }
const failure = (status: number): Failure => ({ kind: 'auth', status, said: '', fieldErrors: [], serviceRequestId: null })
const job = { accountId: id, blockedBy: null, failure: null, endedAt: null }

it('is refused while a job waits for another key, and after a request of it was refused', () => {
  expect(isKeyRefused(account, [job])).toBe(false)
  expect(isKeyRefused(account, [{ ...job, blockedBy: 'auth' }])).toBe(true)
  expect(isKeyRefused(account, [{ ...job, failure: failure(401), endedAt: 2_000 }])).toBe(true)
})

it('is good again once the service accepted it, and for what others were refused', () => {
  expect(isKeyRefused(account, [{ ...job, failure: failure(401), endedAt: 500 }])).toBe(false)
  expect(isKeyRefused(account, [{ ...job, accountId: other, blockedBy: 'auth' }])).toBe(false)
  expect(isKeyRefused(account, [{ ...job, failure: failure(403), endedAt: 2_000 }]), 'a model that the account may not use').toBe(false)
  expect(isKeyRefused({ ...account, key: { ...key, state: 'absent' } }, [{ ...job, blockedBy: 'auth' }])).toBe(false)
})
