/** Lists are worked through by several lanes, and a failure ends the work soon and says why. */
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mapConcurrently } from '../../../src-main/base/concurrency.ts'

it('each item is worked on once, never more than so many at a time', async () => {
  await fc.assert(fc.asyncProperty(fc.integer({ min: 1, max: 5 }), fc.array(fc.nat(3), { maxLength: 20 }), async (lanes, items) => {
    let [working, most] = [0, 0]
    const seen: number[] = []
    await mapConcurrently(lanes, [...items.keys()], async (at) => {
      most = Math.max(most, ++working)
      seen.push(at)
      for (let turn = 0; turn <= items[at]!; turn++)
        await Promise.resolve()
      working--
    })
    expect(seen).toEqual([...items.keys()])
    expect(most).toBe(Math.min(lanes, items.length))
  }), { numRuns: 50 })
})

it('after a failure nothing more begins; what had begun ends, and the first failure is told', async () => {
  const ended: string[] = []
  const work = async (item: string): Promise<void> => {
    // The second one fails while the first one works.
    await wait(item === 'slow' ? 50 : 0)
    ended.push(item)
    if (item !== 'fine')
      throw new Error(item)
  }
  await expect(mapConcurrently(2, ['slow', 'quick', 'fine', 'fine'], work)).rejects.toThrow('quick')
  expect(ended).toEqual(['quick', 'slow'])
})
