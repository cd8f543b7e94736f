/** Rows that change alike are kept as one, and read as they were. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { packed, StoredChange, unpacked } from '../../../src-main/journal/packed-changes.ts'

const value = fc.oneof(fc.constantFrom('a', 'b'), fc.nat(2), fc.constant(null))
const values = fc.option(fc.dictionary(fc.constantFrom('is_starred', 'name'), value))
const key = fc.oneof(
  fc.tuple(fc.uuid()),
  fc.tuple(fc.constantFrom('one', 'two'), fc.uuid()),
  fc.tuple(fc.oneof(fc.nat(9), fc.constantFrom('1', '2'))),
)
const change = fc.record({ table: fc.constantFrom('takes', 'take_tags'), key, before: values, after: values })
  .map(each => ({ ...each, key: [...each.key] as (string | number)[] }))
/** Mostly long runs of rows that change alike. */
const changes = fc.array(fc.tuple(change, fc.array(key, { maxLength: 30 })), { maxLength: 6 })
  .map(runs => runs.flatMap(([first, keys]) => [first, ...keys.map(each => ({ ...first, key: [...each] as (string | number)[] }))]))

it('any changes are read as they were written', () => {
  fc.assert(fc.property(changes, (all) => {
    const stored = StoredChange.array().parse(JSON.parse(JSON.stringify(packed(all))))
    expect(stored.flatMap(unpacked)).toEqual(JSON.parse(JSON.stringify(all)))
  }))
})

it('thousands of rows that change alike take little more than their ids', () => {
  const ids = Array.from({ length: 1000 }, () => crypto.randomUUID())
  const starred = ids.map(id => ({ table: 'takes', key: [id], before: { is_starred: 0 }, after: { is_starred: 1 } }))
  const collected = ids.map(id => ({ table: 'collection_takes', key: ['one', id], before: null, after: { added_at: 1 } }))
  for (const all of [starred, collected])
    expect(JSON.stringify(packed(all)).length).toBeLessThan(ids.length * 39 + 200)
  expect(packed(starred.slice(0, 9)), 'few are kept as earlier versions kept them').toEqual(starred.slice(0, 9))
})

it('what stands for more rows than it has keys is refused', () => {
  const alike = { table: 'takes', before: { is_starred: 0 }, after: { is_starred: 1 } }
  expect(StoredChange.safeParse({ ...alike, count: 1_000_000, keys: [['a']] }).success).toBe(false)
  expect(StoredChange.safeParse({ ...alike, count: 3, keys: [['a', 'b']] }).success).toBe(false)
  expect(StoredChange.safeParse({ ...alike, count: 2, keys: [['a', 'b'], ['c']] }).success).toBe(true)
})
