/** The seed on a card is the one that was sent. */
import type { Take } from '#contract/takes.ts'
import { expect, it } from 'vitest'
import { seedOf } from '../../../../src-renderer/parts/takes/seed-of.ts'

it('is there only where a number was sent', () => {
  const take = (seed: unknown): Pick<Take, 'request'> => ({ request: { fields: { seed } } as unknown as Take['request'] })
  expect(seedOf(take(42))).toBe(42)
  expect(seedOf(take(0))).toBe(0)
  expect(seedOf(take(undefined))).toBeNull()
  expect(seedOf({ request: null })).toBeNull()
})
