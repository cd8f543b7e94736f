/** Runs of numbers: any list is read as it was written, and one that follows its order is short. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { printRuns, readRuns } from '#rules/search/runs.ts'

it('any list is read as it was written', () => {
  const numbers = fc.array(fc.oneof(fc.nat(), fc.nat(20)), { maxLength: 60 })
  fc.assert(fc.property(numbers, (list) => {
    expect(readRuns(printRuns(list))).toEqual(list)
  }))
})

it('rising and falling numbers are runs; others are on their own', () => {
  expect(printRuns([])).toBe('')
  expect(printRuns([9, 8, 7, 6, 5, 12])).toBe('9-5,12')
  expect(printRuns([1, 2, 3, 2, 1])).toBe('1-3,2-1')
  expect(printRuns([4, 4, 6])).toBe('4,4,6')
  expect(printRuns(Array.from({ length: 100_000 }, (_, at) => 100_000 - at))).toBe('100000-1')
})
