/** How buttons write the search: it is a text, and what they show follows from it. */
import type { SearchTerm } from '#rules/search/query.ts'
import type { SearchLanguage } from '#rules/search/terms.ts'
import type { TakeQuery } from '../../../stores/take-query.ts'
import { printSearch } from '#rules/search/query.ts'

/** The query of these terms; what is typed next is another one. */
export function writeSearch(query: TakeQuery, terms: readonly SearchTerm[], language: SearchLanguage): TakeQuery {
  return { ...query, text: terms.length === 0 ? '' : `${printSearch(terms, language)} ` }
}
