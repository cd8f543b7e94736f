/** Ids rise with each that is made, whatever the clock does. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { firstNotFollowed, followId, newId } from '../../../src-main/base/ids.ts'

const uuid7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

it('each sorts after the one before, also when the clock is set back, and thousands in one millisecond', () => {
  const shift = fc.integer({ min: -400 * 86_400_000, max: 400 * 86_400_000 })
  fc.assert(fc.property(fc.array(shift, { minLength: 2, maxLength: 50 }), (shifts) => {
    const ids = shifts.map(by => newId(Date.now() + by))
    expect(ids.toSorted()).toEqual(ids)
    expect(ids.every(id => uuid7.test(id))).toBe(true)
  }))
  const many = Array.from({ length: 20_000 }, () => newId(1))
  expect([new Set(many).size, many.toSorted()]).toEqual([20_000, many])
})

it('sorts after the newest of an earlier run, and does not follow one that was made up', () => {
  const earlier = '01ffffff-0000-7abc-8000-000000000000' // in 2039
  followId(earlier)
  expect(newId() > earlier).toBe(true)
  followId('ffffffff-ffff-7fff-bfff-ffffffffffff')
  const next = newId()
  expect(uuid7.test(next) && next > earlier && next < firstNotFollowed()).toBe(true)
  followId('')
  followId('not an id at all')
  expect(newId() > next).toBe(true)
})
