/** The terms of the search whose answer is shown, for whatever is inside it. */
import type { InjectionKey, Ref } from 'vue'
import type { SearchTerm } from '#rules/search/query.ts'
import { inject, provide, shallowRef } from 'vue'

const key: InjectionKey<Readonly<Ref<readonly SearchTerm[]>>> = Symbol('search terms')

export function provideSearchTerms(terms: Readonly<Ref<readonly SearchTerm[]>>): void {
  provide(key, terms)
}

/** None where nothing is searched. */
export function useSearchTerms(): Readonly<Ref<readonly SearchTerm[]>> {
  return inject(key, () => shallowRef([]), true)
}
