/** Searches lists that are in order, by halves. */

/**
 * The index of the first item that is not before what is looked for; the length of the list where all are. `isBefore` is true for the first
 * items and false for all others; items before `from` are not asked.
 */
export function firstIndex<Item>(list: readonly Item[], isBefore: (item: Item) => boolean, from = 0): number {
  let [low, high] = [from, list.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(list[middle] as Item)) // Between two places of the list.
      low = middle + 1
    else
      high = middle
  }
  return low
}
