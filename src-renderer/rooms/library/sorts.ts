/** The orders in which takes are listed, as a person steps through them. Pure. */
import type { TakeSort } from '#contract/take-order.ts'
import { byHand } from '#contract/take-order.ts'
import { isFromA, sortedBy } from './browser/columns.ts'

export interface Searched {
  readonly hasWords: boolean
  /** One collection is searched. */
  readonly isCollection: boolean
}

const always = ['time', 'name', 'model', 'voice', 'project', 'tags', 'length', 'size', 'cost'] as const

/** Where words are searched, how well they fit, too: only the best first. In a collection, its own order. */
export function sortsOffered({ hasWords, isCollection }: Searched): readonly TakeSort[] {
  const both = always.flatMap(by => [isFromA(by), !isFromA(by)].map(isAscending => ({ by, isAscending })))
  return [...isCollection ? [byHand] : [], ...hasWords ? [{ by: 'relevance', isAscending: false } as const] : [], ...both]
}

/** By the next property, as its first press sorts. */
export function nextSort({ by }: TakeSort, { hasWords, isCollection }: Searched): TakeSort {
  const all: readonly TakeSort['by'][] = [...always, ...hasWords ? ['relevance' as const] : [], ...isCollection ? [byHand.by] : []]
  const next = all[(all.indexOf(by) + 1) % all.length] ?? 'time'
  return next === byHand.by ? byHand : sortedBy({ by, isAscending: false }, next)
}

export function turnedSort(sort: TakeSort): TakeSort {
  return sort.by === 'relevance' || sort.by === byHand.by ? sort : { ...sort, isAscending: !sort.isAscending }
}
