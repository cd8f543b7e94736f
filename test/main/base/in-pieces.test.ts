/** Long work is done in pieces: with the same result as in one go, and with turns for others between. */
import type { Steps } from '../../../src-main/base/in-pieces.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inPieces, stepsOf } from '../../../src-main/base/in-pieces.ts'
import { atOnce } from '../../kit/at-once.ts'

it('has the same result however it is cut', async () => {
  await fc.assert(fc.asyncProperty(fc.array(fc.integer()), fc.constantFrom(0, 1, 10), async (items, ms) => {
    const work = (item: number, index: number): string => `${index}: ${item * 3}`
    const expected = items.map(work)
    expect(await inPieces(stepsOf(items, work), { ms })).toEqual(expected)
    expect(atOnce(stepsOf(items, work))).toEqual(expected)
  }))
})

it('gives others a turn, and none where nothing takes long', async () => {
  let turns = 0
  let isOver = false
  const count = (): void => {
    turns += 1
    if (!isOver)
      setImmediate(count)
  }
  setImmediate(count)
  await inPieces(stepsOf([1, 2, 3], item => item), { ms: Infinity })
  expect(turns).toBe(0)
  await inPieces(stepsOf(Array.from({ length: 20 }), () => {}), { ms: 0 })
  expect(turns).toBeGreaterThanOrEqual(20)
  isOver = true
})

it('passes on what is thrown, and goes no further', async () => {
  const done: number[] = []
  function* failing(): Steps<void> {
    yield* stepsOf([1, 2, 3], (item) => {
      if (item === 2)
        throw new RangeError('Two')
      done.push(item)
    })
  }
  await expect(inPieces(failing(), { ms: 0 })).rejects.toThrow('Two')
  expect(done).toEqual([1])
})
