/** A refusal is a value with its own data; a bug is `internal`; nothing else gets through. */
import { ORPCError } from '@orpc/client'
import { expect, it } from 'vitest'
import { Fault } from '#contract/faults.ts'
import { attempt, faultOf } from '../../../src-renderer/wire/attempt.ts'

it('gives the value of a call that went well', async () => {
  expect(await attempt(Promise.resolve(3))).toEqual({ value: 3 })
})

it('gives a declared fault with its data', async () => {
  const thrown = new ORPCError('no-key', { defined: true, data: { account: 'Mine' } })
  expect(await attempt(Promise.reject(thrown))).toEqual({ fault: { code: 'no-key', data: { account: 'Mine' } } })
})

it('gives a fault of the page\'s own end, such as a lost wire', async () => {
  expect(await attempt(Promise.reject(new Fault('disconnected', {})))).toEqual({ fault: { code: 'disconnected', data: {} } })
})

it('takes a code with misshapen data, or one that is not ours, for a bug', () => {
  expect(faultOf(new ORPCError('no-key', { data: { nothing: true } })).code).toBe('internal')
  expect(faultOf(new ORPCError('BAD_REQUEST')).code).toBe('internal')
  expect(faultOf(new TypeError('oops')).code).toBe('internal')
})

it('lets a cancelled call stay cancelled', async () => {
  await expect(attempt(Promise.reject(new DOMException('stop', 'AbortError')))).rejects.toThrow('stop')
})
