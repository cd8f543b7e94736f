/** What the list of the trash shows: found by words and kind, in an order, with what was deleted in one act as one row. Pure. */
import type { TrashItem, TrashKind } from '#contract/trash.ts'

export const trashOrders = ['newest', 'oldest', 'largest'] as const
export type TrashOrder = typeof trashOrders[number]

export interface TrashWish {
  readonly words: string
  readonly kind: TrashKind | 'all'
  readonly order: TrashOrder
  /** Keys of acts whose items are shown. */
  readonly open: ReadonlySet<string>
}

/** One item, or several of one kind and place that were deleted at once. */
export interface TrashRow {
  readonly key: string
  readonly items: readonly [TrashItem, ...TrashItem[]]
  readonly sizeBytes: number
  /** It belongs to the act above it. */
  readonly isInner: boolean
}

export const keyOf = ({ kind, id }: Pick<TrashItem, 'kind' | 'id'>): string => `${kind} ${id}`

export function foundIn(items: readonly TrashItem[], { words, kind }: Pick<TrashWish, 'words' | 'kind'>): TrashItem[] {
  const asked = words.toLowerCase().split(/\s+/).filter(word => word !== '')
  return items.filter((item) => {
    const text = `${item.title} ${item.place}`.toLowerCase()
    return (kind === 'all' || item.kind === kind) && asked.every(word => text.includes(word))
  })
}

/** Items in the order in which they are given, unless the wish says otherwise. */
export function rowsOf(items: readonly TrashItem[], wish: TrashWish): TrashRow[] {
  const acts = Map.groupBy(foundIn(items, wish), ({ kind, place, trashedAt }) => `${trashedAt} ${kind} ${place}`)
  const rows = [...acts].flatMap(([act, [first, ...others]]) => first ? [rowOf([first, ...others], act)] : [])
  return ordered(rows, wish.order).flatMap(row => row.items.length > 1 && wish.open.has(row.key)
    ? [row, ...row.items.map(item => ({ ...rowOf([item]), isInner: true }))]
    : [row])
}

/** The key of an act stays the same when one of its items is restored. */
function rowOf(items: readonly [TrashItem, ...TrashItem[]], act = ''): TrashRow {
  const sizeBytes = items.reduce((sum, item) => sum + item.sizeBytes, 0)
  return { key: items.length === 1 ? keyOf(items[0]) : `act ${act}`, items, sizeBytes, isInner: false }
}

function ordered(rows: readonly TrashRow[], order: TrashOrder): TrashRow[] {
  const at = (row: TrashRow): number => row.items[0].trashedAt
  const by: Record<TrashOrder, (a: TrashRow, b: TrashRow) => number> = {
    newest: (a, b) => at(b) - at(a),
    oldest: (a, b) => at(a) - at(b),
    largest: (a, b) => b.sizeBytes - a.sizeBytes || at(b) - at(a),
  }
  return rows.toSorted(by[order])
}
