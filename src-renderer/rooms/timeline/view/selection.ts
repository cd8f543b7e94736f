/** Which clips are selected: one by a click, more with Ctrl or Shift, many by a frame drawn around them. */
import type { ClipId } from '#contract/words.ts'
import type { Row } from './rows.ts'
import { boxesBetween } from './rows.ts'

export interface Selection {
  readonly ids: ReadonlySet<ClipId>
  /** Touched last: what the keys and the inspector begin with. */
  readonly at: ClipId | null
}
export const nothing: Selection = { ids: new Set(), at: null }

export function selectOnly(...ids: ClipId[]): Selection {
  return { ids: new Set(ids), at: ids.at(-1) ?? null }
}

/** Adds it, or takes it away. */
export function toggled({ ids }: Selection, id: ClipId): Selection {
  const next = new Set(ids)
  if (next.delete(id))
    return { ids: next, at: [...next].at(-1) ?? null }
  return { ids: next.add(id), at: id }
}

/** Without deleted clips; the same object when there are none. */
export function kept(selection: Selection, has: (id: ClipId) => boolean): Selection {
  if ([...selection.ids].every(has) && (selection.at === null || has(selection.at)))
    return selection
  const ids = new Set([...selection.ids].filter(has))
  return { ids, at: selection.at !== null && has(selection.at) ? selection.at : [...ids].at(-1) ?? null }
}

/** Frames across, pixels down. */
export interface Area { readonly fromFrame: number, readonly untilFrame: number, readonly top: number, readonly bottom: number }

/** Every clip that the frame touches. */
export function clipsWithin(rows: readonly Row[], { fromFrame, untilFrame, top, bottom }: Area): ClipId[] {
  return rows
    .filter(row => row.top < bottom && row.top + row.height > top)
    .flatMap(row => boxesBetween(row.boxes, fromFrame, Math.max(untilFrame, fromFrame + 1)).map(box => box.clip.id))
}

/** The neighbour of a clip by arrow keys: before or after it on its track, or the nearest on another one. */
export function neighbourOf(
  rows: readonly Row[],
  at: ClipId | null,
  to: 'left' | 'right' | 'up' | 'down' | 'first' | 'last',
): ClipId | null {
  const rowIndex = rows.findIndex(row => at !== null && row.track.clips[at] !== undefined)
  const row = rows[rowIndex]
  if (!row)
    return rows.find(one => one.boxes.length > 0)?.boxes[0]?.clip.id ?? null
  const index = row.boxes.findIndex(box => box.clip.id === at)
  const beside = { left: index - 1, right: index + 1, first: 0, last: row.boxes.length - 1 }
  if (to !== 'up' && to !== 'down')
    return row.boxes[beside[to]]?.clip.id ?? at
  const others = to === 'up' ? rows.slice(0, rowIndex).reverse() : rows.slice(rowIndex + 1)
  const here = row.boxes[index]?.start ?? 0
  const other = others.find(one => one.boxes.length > 0)
  return other?.boxes.reduce((best, box) => Math.abs(box.start - here) < Math.abs(best.start - here) ? box : best).clip.id ?? at
}
