/** The orders in which takes are listed, as a person steps through them. Pure. */
import type { TakeSort } from '#contract/take-order.ts'
import { sortedBy } from './browser/columns.ts'

const always = ['time', 'name', 'length', 'size', 'cost'] as const

/** Where words are searched, how well they fit, too: only the best first. */
export function sortsOffered(hasWords: boolean): readonly TakeSort[] {
  const both = always.flatMap(by => [by === 'name', by !== 'name'].map(isAscending => ({ by, isAscending })))
  return hasWords ? [{ by: 'relevance', isAscending: false }, ...both] : both
}

/** By the next property, as its first press sorts. */
export function nextSort({ by }: TakeSort, hasWords: boolean): TakeSort {
  const all: readonly TakeSort['by'][] = hasWords ? [...always, 'relevance'] : always
  const next = all[(all.indexOf(by) + 1) % all.length] ?? 'time'
  return sortedBy({ by, isAscending: false }, next)
}

export function turnedSort(sort: TakeSort): TakeSort {
  return sort.by === 'relevance' ? sort : { ...sort, isAscending: !sort.isAscending }
}
