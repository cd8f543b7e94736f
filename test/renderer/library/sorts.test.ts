/** Stepping through the orders of the library. */
import { expect, it } from 'vitest'
import { newestFirst } from '#contract/take-order.ts'
import { nextSort, sortsOffered, turnedSort } from '../../../src-renderer/rooms/library/sorts.ts'

it('each step is the next property as people want it first, and all are reached', () => {
  const steps = (hasWords: boolean, count: number) => Array.from({ length: count })
    .reduce<ReturnType<typeof nextSort>[]>(all => [...all, nextSort(all.at(-1)!, hasWords)], [newestFirst])
    .map(({ by, isAscending }) => `${by} ${isAscending}`)
  expect(steps(false, 5)).toEqual(['time false', 'name true', 'length false', 'size false', 'cost false', 'time false'])
  expect(steps(true, 6)).toEqual(['time false', 'name true', 'length false', 'size false', 'cost false', 'relevance false', 'time false'])
  expect(nextSort({ by: 'relevance', isAscending: false }, false), 'whose words are gone').toEqual(newestFirst)
})

it('what fits best is offered with words alone, and is never turned', () => {
  expect(sortsOffered(false).map(({ by }) => by)).not.toContain('relevance')
  expect(sortsOffered(true)[0]).toEqual({ by: 'relevance', isAscending: false })
  for (const sort of sortsOffered(true))
    expect(sortsOffered(true)).toContainEqual(turnedSort(sort))
  expect(turnedSort(newestFirst)).toEqual({ by: 'time', isAscending: true })
  expect(turnedSort({ by: 'relevance', isAscending: false })).toEqual({ by: 'relevance', isAscending: false })
})
