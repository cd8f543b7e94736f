/** What the trash shows: found by words and kind, with what was deleted in one act as one row, and chosen in whole or in part. Pure. */
import type { TrashAct, TrashChoice, TrashFound, TrashItem, TrashOrder, TrashRef } from '#contract/trash.ts'

/** An action reports at most this many of its items. */
const mostFirst = 3

/** Of one kind and place, deleted at once. It stays the same when one of its items is restored. */
export function actKeyOf({ trashedAt, kind, place }: Pick<TrashItem, 'trashedAt' | 'kind' | 'place'>): string {
  return `${trashedAt} ${kind} ${place.slice(0, 300)}`
}

export const refKey = ({ kind, id }: TrashRef): string => `${kind} ${id}`

type Listed = Omit<TrashItem, 'isUsed'>

export function foundIn<Item extends Listed>(items: readonly Item[], { words = '', kind }: TrashFound): Item[] {
  const asked = words.toLowerCase().split(/\s+/).filter(word => word !== '')
  const isOfKind = (item: Item): boolean => kind === undefined || item.kind === kind
  // Of a trash of very many, their texts are put together only where words are looked for.
  if (asked.length === 0)
    return items.filter(isOfKind)
  return items.filter((item) => {
    const text = `${item.title} ${item.place}`.toLowerCase()
    return isOfKind(item) && asked.every(word => text.includes(word))
  })
}

/** Items in the order in which they are given, acts in the one that is asked for. */
export function actsOf(items: readonly TrashItem[], order: TrashOrder): TrashAct[] {
  const acts = [...Map.groupBy(items, actKeyOf)].flatMap(([key, [first, ...others]]): TrashAct[] => {
    if (!first)
      return []
    const all = [first, ...others]
    return [{
      key,
      count: all.length,
      sizeBytes: all.reduce((sum, item) => sum + item.sizeBytes, 0),
      isUsed: all.some(item => item.isUsed),
      first: all.slice(0, mostFirst),
    }]
  })
  const at = ({ first: [item] }: TrashAct): number => item?.trashedAt ?? 0
  const by: Record<TrashOrder, (a: TrashAct, b: TrashAct) => number> = {
    newest: (a, b) => at(b) - at(a),
    oldest: (a, b) => at(a) - at(b),
    largest: (a, b) => b.sizeBytes - a.sizeBytes || at(b) - at(a),
  }
  return acts.toSorted(by[order])
}

/** Of what was in the trash when the choice was made: all or none, turned round for whole acts, and again for single items. */
export function chosenOf<Item extends Listed>(items: readonly Item[], choice: TrashChoice): Item[] {
  const acts = new Set(choice.acts)
  const single = new Set(choice.items.map(refKey))
  return foundIn(items, choice).filter((item) => {
    const turns = Number(acts.has(actKeyOf(item))) + Number(single.has(refKey(item)))
    return item.trashedAt <= choice.upTo && choice.isAll === (turns % 2 === 0)
  })
}
