/** The sizes of the takes of the grid. Pure. */

/** The least width of a card, in pixels, size by size. */
export const cardWidths = [120, 150, 188, 240, 320, 440] as const
export const usualSize = 2

/** One of the sizes, whatever was kept. */
export function sizeOf(kept: number): number {
  return Number.isFinite(kept) ? Math.min(Math.max(Math.round(kept), 0), cardWidths.length - 1) : usualSize
}

export function cardWidthOf(size: number): number {
  return cardWidths[sizeOf(size)] ?? cardWidths[usualSize]
}
