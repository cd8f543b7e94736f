/** What the dialogs of collections and saved searches are open for. */
import type { Collection } from '#contract/collections.ts'
import type { SavedSearch } from '#contract/saved-searches.ts'
import type { ManyTakes } from '../takes/take-work.ts'
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

export const useCollectionDialogs = defineStore('collection-dialogs', () => ({
  /** Which takes are added to a collection. */
  adding: shallowRef<ManyTakes>([]),
  isMaking: shallowRef(false),
  renaming: shallowRef<Collection | null>(null),
  saving: shallowRef<Pick<SavedSearch, 'text' | 'sort'> | null>(null),
  renamingSearch: shallowRef<SavedSearch | null>(null),
}))
