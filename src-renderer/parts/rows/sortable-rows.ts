/** Where a dragged row would land, and how fast the list scrolls under it. Pure. */

/** Height of the zone at each end of a scroller that scrolls it during a drag, in pixels. */
const scrollZone = 48
/** Pixels per second at the very edge, and beyond it. */
const fullSpeed = 900

/** The new index of a row when it is dropped into the gap before the row that has index `gap` now (the end is the count of rows). */
export function indexAfterDrop(from: number, gap: number): number {
  return gap > from ? gap - 1 : gap
}

/**
 * Number of rows whose middle is above `y`: the index of the gap there. Rows are sorted from top to bottom: a binary search
 * measures few of them.
 */
export function gapAt(count: number, middleOf: (index: number) => number, y: number): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (middleOf(middle) < y)
      low = middle + 1
    else
      high = middle
  }
  return low
}

/** Pixels per second, negative upwards: the nearer to an edge, the faster; 0 away from both. */
export function scrollSpeed(y: number, top: number, bottom: number): number {
  const zone = Math.min(scrollZone, (bottom - top) / 4)
  const intoTop = Math.min(1, (top + zone - y) / zone)
  const intoBottom = Math.min(1, (y - bottom + zone) / zone)
  return intoTop > 0 ? -fullSpeed * intoTop : intoBottom > 0 ? fullSpeed * intoBottom : 0
}
