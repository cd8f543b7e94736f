/** Who looks at what, and work on each event of a feed. */
import { expect, it, vi } from 'vitest'
import { createWatchers, workOnEach } from '../../../src-main/base/watched.ts'

async function* numbers(last: number): AsyncGenerator<number, void, void> {
  for (let number = 1; number <= last; number++)
    yield number
}

it('a key is watched while the events of one of its watchers are read', async () => {
  const watchers = createWatchers<string>()
  const [first, second] = [watchers.during('a', () => numbers(2)), watchers.during('a', () => numbers(5))]
  expect(watchers.has('a')).toBe(false)
  expect((await first.next()).value).toBe(1)
  await second.next()
  expect([watchers.size, [...watchers.keys()]]).toEqual([1, ['a']])
  await second.return()
  expect(watchers.has('a')).toBe(true)
  await first.next()
  expect(await first.next()).toEqual({ done: true, value: undefined })
  expect([watchers.has('a'), watchers.size]).toEqual([false, 0])
})

it('works on one event after another, and tells what failed, unless it was stopped', async () => {
  const stop = new AbortController()
  const failed = vi.fn<(error: unknown) => void>()
  const seen: number[] = []
  const work = async (number: number): Promise<void> => {
    await null
    seen.push(number)
    if (number === 2)
      throw new Error('two')
  }
  await workOnEach(numbers(3), { signal: stop.signal, work, failed })
  expect([seen, failed.mock.calls]).toEqual([[1, 2], [[new Error('two')]]])
  stop.abort()
  await workOnEach(numbers(3), { signal: stop.signal, work, failed })
  expect(failed).toHaveBeenCalledTimes(1)
})
