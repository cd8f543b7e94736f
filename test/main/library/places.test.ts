/** Places of an order by hand: between any two, however often, and short where an order is only added to. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Place, placesBetween } from '../../../src-main/library/places.ts'

const rises = (places: readonly string[]): boolean => places.every((place, at) => at === 0 || (places[at - 1] ?? '') < place)

it('counts up at the end and down at the beginning', () => {
  expect(placesBetween(null, null, 2)).toEqual(['80000001', '80000002'])
  expect(placesBetween('80000002', null, 2)).toEqual(['80000003', '80000004'])
  expect(placesBetween(null, '80000001', 2)).toEqual(['7fffffff', '80000000'])
  expect(placesBetween('80000001', '80000002', 1)).toEqual(['800000018'])
  expect(placesBetween('80000001', '80000005', 1)).toEqual(['80000003'])
  expect(placesBetween('800000018', null, 1)).toEqual(['80000002'])
  expect(placesBetween(null, null, 0)).toEqual([])
})

it('keeps the order of any moves, in which only what is moved gets another place', () => {
  const moves = fc.array(fc.record({ from: fc.nat(), count: fc.integer({ min: 1, max: 5 }), to: fc.nat() }), { maxLength: 60 })
  fc.assert(fc.property(fc.integer({ min: 1, max: 30 }), moves, (size, moved) => {
    let list = placesBetween(null, null, size).map((place, id) => ({ id, place }))
    const ids = list.map(({ id }) => id)
    for (const { from, count, to } of moved) {
      const at = from % list.length
      const taken = list.slice(at, at + count)
      const rest = list.toSpliced(at, count)
      const gap = to % (rest.length + 1)
      const places = placesBetween(rest[gap - 1]?.place ?? null, rest[gap]?.place ?? null, taken.length)
      list = rest.toSpliced(gap, 0, ...taken.map(({ id }, index) => ({ id, place: places[index]! })))
      ids.splice(gap, 0, ...ids.splice(at, count))
      expect(list.every(({ place }) => Place.safeParse(place).success)).toBe(true)
    }
    expect(list.toSorted((a, b) => a.place < b.place ? -1 : 1).map(({ id }) => id)).toEqual(ids)
  }))
})

it('finds a place in the same gap a thousand times, at either side, and at both ends of all numbers', () => {
  let [low, high] = ['80000001', '80000002']
  for (let time = 0; time < 1000; time++) {
    const [place] = placesBetween(low, high, 1)
    expect(place! > low && place! < high).toBe(true)
    if (time % 2 === 0)
      low = place!
    else
      high = place!
  }
  expect(low.length, 'four of them are one digit').toBeLessThan(270)
  const last = placesBetween('fffffffe', null, 50)
  const first = placesBetween(null, '00000002', 50)
  expect([rises(['fffffffe', ...last]), rises([...first, '00000002'])]).toEqual([true, true])
  expect(first[0]! > '00000000').toBe(true)
})

it('answers whatever a damaged file says: places that rise, after the first limit', () => {
  const any = fc.option(fc.oneof(fc.string({ maxLength: 12 }), fc.stringMatching(/^[0-9a-f]{0,12}$/)), { nil: null })
  fc.assert(fc.property(any, any, fc.integer({ min: 0, max: 20 }), (low, high, count) => {
    const places = placesBetween(low, high, count)
    expect([places.length, rises(places), places.every(place => Place.safeParse(place).success)]).toEqual([count, true, true])
  }))
  expect(placesBetween('80000005', '80000005', 1), 'two that are the same').toEqual(['80000006'])
})
