/** Calls for what a page shows: they wait for a lost connection, and ask again when it was lost in the meantime. */
import type { ClientLink } from '@orpc/client'
import type { PageContext } from '../../../src-renderer/wire/wire.ts'
import { expect, it } from 'vitest'
import { Fault } from '#contract/faults.ts'
import { createPatientLink } from '../../../src-renderer/wire/patient-link.ts'
import { createSwitchedLink } from '../../../src-renderer/wire/switched-link.ts'

const options = { context: {} }
const answering = (answer: unknown): ClientLink<PageContext> => ({ call: async () => answer })

it('asked while the connection is lost, it is answered when it is back', async () => {
  const switched = createSwitchedLink()
  switched.use(null, 'lost')
  const answer = createPatientLink(switched).call(['trash', 'list'], {}, options)
  switched.use(answering('all of it'), 'open')
  expect(await answer).toBe('all of it')
})

it('lost before the answer, it is asked again, once for each connection', async () => {
  const switched = createSwitchedLink()
  let asked = 0
  let hangUp = (_cause: Error): void => {}
  const breaking: ClientLink<PageContext> = { call: () => new Promise((_resolve, reject) => {
    asked += 1
    hangUp = reject
  }) }
  switched.use(breaking, 'open')
  const answer = createPatientLink(switched).call(['trash', 'list'], {}, options)
  await expect.poll(() => asked).toBe(1)
  switched.use(null, 'lost')
  hangUp(new Error('closed'))
  switched.use(answering('again'), 'open')
  expect(await answer).toBe('again')
  expect(asked).toBe(1)
})

it('a refusal of the studio is thrown on', async () => {
  const switched = createSwitchedLink()
  switched.use({ call: async () => {
    throw new Fault('not-found', { word: 'take', id: '' })
  } }, 'open')
  await expect(createPatientLink(switched).call(['takes', 'get'], {}, options)).rejects.toMatchObject({ code: 'not-found' })
})

it('who no longer wants it stops waiting', async () => {
  const switched = createSwitchedLink()
  switched.use(null, 'lost')
  const stop = new AbortController()
  const answer = createPatientLink(switched).call(['takes', 'get'], {}, { ...options, signal: stop.signal })
  stop.abort(new Error('closed'))
  await expect(answer).rejects.toThrow('closed')
})
