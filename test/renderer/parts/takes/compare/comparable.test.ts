/** Which takes are compared, and how they are laid out. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columnsFor, comparable } from '../../../../../src-renderer/parts/takes/compare/comparable.ts'

const takes = fc.array(fc.record({
  medium: fc.constantFrom('picture', 'video', 'audio', 'text'),
  asset: fc.record({ isMissing: fc.boolean() }),
}))

it('all have one medium and their files, in the order in which they were chosen; one alone is none', () => {
  fc.assert(fc.property(takes, (all) => {
    const found = comparable(all)
    expect(found.length).not.toBe(1)
    expect(new Set(found.map(take => take.medium)).size).toBeLessThan(2)
    expect(found.every(take => take.medium !== 'text' && !take.asset.isMissing)).toBe(true)
    expect(found).toEqual(all.filter(take => found.includes(take)))
    const there = all.filter(take => take.medium !== 'text' && !take.asset.isMissing)
    const most = Math.max(0, ...['picture', 'video', 'audio'].map(medium => there.filter(take => take.medium === medium).length))
    expect(found.length > 1).toBe(most > 1)
  }))
})

describe('next to each other', () => {
  it.each([
    ['two wide ones', 2, 16 / 9, { width: 1400, height: 780 }, 2],
    ['two square ones', 2, 1, { width: 1400, height: 780 }, 2],
    ['two wide ones in a tall window', 2, 16 / 9, { width: 700, height: 1200 }, 1],
    ['three tall ones', 3, 9 / 16, { width: 1400, height: 780 }, 3],
    ['six wide ones', 6, 16 / 9, { width: 1400, height: 780 }, 3],
    ['nine', 9, 1, { width: 1400, height: 1400 }, 3],
  ])('%s', (_, count, shape, place, columns) => {
    expect(columnsFor(count, shape, place)).toBe(columns)
  })

  it('are never more columns than takes, nor none', () => {
    const places = fc.record({ width: fc.nat(3000), height: fc.nat(3000) })
    fc.assert(fc.property(fc.integer({ min: 1, max: 9 }), fc.double({ min: 0.1, max: 10, noNaN: true }), places, (count, shape, place) => {
      const columns = columnsFor(count, shape, place)
      expect(columns).toBeGreaterThanOrEqual(1)
      expect(columns).toBeLessThanOrEqual(count)
    }))
  })
})
