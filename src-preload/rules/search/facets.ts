/** What the facets next to a list write into its search, and which of their values the search asks for. */
import type { TakeFacet } from '#contract/take-facets.ts'
import type { SearchTerm } from './query.ts'
import { foldName } from './names.ts'
import { isSameTerm, parseSearch } from './query.ts'
import { startOfDate } from './values.ts'

/** The values of these facets are what they write. */
export const starValues = ['is:starred'] as const
export const useValues = ['is:used', 'is:unused'] as const
export const duplicateValues = ['is:duplicate'] as const
export const checkValues = ['is:check'] as const
export const lengthValues = ['shorter:10s', 'longer:10s', 'longer:1m', 'longer:10m'] as const

const isDate = (term: SearchTerm): boolean => term.is === 'before' || term.is === 'after'
const isLength = (term: SearchTerm): boolean => term.is === 'longer' || term.is === 'shorter'
const isUse = (term: SearchTerm): boolean => term.is === 'is' && (term.value === 'used' || term.value === 'unused')

/** A month as `2026-11` or a day as `2026-11-05`: from its beginning to that of the next. */
function termsOfDate(date: string): SearchTerm[] {
  const [year = 0, month = 1, day] = date.split('-').map(Number)
  const next = new Date(Date.UTC(year, day === undefined ? month : month - 1, day === undefined ? 1 : day + 1))
  const before = next.toISOString().slice(0, day === undefined ? 7 : 10)
  return [{ is: 'after', value: date, isNot: false }, { is: 'before', value: before, isNot: false }]
}

/** What a value writes. */
export function termsOfFacet(facet: TakeFacet, value: string): SearchTerm[] {
  switch (facet) {
    case 'kind':
    case 'star':
    case 'use':
    case 'duplicate':
    case 'check':
    case 'length': return parseSearch(facet === 'kind' ? `kind:${value}` : value)
    case 'month':
    case 'day': return termsOfDate(value)
    default: return [{ is: facet, value, isNot: false }]
  }
}

function isSame(a: SearchTerm, b: SearchTerm): boolean {
  return a.is === b.is && a.isNot === b.isNot && 'value' in a && 'value' in b && typeof a.value === 'string' && typeof b.value === 'string'
    ? foldName(a.value) === foldName(b.value)
    : isSameTerm(a, b)
}

/** Whether the search asks for this value. */
export function asksFor(terms: readonly SearchTerm[], facet: TakeFacet, value: string): boolean {
  return termsOfFacet(facet, value).every(wanted => terms.some(term => isSame(term, wanted)))
}

/** Terms that a value of the facet replaces: of these there is one at a time. */
function isReplaced(facet: TakeFacet, term: SearchTerm): boolean {
  if (term.is === 'word' || term.is === 'phrase' || term.isNot)
    return false
  switch (facet) {
    case 'use': return isUse(term)
    // Its list is opened, as a folder is.
    case 'collection': return term.is === 'collection'
    case 'length': return isLength(term)
    case 'month':
    case 'day': return isDate(term)
    default: return false
  }
}

/** The search with the value, or without it where it was asked for. Without its day, a search has the month of it. */
export function withFacet(terms: readonly SearchTerm[], facet: TakeFacet, value: string): SearchTerm[] {
  const own = termsOfFacet(facet, value)
  const others = terms.filter(term => !isReplaced(facet, term) && !own.some(each => isSame({ ...term, isNot: false }, each)))
  if (!asksFor(terms, facet, value))
    return [...others, ...own]
  return facet === 'day' ? [...others, ...termsOfDate(value.slice(0, 7))] : others
}

/** The month of this computer's calendar that the dates of a search are within; null where they are not within one. */
export function monthAskedFor(terms: readonly SearchTerm[], nowMs: number): string | null {
  const starts = (is: 'before' | 'after'): number[] =>
    terms.flatMap(term => term.is === is && !term.isNot ? [startOfDate(term.value, nowMs)] : [])
  const from = Math.max(...starts('after'))
  const to = Math.min(...starts('before'))
  if (!Number.isFinite(from) || !Number.isFinite(to) || from >= to)
    return null
  const month = monthOf(from)
  return month === monthOf(to - 1) ? month : null
}

/** As `2026-11`, by this computer's calendar. */
function monthOf(ms: number): string {
  const date = new Date(ms)
  return `${String(date.getFullYear()).padStart(4, '0')}-${String(date.getMonth() + 1).padStart(2, '0')}`
}
