/** One link over connections that come and go: the first calls wait, later ones are told at once. */
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

it('a call made before the wire is up is answered when it is', async () => {
  const { link, use } = createSwitchedLink()
  const answer = link.call(['jobs'], {}, options)
  use(answering('all of them'), 'open')
  expect(await answer).toBe('all of them')
})

it('a call on a lost wire is refused at once, and works on the next connection', async () => {
  const { link, use } = createSwitchedLink()
  use(answering(1), 'open')
  use(null, 'lost')
  expect(await faultOf(link.call([], {}, options))).toBe('disconnected')
  use(answering(2), 'open')
  expect(await link.call([], {}, options)).toBe(2)
})

it('whatever waits when the wire closes is refused', async () => {
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

it('a page that is not known is told so instead of waiting for ever', async () => {
  const { link, use } = createSwitchedLink()
  const waiting = faultOf(link.call([], {}, options))
  use(null, 'refused')
  expect(await waiting).toBe('disconnected')
})

it('waiting for the wire ends with its signal', async () => {
  const { whenOpen } = createSwitchedLink()
  const stop = new AbortController()
  const waiting = whenOpen(stop.signal)
  stop.abort(new Error('room closed'))
  await expect(waiting).rejects.toThrow('room closed')
})
