/** The saved searches, as main has them. */
import { defineStore } from 'pinia'
import { computed } from 'vue'
import { studio } from '../studio.ts'
import { mirror } from './mirror.ts'

export const useSavedSearches = defineStore('saved-searches', () => {
  const picture = mirror((_key, options) => studio.searches.changes({}, options))
  /** By name, as people sort them: 2 before 10. */
  const all = computed(() => {
    const order = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
    return picture.all.value.toSorted((a, b) => order.compare(a.name, b.name))
  })
  return { all, get: picture.get, isReady: picture.isReady }
})
