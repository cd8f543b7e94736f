/** After which line of the script a line belongs that is spoken at a frame: the last one that begins before it. Pure. */
import type { LineId } from '#contract/words.ts'
import type { Row } from '../view/rows.ts'

/** Null where none of the script begins before it. */
export function lineBefore(
  rows: readonly Pick<Row, 'boxes'>[],
  frame: number,
  lines: { readonly has: (id: LineId) => boolean },
): LineId | null {
  let last: { readonly start: number, readonly lineId: LineId } | null = null
  for (const { boxes } of rows) {
    for (const { start, clip } of boxes) {
      const isSpoken = 'points' in clip && clip.lineId !== null && lines.has(clip.lineId)
      if (isSpoken && clip.lineId !== null && start < frame && (last === null || start >= last.start))
        last = { start, lineId: clip.lineId }
    }
  }
  return last?.lineId ?? null
}
