/** One link over changing connections: calls before the first connection wait, later ones fail at once. */
import type { ClientContext, ClientLink } from '@orpc/client'
import { expect, it } from 'vitest'
import { isFault } from '#contract/faults.ts'
import { createSwitchedLink } from '../../../src-renderer/wire/switched-link.ts'

const options = { context: {} }
const answering = (answer: unknown): ClientLink<ClientContext> => ({ call: async () => answer })

async function faultOf(promise: Promise<unknown>): Promise<string | undefined> {
  const thrown: unknown = await promise.then(() => undefined, (cause: unknown) => cause)
  return isFault(thrown) ? thrown.code : undefined
}

it('a call before the first connection is answered once it is open', async () => {
  const { link, use } = createSwitchedLink()
  const answer = link.call(['jobs'], {}, options)
  use(answering('all of them'), 'open')
  expect(await answer).toBe('all of them')
})

it('a call on a lost connection fails at once, and works on the next one', async () => {
  const { link, use } = createSwitchedLink()
  use(answering(1), 'open')
  use(null, 'lost')
  expect(await faultOf(link.call([], {}, options))).toBe('disconnected')
  use(answering(2), 'open')
  expect(await link.call([], {}, options)).toBe(2)
})

it('pending calls fail when the connection closes', async () => {
  const { link, use } = createSwitchedLink()
  let hangUp = (_cause: Error): void => {}
  use({ call: () => new Promise((_resolve, reject) => {
    hangUp = reject
  }) }, 'open')
  const waiting = faultOf(link.call([], {}, options))
  await Promise.resolve()
  use(null, 'lost')
  hangUp(new Error('closed'))
  expect(await waiting).toBe('disconnected')
})

it('an unknown page gets an error instead of waiting forever', async () => {
  const { link, use } = createSwitchedLink()
  const waiting = faultOf(link.call([], {}, options))
  use(null, 'refused')
  expect(await waiting).toBe('disconnected')
})

it('waiting for the connection ends with its signal', async () => {
  const { whenOpen } = createSwitchedLink()
  const stop = new AbortController()
  const waiting = whenOpen(stop.signal)
  stop.abort(new Error('room closed'))
  await expect(waiting).rejects.toThrow('room closed')
})
