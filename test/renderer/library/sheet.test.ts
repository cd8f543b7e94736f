/** Rows of one height: those in sight, where they are, and how far to scroll, also where no browser shows an element that high. */
import type { Sheet } from '../../../src-renderer/rooms/library/browser/sheet.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  heightOf,
  highestPixels,
  rowAtTop,
  rowsInView,
  scrollTopFor,
  scrollTopToSee,
  topOf,
} from '../../../src-renderer/rooms/library/browser/sheet.ts'

const ten: Sheet = { rowCount: 10, rowPixels: 100, viewPixels: 250, startPixels: 16, endPixels: 72 }
const anySheet = fc.record({
  rowCount: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 1_000_000 })),
  rowPixels: fc.integer({ min: 20, max: 400 }),
  viewPixels: fc.integer({ min: 500, max: 1500 }),
  startPixels: fc.constant(16),
  endPixels: fc.constant(72),
})
const anyScroll = fc.tuple(anySheet, fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([sheet, part]) => ({ sheet, scrollTop: part * Math.max(0, heightOf(sheet) - sheet.viewPixels) }))

it('shows the rows of the window, and some around them', () => {
  expect(heightOf(ten)).toBe(1088)
  expect(rowsInView(ten, 0, 0)).toEqual({ first: 0, end: 3 })
  expect(rowsInView(ten, 316, 0)).toEqual({ first: 3, end: 6 })
  expect(rowsInView(ten, 316, 2)).toEqual({ first: 1, end: 8 })
  expect(rowsInView(ten, 838, 5)).toEqual({ first: 3, end: 10 })
  expect(topOf(ten, 4, 316)).toBe(416)
})

it('scrolls no farther than needed to see a row', () => {
  expect(scrollTopToSee(ten, 0, 0)).toBe(0)
  expect(scrollTopToSee(ten, 1, 0), 'with the room below it').toBe(16 + 200 + 72 - 250)
  expect(scrollTopToSee(ten, 2, 0)).toBe(16 + 300 + 72 - 250)
  expect(scrollTopToSee(ten, 0, 500)).toBe(0)
  expect(scrollTopToSee(ten, 9, 0)).toBe(838)
})

it('every row can be seen whole, however many there are: the window is filled, and the last row is above its end', () => {
  fc.assert(fc.property(anyScroll, fc.nat(), ({ sheet, scrollTop }, pick) => {
    expect(heightOf(sheet)).toBeLessThanOrEqual(highestPixels)
    const row = pick % sheet.rowCount
    const to = scrollTopToSee(sheet, row, scrollTop)
    expect(to).toBeGreaterThanOrEqual(0)
    const onScreen = topOf(sheet, row, to) - to
    expect(onScreen).toBeGreaterThan(-0.01)
    expect(onScreen + sheet.rowPixels).toBeLessThan(sheet.viewPixels + 0.01)
    const { first, end } = rowsInView(sheet, to, 0)
    expect(row >= first && row < end).toBe(true)
  }))
})

it('the row at the upper edge remains there when it is scrolled to', () => {
  fc.assert(fc.property(anyScroll, ({ sheet, scrollTop }) => {
    const at = rowAtTop(sheet, scrollTop)
    const again = scrollTopFor(sheet, at)
    expect(topOf(sheet, at.row, again) - again).toBeCloseTo(-at.above, 3)
  }))
})
