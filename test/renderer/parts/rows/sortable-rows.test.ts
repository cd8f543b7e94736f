/** A dragged row lands at the drop line, and the list scrolls only near its edges. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { gapAt, indexAfterDrop, scrollSpeed } from '../../../../src-renderer/parts/rows/sortable-rows.ts'

it('drops a row at the drop line', () => {
  const list = [0, 1, 2, 3, 4]
  fc.assert(fc.property(fc.nat(4), fc.nat(5), (from, gap) => {
    const others = list.filter(one => one !== from)
    const moved = others.toSpliced(indexAfterDrop(from, gap), 0, from)
    // Everything above the line is still above the row, and the rest below it.
    const before = list.slice(0, gap).filter(one => one !== from)
    expect(moved.slice(0, moved.indexOf(from))).toEqual(before)
  }))
})

it('finds the gap nearest to the pointer, for rows of any height', () => {
  fc.assert(fc.property(fc.array(fc.integer({ min: 1, max: 200 })), fc.integer({ min: -50, max: 3000 }), (heights, y) => {
    const tops = heights.map((_, index) => heights.slice(0, index).reduce((sum, height) => sum + height, 0))
    const middles = heights.map((height, index) => (tops[index] ?? 0) + height / 2)
    expect(gapAt(middles.length, index => middles[index] ?? 0, y)).toBe(middles.filter(middle => middle < y).length)
  }))
})

it('measures few rows of a long list', () => {
  let measured = 0
  gapAt(5000, (index) => {
    measured += 1
    return index * 50
  }, 123_456)
  expect(measured).toBeLessThan(15)
})

it('scrolls near the edges, faster when nearer, and not in between', () => {
  expect(scrollSpeed(300, 100, 500)).toBe(0)
  expect(scrollSpeed(120, 100, 500)).toBeLessThan(0)
  expect(scrollSpeed(105, 100, 500)).toBeLessThan(scrollSpeed(120, 100, 500))
  expect(scrollSpeed(490, 100, 500)).toBeGreaterThan(0)
  expect(scrollSpeed(9000, 100, 500), 'beyond the edge, as fast as at it').toBe(scrollSpeed(500, 100, 500))
})
