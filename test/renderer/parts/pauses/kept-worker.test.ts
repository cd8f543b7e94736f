/** A worker that is ready before it is needed, and stays for the next request. */
import { expect, it, vi } from 'vitest'
import { createKeptWorker } from '../../../../src-renderer/parts/pauses/kept-worker.ts'

/** As much of a worker as is used. */
class WorkerLike extends EventTarget {
  readonly postMessage = vi.fn()
  readonly terminate = vi.fn()

  answer(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }

  fail(): void {
    this.dispatchEvent(Object.assign(new Event('error'), { message: 'out of memory' }))
  }
}

function open() {
  const begun: WorkerLike[] = []
  const kept = createKeptWorker(() => {
    const worker = new WorkerLike()
    begun.push(worker)
    return worker as unknown as Worker
  }, 'warm up')
  const sent = (at: number): unknown[] => begun[at]?.postMessage.mock.calls.flat() ?? []
  return { ...kept, begun, sent }
}

it('is begun once, warms up, and answers one request after the other', async () => {
  const { prepare, ask, begun, sent } = open()
  prepare()
  prepare()
  const first = ask<number>('one')
  begun[0]?.answer('warm')
  await expect.poll(() => sent(0)).toEqual(['warm up', 'one'])
  begun[0]?.answer(1)
  expect(await first).toBe(1)
  const second = ask<number>('two')
  await expect.poll(() => sent(0)).toEqual(['warm up', 'one', 'two'])
  begun[0]?.answer(2)
  expect(await second).toBe(2)
  expect(begun).toHaveLength(1)
  expect(begun[0]?.terminate).not.toHaveBeenCalled()
})

it('has a second one for what comes meanwhile, and keeps one of them', async () => {
  const { ask, begun, sent } = open()
  const both = [ask<number>('one'), ask<number>('two')]
  await expect.poll(() => [sent(0), sent(1)]).toEqual([['one'], ['two']])
  begun[0]?.answer(1)
  begun[1]?.answer(2)
  expect(await Promise.all(both)).toEqual([1, 2])
  expect(begun.map(({ terminate }) => terminate.mock.calls.length)).toEqual([0, 1])
})

it('ends with what is stopped, and another one is begun for the next', async () => {
  const { prepare, ask, begun, sent } = open()
  prepare()
  begun[0]?.answer('warm')
  const stop = new AbortController()
  const stopped = ask<number>('one', stop.signal)
  await expect.poll(() => sent(0)).toEqual(['warm up', 'one'])
  stop.abort()
  await expect(stopped).rejects.toThrow('aborted')
  expect(begun[0]?.terminate).toHaveBeenCalledOnce()
  const next = ask<number>('two')
  await expect.poll(() => sent(1)).toEqual(['two'])
  begun[1]?.answer(2)
  expect(await next).toBe(2)
})

it('is stopped while it warms up', async () => {
  const { prepare, ask, begun } = open()
  prepare()
  const stop = new AbortController()
  const stopped = ask<number>('one', stop.signal)
  stop.abort()
  begun[0]?.answer('warm')
  await expect(stopped).rejects.toThrow('aborted')
  expect(begun[0]?.terminate).toHaveBeenCalled()
  expect(begun).toHaveLength(1)
})

it('that could not be begun is no reason to fail', async () => {
  const { prepare, ask, begun, sent } = open()
  prepare()
  const asked = ask<number>('one')
  begun[0]?.fail()
  await expect.poll(() => sent(1)).toEqual(['one'])
  begun[1]?.answer(1)
  expect(await asked).toBe(1)
})
