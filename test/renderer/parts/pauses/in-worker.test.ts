/** A worker answers once, after what it tells on the way, and is gone; who stops it gets nothing of it any more. */
import { expect, it, vi } from 'vitest'
import { inWorker } from '../../../../src-renderer/parts/pauses/in-worker.ts'

/** As much of a worker as is used. */
function workerLike() {
  const target = new EventTarget()
  const worker = Object.assign(target, { postMessage: vi.fn(), terminate: vi.fn() })
  return {
    worker: worker as unknown as Worker,
    ...worker,
    answer: (data: unknown) => target.dispatchEvent(new MessageEvent('message', { data })),
    fail: () => target.dispatchEvent(Object.assign(new Event('error'), { message: 'out of memory' })),
  }
}

it('is asked once, and ends with its answer', async () => {
  const { worker, answer, postMessage, terminate } = workerLike()
  const asked = inWorker<number>(() => worker, 'how many')
  expect(postMessage).toHaveBeenCalledExactlyOnceWith('how many')
  expect(terminate).not.toHaveBeenCalled()
  answer(7)
  expect(await asked).toBe(7)
  expect(terminate).toHaveBeenCalledOnce()
})

it('ends at once when it is stopped, and what it still says is not heard', async () => {
  const { worker, answer, terminate } = workerLike()
  const stop = new AbortController()
  const asked = inWorker<number>(() => worker, 'how many', stop.signal)
  stop.abort()
  expect(terminate).toHaveBeenCalledOnce()
  answer(7)
  await expect(asked).rejects.toThrow('aborted')
})

it('tells what it posts before its answer, until it is stopped', async () => {
  const told = vi.fn()
  const one = workerLike()
  const asked = inWorker<number, string>(() => one.worker, 'how many', undefined, told)
  one.answer({ part: 'one' })
  one.answer({ part: 'two' })
  one.answer(2)
  expect(await asked).toBe(2)
  expect(told.mock.calls).toEqual([['one'], ['two']])

  const other = workerLike()
  const stop = new AbortController()
  const stopped = inWorker<number, string>(() => other.worker, 'how many', stop.signal, told)
  stop.abort()
  other.answer({ part: 'three' })
  await expect(stopped).rejects.toThrow('aborted')
  expect(told).toHaveBeenCalledTimes(2)
})

it('is not begun after it was stopped', async () => {
  const create = vi.fn()
  await expect(inWorker(create, 'how many', AbortSignal.abort())).rejects.toThrow('aborted')
  expect(create).not.toHaveBeenCalled()
})

it('says why it failed', async () => {
  const { worker, fail, terminate } = workerLike()
  const asked = inWorker<number>(() => worker, 'how many')
  fail()
  await expect(asked).rejects.toThrow('out of memory')
  expect(terminate).toHaveBeenCalledOnce()
})
