/** The sizes of cards. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cardWidthOf, cardWidths, sizeOf, usualSize } from '../../../src-renderer/rooms/library/browser/card-size.ts'

it('whatever a browser has kept is one of the sizes', () => {
  fc.assert(fc.property(fc.double(), (kept) => {
    expect(cardWidths).toContain(cardWidthOf(kept))
  }))
  expect([sizeOf(Number.NaN), sizeOf(-3), sizeOf(99), sizeOf(1.4)]).toEqual([usualSize, 0, cardWidths.length - 1, 1])
})
