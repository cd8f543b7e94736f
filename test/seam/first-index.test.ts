/** One search by halves for all lists in order: the same as to look at each item. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { firstIndex } from '#rules/first-index.ts'

const sorted = fc.array(fc.integer({ min: -20, max: 20 }), { maxLength: 40 }).map(numbers => numbers.toSorted((a, b) => a - b))

it('finds what a search from the front finds, from any place on', () => {
  fc.assert(fc.property(sorted, fc.integer({ min: -25, max: 25 }), fc.nat(40), (numbers, limit, place) => {
    const from = Math.min(place, numbers.length)
    const expected = numbers.findIndex((number, at) => at >= from && number >= limit)
    expect(firstIndex(numbers, number => number < limit, from)).toBe(expected < 0 ? numbers.length : expected)
  }))
})

it('asks few of many', () => {
  let asked = 0
  const isBefore = (number: number): boolean => {
    asked += 1
    return number < 777_777
  }
  expect(firstIndex(Array.from({ length: 1_000_000 }, (_, at) => at), isBefore)).toBe(777_777)
  expect(asked).toBeLessThanOrEqual(20)
})
