/** Lists that stay sorted while a few of their items change. Pure. */
import { firstIndex } from '#rules/first-index.ts'

/** Negative when `a` comes first. Of two different items never 0. */
export type Order<Item> = (a: Item, b: Item) => number

/** The list without the items of `gone`, and with those of `added` in their places; the same list when both are empty. */
export function replaced<Item>(
  list: readonly Item[],
  { gone, added }: { readonly gone: ReadonlySet<Item>, readonly added: readonly Item[] },
  order: Order<Item>,
): readonly Item[] {
  const kept = gone.size === 0 ? list : list.filter(item => !gone.has(item))
  if (added.length === 0)
    return kept.length === list.length ? list : kept
  const next: Item[] = []
  let from = 0
  for (const item of added.toSorted(order)) {
    const at = placeOf(item, kept, order, from)
    for (; from < at; from++)
      next.push(kept[from] as Item) // `from` is below the length.
    next.push(item)
  }
  for (; from < kept.length; from++)
    next.push(kept[from] as Item) // As above.
  return next
}

/** How many items come before it, of which `from` are known to. */
function placeOf<Item>(item: Item, list: readonly Item[], order: Order<Item>, from: number): number {
  return firstIndex(list, each => order(each, item) < 0, from)
}
