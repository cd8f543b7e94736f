/** The terms of a search that facets answer for, as conditions on the columns; the others are left to the database. */
import type { SearchTerm } from '#rules/search/query.ts'
import type { Named } from '../search-terms.ts'
import type { Columns, ValueColumn } from './columns.ts'
import type { Filter, Memberships } from './count.ts'
import { isOfChecks } from '#rules/search/query.ts'
import { startOfDate } from '#rules/search/values.ts'
import { called } from '../search-terms.ts'
import { dayNumber, valueColumns } from './columns.ts'

/** What each value of a facet is called; the first is its own name. */
export type CalledBy = Readonly<Record<ValueColumn | 'tag' | 'collection', readonly Named<string>[]>>

type Asked = Pick<Filter, 'of' | 'passes'>

/** `rest`: the terms that are not about facets. */
export function filtersOf(
  terms: readonly SearchTerm[],
  { columns, memberships, calledBy, nowMs }: { columns: Columns, memberships: Memberships, calledBy: CalledBy, nowMs: number },
): { filters: Filter[], rest: SearchTerm[] } {
  const { names, seconds, dayNumbers, classes: { columns: ofClasses } } = columns
  const filters: Filter[] = []
  const rest: SearchTerm[] = []

  /** 1 at the places of the names that are called so. */
  function placesOf(column: ValueColumn | 'tag' | 'collection', typed: readonly string[]): Uint8Array {
    const places = typed.flatMap(each => called(calledBy[column], each)).map(name => names[column].numberOf(name))
    const those = new Uint8Array(names[column].all.length)
    for (const place of places)
      those[place] = 1
    return those
  }

  /** The sets that have one of these. */
  function setsWith(sets: readonly (readonly number[])[], places: Uint8Array): Uint8Array {
    return Uint8Array.from(sets, set => set.some(place => places[place] === 1) ? 1 : 0)
  }

  const isOneOf = (column: ArrayLike<number>, those: Uint8Array): Filter['passes'] => place => those[column[place] ?? 0] === 1
  const ofClass = (passes: Filter['passes']): Asked => ({ of: 'class', passes })
  const ofMembership = (passes: Filter['passes']): Asked => ({ of: 'membership', passes })
  const ofTake = (passes: Filter['passes']): Asked => ({ of: 'take', passes })

  function has(column: ValueColumn, typed: readonly string[]): Asked {
    const places = placesOf(column, typed)
    return column === 'project'
      ? ofMembership(isOneOf(memberships.projectSets, setsWith(memberships.sets, places)))
      : ofClass(isOneOf(ofClasses[column], places))
  }

  const add = (facet: Filter['facet'], isNot: boolean, { of, passes }: Asked): void => {
    filters.push(isNot ? { facet: null, of, passes: place => !passes(place) } : { facet, of, passes })
  }

  // Several that are asked for are alternatives; what is left out is no choice of the facet.
  for (const column of valueColumns) {
    const asked = terms.flatMap(term => term.is === column ? [term] : [])
    const wanted = asked.filter(term => !term.isNot).map(term => term.value)
    if (wanted.length > 0)
      add(column, false, has(column, wanted))
    for (const term of asked.filter(each => each.isNot))
      add(column, true, has(column, [term.value]))
  }
  const inCollections = (typed: readonly string[]): Asked =>
    ofClass(isOneOf(ofClasses.collections, setsWith(columns.collectedSets, placesOf('collection', typed))))
  const collections = terms.flatMap(term => term.is === 'collection' ? [term] : [])
  const wantedCollections = collections.filter(term => !term.isNot).map(term => term.value)
  if (wantedCollections.length > 0)
    add('collection', false, inCollections(wantedCollections))
  for (const term of collections.filter(each => each.isNot))
    add('collection', true, inCollections([term.value]))
  const isCheck = ofClass(place => ofClasses.checks[place] === 1)
  // None is in a list unless it is asked for: so it is counted where that is asked.
  if (!terms.some(isOfChecks))
    add('check', false, ofClass(place => ofClasses.checks[place] === 0))
  for (const term of terms) {
    switch (term.is) {
      case 'kind':
      case 'model':
      case 'voice':
      case 'project':
      case 'collection':
      case 'account':
        break
      case 'tag':
        // A take must have all tags that are asked for, so that each of them narrows what the others leave.
        add(null, term.isNot, ofClass(isOneOf(ofClasses.tags, setsWith(columns.sets, placesOf('tag', [term.value])))))
        break
      case 'longer':
        add('length', term.isNot, ofTake(number => (seconds[number] ?? Number.NaN) > term.value))
        break
      case 'shorter':
        add('length', term.isNot, ofTake(number => (seconds[number] ?? Number.NaN) < term.value))
        break
      case 'before':
      case 'after': {
        // Dates begin with a day.
        const from = dayNumber(startOfDate(term.value, nowMs))
        add('month', term.isNot, { of: 'day', passes: place => ((dayNumbers[place] ?? 0) >= from) === (term.is === 'after') })
        break
      }
      case 'is':
        if (term.value === 'starred')
          add('star', term.isNot, ofClass(place => ofClasses.stars[place] === 1))
        else if (term.value === 'used' || term.value === 'unused')
          add('use', term.isNot, ofMembership(place => (memberships.used[place] === 1) === (term.value === 'used')))
        else if (term.value === 'check')
          add('check', term.isNot, isCheck)
        else if (term.value === 'duplicate')
          add('duplicate', term.isNot, ofMembership(place => memberships.duplicate[place] === 1))
        else
          rest.push(term)
        break
      default:
        rest.push(term)
    }
  }
  return { filters, rest }
}
