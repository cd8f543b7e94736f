/** Rows of one height, as many as there are: which are in sight, and where each of them is. Pure. */

export interface Sheet {
  readonly rowCount: number
  readonly rowPixels: number
  /** What the window shows of it. */
  readonly viewPixels: number
  /** Empty room before the first row and after the last. */
  readonly startPixels: number
  readonly endPixels: number
}

/** No browser shows a higher element whole: the height of Firefox ends below 18 million pixels, that of Chromium at 33. */
export const highestPixels = 15_000_000

const wholePixels = ({ rowCount, rowPixels, startPixels, endPixels }: Sheet): number => startPixels + rowCount * rowPixels + endPixels

/** Of the element that is scrolled. */
export function heightOf(sheet: Sheet): number {
  return Math.min(wholePixels(sheet), highestPixels)
}

/** How many pixels of the rows one pixel of the scroll bar is: 1, or more where the rows are higher than the element. */
export function paceOf(sheet: Sheet): number {
  const room = heightOf(sheet) - sheet.viewPixels
  return room <= 0 ? 1 : Math.max(1, (wholePixels(sheet) - sheet.viewPixels) / room)
}

/** How far the rows are moved up. */
const movedBy = (sheet: Sheet, scrollTop: number): number => scrollTop * paceOf(sheet)

/** The rows in sight, with `around` more on each side; `end` is the first after them. */
export function rowsInView(sheet: Sheet, scrollTop: number, around: number): { first: number, end: number } {
  const from = movedBy(sheet, scrollTop) - sheet.startPixels
  const within = (row: number): number => Math.min(Math.max(row, 0), sheet.rowCount)
  return {
    first: within(Math.floor(from / sheet.rowPixels) - around),
    end: within(Math.ceil((from + sheet.viewPixels) / sheet.rowPixels) + around),
  }
}

/** Pixels from the top of the element that is scrolled. */
export function topOf(sheet: Sheet, row: number, scrollTop: number): number {
  return sheet.startPixels + row * sheet.rowPixels - movedBy(sheet, scrollTop) + scrollTop
}

/** The row at the upper edge, and how many of its pixels are above that. */
export function rowAtTop(sheet: Sheet, scrollTop: number): { row: number, above: number } {
  const moved = Math.max(0, movedBy(sheet, scrollTop) - sheet.startPixels)
  const row = Math.floor(moved / sheet.rowPixels)
  return { row, above: moved - row * sheet.rowPixels }
}

/** Where to scroll so that this row is at the upper edge, with so many of its pixels above it. */
export function scrollTopFor(sheet: Sheet, { row, above }: { row: number, above: number }): number {
  return (sheet.startPixels + row * sheet.rowPixels + above) / paceOf(sheet)
}

/** Where to scroll so that a row is whole in sight, no farther than needed. */
export function scrollTopToSee(sheet: Sheet, row: number, scrollTop: number): number {
  const moved = movedBy(sheet, scrollTop)
  const top = sheet.startPixels + row * sheet.rowPixels
  const highest = top - sheet.startPixels
  const lowest = top + sheet.rowPixels + sheet.endPixels - sheet.viewPixels
  // In a window lower than a row, its upper edge counts.
  return Math.min(Math.max(moved, lowest), highest) / paceOf(sheet)
}
