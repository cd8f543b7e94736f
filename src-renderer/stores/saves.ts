/** Files that the studio is saving now, where it does so itself: a browser saves downloads on its own. */
import type { RunningSave } from '#contract/saving.ts'
import { defineStore } from 'pinia'
import { shallowReadonly, shallowRef } from 'vue'
import { studio } from '../studio.ts'
import { useFeed } from './feed.ts'

export const useSaves = defineStore('saves', () => {
  const all = shallowRef<readonly RunningSave[]>([])
  useFeed(options => studio.saving.changes({}, options), ({ saves }) => {
    all.value = saves
  })
  return { all: shallowReadonly(all) }
})
