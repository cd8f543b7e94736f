/** How names in a search are compared with those of voices, models, tags and projects. */
import type { SearchTerm } from './query.ts'

/** Without the signs that a value in quotes cannot have, and whatever the case and the width of its letters. */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase().replaceAll(/["“”\s]+/g, ' ').trim()
}

/** With the new name of a collection in place of the former one; null where it is not asked for by exactly that name. */
export function withRenamed(terms: readonly SearchTerm[], is: 'collection', before: string, after: string): SearchTerm[] | null {
  const isMeant = (term: SearchTerm): boolean => term.is === is && foldName(term.value) === foldName(before)
  return terms.some(isMeant) ? terms.map(term => term.is === is && isMeant(term) ? { ...term, value: after } : term) : null
}
