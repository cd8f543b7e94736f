/** The voices of the user's own, as main has them. */
import { defineStore } from 'pinia'
import { computed } from 'vue'
import { studio } from '../studio.ts'
import { oldestFirst } from './by-age.ts'
import { mirror } from './mirror.ts'

export const useVoices = defineStore('voices', () => {
  const picture = mirror((_key, options) => studio.voices.changes({}, options))
  /** By name, without those in the trash. */
  const all = computed(() => picture.all.value.filter(voice => voice.trashedAt === null).toSorted((a, b) => a.name.localeCompare(b.name)
    || oldestFirst(a, b)))
  const trashed = computed(() =>
    picture.all.value.filter(voice => voice.trashedAt !== null).toSorted((a, b) => (b.trashedAt ?? 0) - (a.trashedAt ?? 0)))
  return { all, trashed, get: picture.get, isReady: picture.isReady }
})
