/** Where takes land that are moved by hand: the gap under the pointer, and the take that they come before. Pure. */

export interface Cells {
  /** Of all takes that are shown. */
  readonly count: number
  readonly columns: number
  /** Of a row, with the gap after its last cell. */
  readonly rowWidth: number
  readonly rowPixels: number
}

/** The gap before the cell that has this place now. The mark is at the edge of the cell `at`. */
export interface Gap { readonly gap: number, readonly at: number, readonly isAfter: boolean }

/** `x` and `y` are from the first cell; null where there are no cells. */
export function gapUnder({ x, y }: { readonly x: number, readonly y: number }, { count, columns, rowWidth, rowPixels }: Cells): Gap | null {
  if (count === 0)
    return null
  const within = (value: number, most: number): number => Math.min(Math.max(value, 0), most)
  if (columns === 1) {
    const gap = within(Math.round(y / rowPixels), count)
    return gap === count ? { gap, at: count - 1, isAfter: true } : { gap, at: gap, isAfter: false }
  }
  const start = within(Math.floor(y / rowPixels), Math.ceil(count / columns) - 1) * columns
  const inRow = Math.min(columns, count - start)
  const place = within(Math.round(x / (rowWidth / columns)), inRow)
  // At the end of a row, and not at the beginning of the next one.
  const gap = start + place
  return place === inRow ? { gap, at: gap - 1, isAfter: true } : { gap, at: gap, isAfter: false }
}

export interface Moving {
  /** The numbers of takes as they are shown. */
  readonly shown: readonly number[]
  readonly isMoved: (number: number) => boolean
  /** Shown after the first take of its open stack, wherever its own place is. */
  readonly isFollower: (number: number) => boolean
}

/** The take before which they land, null for the end; undefined where nothing would change. */
export function landingAt({ shown, isMoved, isFollower }: Moving, gap: number): number | null | undefined {
  const count = shown.filter(isMoved).length
  const found = shown.findIndex((number, place) => place >= gap && !isMoved(number) && !isFollower(number))
  const at = found < 0 ? shown.length : found
  const areThere = at >= count && shown.slice(at - count, at).every(isMoved)
  return areThere ? undefined : shown[at] ?? null
}

/** The gap so many places on, or back: where several are moved they come together. */
export function gapAfter({ shown, isMoved, isFollower }: Moving, steps: number): number {
  if (steps >= 0)
    return Math.min(shown.length, shown.findLastIndex(isMoved) + 1 + steps)
  const gap = Math.max(0, shown.findIndex(isMoved) + steps)
  // Before all of an open stack, and not into it.
  return shown.findLastIndex((number, place) => place <= gap && !isFollower(number))
}
