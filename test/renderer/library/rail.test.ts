/** The rail of months: every month of the list has its place, in both orders, and names never cover each other. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { markAt, placesOfMonths, railMarks } from '../../../src-renderer/rooms/library/browser/rail.ts'

const months = [
  { year: 2025, month: 11, number: 1 },
  { year: 2026, month: 1, number: 5 },
  { year: 2026, month: 2, number: 8 },
]
const falling = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]

it('a month begins at its first take of the list, and one without takes there is left out', () => {
  const at = (order: readonly number[], isAscending: boolean) =>
    placesOfMonths(order, months, isAscending).map(({ month, place }) => `${month}: ${place}`)
  expect(at(falling, false)).toEqual(['2: 0', '1: 3', '11: 6'])
  expect(at(falling.toReversed(), true)).toEqual(['11: 0', '1: 4', '2: 7'])
  expect(at([9, 2, 1], false), 'none in January').toEqual(['2: 0', '11: 1'])
  expect(at([1, 2, 9], true)).toEqual(['11: 0', '2: 2'])
  expect(at([], false)).toEqual([])
})

it('the other takes of an open stack are passed over: theirs may be any month', () => {
  const order = [10, 9, 2, 8, 1, 5, 4, 3]
  expect(placesOfMonths(order, months, false, number => number <= 2).map(({ month, place }) => `${month}: ${place}`))
    .toEqual(['2: 0', '1: 5', '11: 6'])
})

it('every month is found where reading the whole list finds it', () => {
  const lists = fc.record({
    order: fc.uniqueArray(fc.integer({ min: -3, max: 40 }), { maxLength: 20 }),
    starts: fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 6 }),
    isAscending: fc.boolean(),
    stacked: fc.array(fc.record({ head: fc.nat(19), of: fc.array(fc.integer({ min: 50, max: 60 }), { maxLength: 3 }) }), { maxLength: 3 }),
  })
  fc.assert(fc.property(lists, ({ order, starts, isAscending, stacked }) => {
    const sorted = order.toSorted((a, b) => isAscending ? a - b : b - a)
    const all = starts.toSorted((a, b) => a - b).map((number, at) => ({ year: 2026, month: at + 1, number }))
    const shown = sorted.flatMap((number, at) => [number, ...stacked.filter(({ head }) => head === at).flatMap(({ of }) => of)])
    const monthAt = (number: number): number => {
      const last = all.findLastIndex(each => each.number <= number)
      return last < 0 && !isAscending ? 0 : last
    }
    const read = shown.flatMap((number, place) => number >= 50 ? [] : [{ place, month: monthAt(number) }])
    const expected = read
      .filter(({ month }, at) => month >= 0 && month !== read[at - 1]?.month)
      .map(({ place, month }) => `${month + 1}: ${place}`)
    expect(placesOfMonths(shown, all, isAscending, number => number >= 50).map(({ month, place }) => `${month}: ${place}`))
      .toEqual(expected)
  }))
})

it('the month in sight is the one that began last', () => {
  const places = placesOfMonths(falling, months, false)
  expect([0, 2, 3, 5, 6, 9].map(place => markAt(places, place))).toEqual([0, 0, 1, 1, 2, 2])
})

it('names do not cover each other, and marks follow the list', () => {
  const anyPlaces = fc.uniqueArray(fc.integer({ min: 0, max: 9999 }), { maxLength: 120 })
    .map(list => list.toSorted((a, b) => a - b).map((place, at) => ({ place, year: 2000 + Math.floor(at / 12), month: at % 12 + 1 })))
  fc.assert(fc.property(anyPlaces, fc.integer({ min: 60, max: 1200 }), (places, pixels) => {
    const marks = railMarks(places, 10_000, pixels)
    expect(marks.map(mark => mark.place)).toEqual(places.map(({ place }) => place))
    expect(marks.map(mark => mark.top)).toEqual(marks.map(mark => mark.top).toSorted((a, b) => a - b))
    const named = marks.filter(mark => mark.shows !== 'line')
    for (const [at, mark] of named.entries()) {
      expect(mark.top >= 11 && mark.top <= pixels - 11).toBe(true)
      if (at > 0)
        expect(mark.top - named[at - 1]!.top).toBeGreaterThanOrEqual(18)
    }
    if (places.length > 0)
      expect(marks[0]?.shows).toBe('year')
  }))
})
