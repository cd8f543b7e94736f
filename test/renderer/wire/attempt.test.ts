/** A fault is a value with its data, a bug is `internal`, and nothing else passes. */
import { ORPCError } from '@orpc/client'
import { expect, it } from 'vitest'
import { Fault } from '#contract/faults.ts'
import { attempt, faultOf } from '../../../src-renderer/wire/attempt.ts'

it('gives the value of a successful call', async () => {
  expect(await attempt(Promise.resolve(3))).toEqual({ value: 3 })
})

it('gives a declared fault with its data', async () => {
  const thrown = new ORPCError('no-key', { defined: true, data: { account: 'Mine' } })
  expect(await attempt(Promise.reject(thrown))).toEqual({ fault: { code: 'no-key', data: { account: 'Mine' } } })
})

it('gives a fault of the page itself, such as a lost connection', async () => {
  expect(await attempt(Promise.reject(new Fault('disconnected', {})))).toEqual({ fault: { code: 'disconnected', data: {} } })
})

it('treats a code with invalid data, or an unknown code, as a bug', () => {
  expect(faultOf(new ORPCError('no-key', { data: { nothing: true } })).code).toBe('internal')
  expect(faultOf(new ORPCError('BAD_REQUEST')).code).toBe('internal')
  expect(faultOf(new TypeError('oops')).code).toBe('internal')
})

it('rethrows a cancellation', async () => {
  await expect(attempt(Promise.reject(new DOMException('stop', 'AbortError')))).rejects.toThrow('stop')
})
