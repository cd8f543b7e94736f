/** What the library shows, kept for this window: it is found as it was left, and other rooms open it with a search. */
import type { RemovableRef } from '@vueuse/core'
import type { TakeQuery } from './take-query.ts'
import { useSessionStorage } from '@vueuse/core'
import { pageKeys } from '../wire/page-keys.ts'
import { everyTake } from './take-query.ts'

export function useLibraryQuery(): RemovableRef<TakeQuery> {
  return useSessionStorage<TakeQuery>(pageKeys.library, { ...everyTake }, { mergeDefaults: true })
}
