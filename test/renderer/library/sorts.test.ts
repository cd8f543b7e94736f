/** Stepping through the orders of the library. */
import { expect, it } from 'vitest'
import { byHand, newestFirst } from '#contract/take-order.ts'
import { nextSort, sortsOffered, turnedSort } from '../../../src-renderer/rooms/library/sorts.ts'

it('each step is the next property as people want it first, and all are reached', () => {
  const steps = (hasWords: boolean, count: number, isCollection = false) => Array.from({ length: count })
    .reduce<ReturnType<typeof nextSort>[]>(all => [...all, nextSort(all.at(-1)!, { hasWords, isCollection })], [newestFirst])
    .map(({ by, isAscending }) => `${by} ${isAscending}`)
  const always = [
    ...['time false', 'name true', 'model true', 'voice true', 'project true', 'tags true'],
    ...['length false', 'size false', 'cost false'],
  ]
  expect(steps(false, 9)).toEqual([...always, 'time false'])
  expect(steps(true, 10)).toEqual([...always, 'relevance false', 'time false'])
  expect(steps(true, 11, true).slice(9)).toEqual(['relevance false', 'hand true', 'time false'])
  const nothing = { hasWords: false, isCollection: false }
  expect(nextSort({ by: 'relevance', isAscending: false }, nothing), 'whose words are gone').toEqual(newestFirst)
  expect(nextSort(byHand, nothing), 'whose collection is gone').toEqual(newestFirst)
})

it('what fits best is offered with words alone, an order by hand in a collection, and neither is ever turned', () => {
  const searched = (hasWords: boolean, isCollection: boolean) => sortsOffered({ hasWords, isCollection })
  expect(searched(false, false).map(({ by }) => by)).not.toContain('relevance')
  expect(searched(true, false).map(({ by }) => by)).not.toContain('hand')
  expect(searched(true, false)[0]).toEqual({ by: 'relevance', isAscending: false })
  expect(searched(true, true).slice(0, 2)).toEqual([byHand, { by: 'relevance', isAscending: false }])
  for (const sort of searched(true, true))
    expect(searched(true, true)).toContainEqual(turnedSort(sort))
  expect(turnedSort(newestFirst)).toEqual({ by: 'time', isAscending: true })
  expect(turnedSort({ by: 'relevance', isAscending: false })).toEqual({ by: 'relevance', isAscending: false })
  expect(turnedSort(byHand)).toEqual(byHand)
})
