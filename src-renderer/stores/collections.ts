/** The collections, as main has them. */
import type { Collection } from '#contract/collections.ts'
import { defineStore } from 'pinia'
import { computed } from 'vue'
import { foldName } from '#rules/search/names.ts'
import { studio } from '../studio.ts'
import { mirror } from './mirror.ts'

export const useCollections = defineStore('collections', () => {
  const picture = mirror((_key, options) => studio.collections.changes({}, options))
  /** By name, as people sort them: 2 before 10. */
  const all = computed(() => {
    const order = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
    return picture.all.value.toSorted((a, b) => order.compare(a.name, b.name))
  })
  const named = (name: string): Collection | undefined => all.value.find(each => foldName(each.name) === foldName(name))
  return { all, byId: picture.byId, get: picture.get, named, isReady: picture.isReady }
})
