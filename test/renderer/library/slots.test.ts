/** Elements of rows and cells that leave the screen are used for those that come; what stays is neither made again nor moved. */
import type { Take } from '#contract/takes.ts'
import type { Row, SlottedRow } from '../../../src-renderer/rooms/library/browser/slots.ts'
import { describe, expect, it } from 'vitest'
import { slotted } from '../../../src-renderer/rooms/library/browser/slots.ts'

const take = (number: number): Take => ({ number } as Take)
const row = (...numbers: number[]): Row => ({ key: numbers[0] ?? -1, top: 0, takes: numbers.map(take), count: numbers.length })
const blank = (...numbers: number[]): Row => ({ ...row(...numbers), takes: null })

function aList() {
  let last = 0
  let rows: readonly SlottedRow[] = []
  const show = (next: readonly Row[], held: readonly number[] = []): readonly SlottedRow[] =>
    rows = slotted(rows, next, { isHeld: number => held.includes(number), fresh: () => ++last })
  return {
    show,
    slots: (): number[] => rows.map(({ slot }) => slot),
    cells: (): number[][] => rows.map(({ cells }) => cells.map(({ slot }) => slot)),
  }
}
/** Where an element is that was there before. */
const placesOf = (slots: readonly number[], before: readonly number[]): number[] => slots.map(slot => before.indexOf(slot))

describe('the elements of a list', () => {
  it('are all taken over after a jump, in their order, and keep their cells until the takes are there', () => {
    const { show, slots, cells } = aList()
    show([row(1, 2), row(3, 4)])
    const [rowsBefore, cellsBefore] = [slots(), cells()]
    const jumped = show([blank(51, 52), blank(53, 54)])
    expect(jumped.map(({ takes }) => takes)).toEqual([null, null])
    expect([slots(), cells()]).toEqual([rowsBefore, cellsBefore])
    const filled = show([row(51, 52), row(53)])
    expect(slots()).toEqual(rowsBefore)
    expect(cells()).toEqual([cellsBefore[0], cellsBefore[1]?.slice(0, 1)])
    expect(filled.map(each => each.cells.map(cell => cell.take.number))).toEqual([[51, 52], [53]])
  })

  it('stay with what stays, and none is moved past another one while one of these has the focus', () => {
    const { show, slots } = aList()
    show([row(1), row(2), row(3), row(4)])
    const before = slots()
    show([row(3), row(4), row(5), row(6)], [3])
    expect(placesOf(slots(), before)).toEqual([2, 3, -1, -1])
    show([row(10), row(3), row(11), row(5)], [3])
    expect(placesOf(slots(), before)).toEqual([-1, 2, 3, -1])
  })

  it('are all taken over in other places where none of them has the focus', () => {
    const { show, slots } = aList()
    show([row(1), row(2), row(3), row(4)])
    const before = slots()
    show([row(3), row(5), row(1), row(6)])
    expect(placesOf(slots(), before)).toEqual([2, 1, 0, 3])
  })

  it('are none of them used twice, where what stays comes in another order', () => {
    const { show, slots } = aList()
    show([row(1), row(2), row(3), row(4)])
    show([row(3), row(7), row(1), row(8), row(9)], [1])
    expect(new Set(slots()).size).toBe(5)
  })

  it('do not bring the focus or the pointer to another take', () => {
    const { show, slots, cells } = aList()
    show([row(1, 2), row(3, 4), row(5, 6)])
    const before = slots()
    show([row(51, 52), row(53, 54), row(55, 56)], [4])
    expect(placesOf(slots(), before)).toEqual([0, 2, -1])
    const [inRow = []] = cells()
    show([row(51, 60), row(53, 54), row(55, 56)], [52])
    expect(placesOf(cells()[0] ?? [], inRow)).toEqual([0, -1])
  })
})
