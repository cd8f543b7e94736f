/** The router over a real MessagePort: calls, feeds, refused messages and cancelled calls. */
import type { MessagePort } from 'node:worker_threads'
import type { CallContext } from '../../src-main/studio/ports.ts'
import type { FakeStudio } from '../kit/fake-studio.ts'
import { setImmediate } from 'node:timers/promises'
import { MessageChannel } from 'node:worker_threads'
import { isDefinedError, ORPCError, safe } from '@orpc/client'
import { isContractProcedure } from '@orpc/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Fault } from '#contract/faults.ts'
import { contract } from '#contract/index.ts'
import { systemClock } from '../../src-main/base/clock.ts'
import { newId } from '../../src-main/base/ids.ts'
import { createLog } from '../../src-main/base/log.ts'
import { answerCalls, createRouter } from '../../src-main/hosts/wire.ts'
import { createFakeStudio, status } from '../kit/fake-studio.ts'
import { clientOverPort } from '../kit/wire-client.ts'

let studio: FakeStudio
let lines: string[]
let ends: MessageChannel
let refusals: number

beforeEach(() => {
  studio = createFakeStudio()
  lines = []
  refusals = 0
  ends = new MessageChannel()
  const log = createLog({ write: line => lines.push(line), clock: systemClock })
  answerCalls(createRouter(studio.handlers, log), channelOf(ends.port1), { origin: 'page' })
})
afterEach(() => ends.port1.close())

function channelOf(port: MessagePort): Parameters<typeof answerCalls>[1] {
  return {
    send: text => port.postMessage(text),
    onMessage: listener => void port.on('message', listener),
    onClose: listener => void port.once('close', listener),
    refuse: () => {
      refusals += 1
    },
  }
}

const client = () => clientOverPort(ends.port2)
const takeId = newId() as Parameters<ReturnType<typeof client>['takes']['get']>[0]['takeId'] // newId returns the format of every id.

describe('calls', () => {
  it('reaches every procedure of the contract, and refuses invalid input before the handler sees it', async () => {
    const names = Object.entries(contract).flatMap(([room, verbs]) => Object.keys(verbs).map(verb => [room, verb] as const))
    expect(names.length).toBeGreaterThan(40)
    // Looked up by name, unlike typed callers.
    const open = client() as unknown as Record<string, Record<string, (input: unknown) => Promise<unknown>>>
    for (const [room, verb] of names) {
      expect(isContractProcedure((contract as unknown as Record<string, Record<string, unknown>>)[room]?.[verb])).toBe(true) // As above.
      const { error } = await safe(open[room]?.[verb]?.('not an object') as Promise<unknown>) // The names come from the contract.
      expect(error, `${room}.${verb}`).toMatchObject({ code: 'BAD_REQUEST', defined: false })
    }
    expect(studio.reached).toEqual([])
    expect(lines).toEqual([])
  })

  it('carries a declared fault as a typed value', async () => {
    studio.answers.set('takes.get', () => Promise.reject(new Fault('not-found', { word: 'take', id: takeId })))
    const { error } = await safe(client().takes.get({ takeId }))
    expect(isDefinedError(error) && error.code === 'not-found' && error.data).toEqual({ word: 'take', id: takeId })
    expect(lines).toEqual([])
  })

  it.each([
    ['a fault that the procedure does not declare', new Fault('no-ffmpeg', { command: 'secret path' })],
    ['a declared fault with data of another shape', new Fault('not-found', { word: 1 } as never)],
    ['a bug', new TypeError('x is not a function')],
  ])('answers %s with a reference, with the details in the log', async (_, thrown) => {
    studio.answers.set('takes.get', () => Promise.reject(thrown))
    const { error } = await safe(client().takes.get({ takeId }))
    const reference = isDefinedError(error) && error.code === 'internal' ? error.data.reference : ''
    expect(reference).toMatch(/^[0-9a-f]{8}$/)
    expect(JSON.stringify(error)).not.toContain('secret path')
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      event: 'call-failed',
      reference,
      procedure: 'takes.get',
      error: expect.stringContaining('wire.test.ts'),
    })
  })

  it('refuses to send an answer that breaks the contract', async () => {
    studio.answers.set('takes.get', () => Promise.resolve({ take: { id: 7 } }))
    const { error } = await safe(client().takes.get({ takeId }))
    expect(error).toMatchObject({ code: 'internal', defined: true })
    expect(lines).toHaveLength(1)
  })

  it('aborts the handler of a cancelled call, and logs nothing', async () => {
    const seen = Promise.withResolvers<AbortSignal>()
    studio.answers.set('takes.get', (_, signal) => {
      seen.resolve(signal)
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    })
    const caller = new AbortController()
    const call = safe(client().takes.get({ takeId }, { signal: caller.signal }))
    const signal = await seen.promise
    caller.abort()
    expect((await call).error?.name).toBe('AbortError')
    await until(() => signal.aborted)
    await setImmediate()
    expect(lines).toEqual([])
  })
})

