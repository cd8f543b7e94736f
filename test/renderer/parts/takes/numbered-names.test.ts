/** Several takes that get one name are told apart by numbers, whose order is that of the names. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { numberedNames } from '../../../../src-renderer/parts/takes/numbered-names.ts'

it('one has no number, and several have as many digits as the last', () => {
  expect(numberedNames('Wave', 1)).toEqual(['Wave'])
  expect(numberedNames('浪', 2)).toEqual(['浪 1', '浪 2'])
  expect(numberedNames('Wave', 10).filter((_, at) => at % 9 === 0)).toEqual(['Wave 01', 'Wave 10'])
})

it('sorted by name they are in the order in which they were named', () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 1200 }), (count) => {
    const names = numberedNames('x', count)
    expect(names).toHaveLength(count)
    expect(new Set(names).size).toBe(count)
    expect(names.toSorted()).toEqual(names)
  }))
})
