/** A seed by chance is one that the field takes. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { randomSeed } from '../../../../src-renderer/parts/fields/random-seed.ts'

it('is a whole number within the limits of the field, and of six digits at most where those allow it', () => {
  const limit = fc.option(fc.integer({ min: 0, max: 2 ** 40 }))
  fc.assert(fc.property(limit, limit, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (a, b, chance) => {
    const [min, max] = a !== null && b !== null ? [Math.min(a, b), Math.max(a, b)] : [a, b]
    const seed = randomSeed({ min, max }, () => chance)
    expect(Number.isInteger(seed)).toBe(true)
    expect(seed).toBeGreaterThanOrEqual(min ?? 0)
    if (max !== null)
      expect(seed).toBeLessThanOrEqual(max)
    if ((min ?? 0) <= 999_999)
      expect(seed).toBeLessThanOrEqual(999_999)
  }))
})
