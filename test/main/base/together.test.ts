/** Works side by side: the first failure stops all, and none of them runs any more when it is told. */
import { expect, it } from 'vitest'
import { runTogether } from '../../../src-main/base/concurrency.ts'

const later = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 20))

/** Ends a while after it was stopped, as a program does that is killed. */
async function untilStopped(signal: AbortSignal): Promise<never> {
  await new Promise(resolve => signal.addEventListener('abort', resolve))
  await later()
  throw new Error('stopped')
}

it('waits for what continues next to it, and gives what the work came to', async () => {
  let isDone = false
  const result = await runTogether(undefined, async (_, join) => {
    void join(later().then(() => void (isDone = true)))
    return join(Promise.resolve(7))
  })
  expect([result, isDone]).toEqual([7, true])
})

it.each(['beside', 'main', 'outside'] as const)('says what failed first, %s, when all the others have ended', async (failing) => {
  let running = 0
  const counted = <T>(work: Promise<T>): Promise<T> => {
    running++
    return work.finally(() => running--)
  }
  const outside = new AbortController()
  const told = runTogether(outside.signal, async (signal, join) => {
    // Stopped, it has just begun another.
    void join(counted(untilStopped(signal)).finally(() => void join(counted(later()))))
    if (failing === 'beside')
      void join(Promise.reject(new Error('disk full')))
    await later()
    if (failing === 'main')
      throw new Error('disk full')
    if (failing === 'outside')
      outside.abort(new Error('disk full'))
    signal.throwIfAborted()
  })
  await expect(told).rejects.toThrow('disk full')
  expect(running).toBe(0)
})