describe('feeds', () => {
  it('gives the current state, then each change, and ends at its source when the reader leaves', async () => {
    const feed = await client().studio.changes({})
    expect((await feed.next()).value).toEqual(status)
    studio.publish({ ...status, freeBytes: 2 })
    expect((await feed.next()).value).toEqual({ ...status, freeBytes: 2 })
    await feed.return?.(undefined)
  })

  it('ends when the wire closes, even when its source ignores the signal', async () => {
    const closed = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<AbortSignal>()
    studio.answers.set('studio.changes', (_, signal) => {
      asked.resolve(signal)
      return {
        [Symbol.asyncIterator]: () => ({
          // Ignores the signal: its next event never comes.
          next: () => new Promise(() => {}),
          return: async () => {
            closed.resolve()
            return { done: true, value: undefined }
          },
        }),
      }
    })
    const feed = await client().studio.changes({})
    const next = feed.next().catch((error: unknown) => error)
    const signal = await asked.promise
    ends.port2.close()
    await closed.promise
    expect(signal.aborted).toBe(true)
    await next
  })

  it('delivers a declared fault of a feed, and hides a bug behind a reference', async () => {
    studio.answers.set('studio.changes', async function* () {
      throw new Fault('not-found', { word: 'studio', id: '' })
    })
    expect((await safe((await client().studio.changes({})).next())).error).toMatchObject({ code: 'not-found', defined: true })
    studio.answers.set('studio.changes', async function* () {
      yield { ...status, freeBytes: 'many' }
    })
    const { error } = await safe((await client().studio.changes({})).next())
    expect(error instanceof ORPCError && error.code).toBe('internal')
    expect(lines).toHaveLength(1)
  })
})

describe('a call and its cancellation that arrive in one turn', () => {
  const call = (id: string): string => JSON.stringify({ i: id, p: { u: '/studio/changes', b: { json: {} } } })
  const cancel = (id: string): string => JSON.stringify({ i: id, t: 4 })

  /** Passes messages as a socket does that has read several at once. */
  function answerOneTurn(): (text: string) => void {
    let receive: (message: unknown) => void = () => {}
    answerCalls(createRouter(studio.handlers, createLog({ write: line => lines.push(line), clock: systemClock })), {
      send: () => {},
      onMessage: listener => void (receive = listener),
      onClose: () => {},
      refuse: () => {
        refusals += 1
      },
    }, { origin: 'page' })
    return text => receive(text)
  }

  it('ends the call', async () => {
    const signals: AbortSignal[] = []
    studio.answers.set('studio.changes', (_, signal) => {
      signals.push(signal)
      return (async function* () {
        yield status
        await new Promise(resolve => signal.addEventListener('abort', resolve))
      })()
    })
    const receive = answerOneTurn()
    receive(call('a'))
    receive(cancel('a'))
    // Answers in order: whatever happens to the first call has happened when the third has come and gone.
    await until(() => signals.length > 0)
    for (let turn = 0; turn < 20; turn++)
      await setImmediate()
    expect(signals.map(signal => signal.aborted)).toEqual([true])
  })

  it.each([
    ['at once', () => (async function* () {})()],
    ['when it was cancelled already', () => new Promise(resolve => setTimeout(resolve, 1, (async function* () {})()))],
  ])('does not count as open, however often it happens, when the feed opens %s', async (_when, open) => {
    studio.answers.set('studio.changes', open)
    const receive = answerOneTurn()
    for (let turn = 0; turn < 2_100; turn++) {
      receive(call(`c${turn}`))
      receive(cancel(`c${turn}`))
      await setImmediate()
    }
    await until(() => studio.reached.length >= 2_000)
    expect(refusals).toBe(0)
  })
})

describe('messages', () => {
  it('hands the id of a change to its handler', async () => {
    const seen: unknown[] = []
    const note = async (_: unknown, { changeId }: CallContext): Promise<never> => {
      seen.push(changeId)
      throw new Fault('not-found', { word: 'take', id: takeId })
    }
    const own = { ...studio.handlers, takes: { ...studio.handlers.takes, note } }
    const other = new MessageChannel()
    answerCalls(createRouter(own, createLog({ write: () => {}, clock: systemClock })), channelOf(other.port1), { origin: 'page' })
    const answer = Promise.withResolvers<unknown>()
    other.port2.once('message', answer.resolve)
    const id = '00000000-0000-4000-8000-000000000001'
    const body = { json: { takeId, note: 'Loud.' } }
    other.port2.postMessage(JSON.stringify({ i: '1', p: { u: '/takes/note', b: body, h: { 'x-change': id } } }))
    expect(await answer.promise).toContain('not-found')
    expect(seen).toEqual([id])
    other.port1.close()
  })

  it.each([
    ['no JSON', '{'],
    ['JSON of another shape', '[]'],
    ['a call by an address of another server', JSON.stringify({ i: '1', p: { u: 'http://elsewhere/takes/get' } })],
    ['headers', JSON.stringify({ i: '1', p: { u: '/takes/get', h: { 'content-disposition': 'x' } } })],
    ['an id of a change that is none', JSON.stringify({ i: '1', p: { u: '/takes/get', h: { 'x-change': 'x' } } })],
    ['a stream of input', JSON.stringify({ i: '1', t: 3, p: { e: 'message' } })],
    ['bytes', new Uint8Array([1, 2, 3])],
    ['an object', { i: '1', p: { u: '/takes/get', h: {} } }],
  ])('refuses %s without throwing', async (_, message) => {
    ends.port2.postMessage(message)
    await until(() => refusals === 1)
    expect(studio.reached).toEqual([])
    expect((await safe(client().takes.get({ takeId: 'x' as never }))).error).toMatchObject({ code: 'BAD_REQUEST' })
  })

  it.each([
    '/takes/constructor',
    '/__proto__/toString',
    '/constructor',
    '/takes',
    '/takes/gets',
    '/takes/get/x',
  ])('has no procedure at %s', async (u) => {
    const answer = Promise.withResolvers<unknown>()
    ends.port2.once('message', answer.resolve)
    ends.port2.postMessage(JSON.stringify({ i: '1', p: { u, b: { json: {} } } }))
    expect(await answer.promise).toContain('"s":404')
    expect(studio.reached).toEqual([])
  })
})

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo())
    await setImmediate()
}
