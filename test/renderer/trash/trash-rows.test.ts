/** Rows of the trash: nothing is lost or told twice, whatever is asked for. */
import type { TrashItem } from '#contract/trash.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { foundIn, keyOf, rowsOf, trashOrders } from '../../../src-renderer/rooms/trash/trash-rows.ts'

const items = fc.uniqueArray(fc.record({
  kind: fc.constantFrom('take', 'line', 'voice'),
  id: fc.uuid(),
  title: fc.constantFrom('', 'A gull', 'The harbour'),
  place: fc.constantFrom('', 'Film'),
  trashedAt: fc.integer({ min: 1, max: 4 }),
  sizeBytes: fc.nat(1000),
  isUsed: fc.boolean(),
}), { selector: ({ id }) => id }) as fc.Arbitrary<TrashItem[]>
const plain = { words: '', kind: 'all', order: 'newest', open: new Set<string>() } as const

it('every item that is found is in one row, and the sizes add up', () => {
  fc.assert(fc.property(items, fc.constantFrom('', 'gull', 'film gull'), fc.constantFrom(...trashOrders), (all, words, order) => {
    const rows = rowsOf(all, { ...plain, words, order })
    const found = foundIn(all, { words, kind: 'all' })
    expect(rows.flatMap(row => row.items.map(keyOf)).sort()).toEqual(found.map(keyOf).sort())
    expect(rows.reduce((sum, row) => sum + row.sizeBytes, 0)).toBe(found.reduce((sum, item) => sum + item.sizeBytes, 0))
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
  }))
})

it('an act that is opened has its items below it, and stays where it is', () => {
  fc.assert(fc.property(items, (all) => {
    const closed = rowsOf(all, plain)
    const open = rowsOf(all, { ...plain, open: new Set(closed.map(({ key }) => key)) })
    expect(open.filter(row => !row.isInner).map(({ key }) => key)).toEqual(closed.map(({ key }) => key))
    expect(open.filter(row => row.isInner)).toHaveLength(closed.reduce((sum, { items }) => sum + (items.length > 1 ? items.length : 0), 0))
  }))
})

it('an act stays open when any of its items is restored, while two are left', () => {
  fc.assert(fc.property(items, fc.nat(20), (all, at) => {
    const act = rowsOf(all, plain).find(row => row.items.length > 2)
    fc.pre(act !== undefined)
    const restored = act!.items[at % act!.items.length]!
    const left = rowsOf(all.filter(item => item !== restored), { ...plain, open: new Set([act!.key]) })
    expect(left.filter(row => row.isInner)).toHaveLength(act!.items.length - 1)
  }))
})

it('orders are by time or by size', () => {
  fc.assert(fc.property(items, (all) => {
    const times = (order: 'newest' | 'oldest'): number[] => rowsOf(all, { ...plain, order }).map(row => row.items[0].trashedAt)
    expect(times('newest')).toEqual(times('newest').toSorted((a, b) => b - a))
    expect(times('oldest')).toEqual(times('oldest').toSorted((a, b) => a - b))
    const sizes = rowsOf(all, { ...plain, order: 'largest' }).map(row => row.sizeBytes)
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
  }))
})
