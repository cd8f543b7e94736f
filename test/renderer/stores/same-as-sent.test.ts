/** What came back is compared as its text would be. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isSameAsSent } from '../../../src-renderer/stores/same-as-sent.ts'

const values = fc.jsonValue({ maxDepth: 3 }).filter(value => !JSON.stringify(value).includes('__proto__'))

it('is true for what was sent and came back, with members that are undefined', () => {
  fc.assert(fc.property(values, (value) => {
    const own = { value, nothing: undefined, list: [value, { of: value, no: undefined }] }
    expect(isSameAsSent(own, JSON.parse(JSON.stringify(own)))).toBe(true)
  }))
})

it('is true for no two values whose texts differ', () => {
  const two = fc.tuple(values, values).map(([one, other]) => [{ a: one, b: other }, { a: other, b: one }] as const)
  fc.assert(fc.property(two, ([one, other]) => {
    const isSame = JSON.stringify(one) === JSON.stringify(other)
    expect(isSameAsSent(one, JSON.parse(JSON.stringify(other)))).toBe(isSame)
  }))
  expect(isSameAsSent({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(false)
  expect(isSameAsSent([], {})).toBe(false)
  expect(isSameAsSent([1], [1, 2])).toBe(false)
})
