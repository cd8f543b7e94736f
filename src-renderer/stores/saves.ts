/** Files that the studio is saving now, where it does so itself: a browser saves downloads on its own. */
import type { RunningSave } from '#contract/saving.ts'
import { defineStore } from 'pinia'
import { onScopeDispose, shallowReadonly, shallowRef } from 'vue'
import { studio, wire } from '../studio.ts'
import { follow } from './follow.ts'

export const useSaves = defineStore('saves', () => {
  const all = shallowRef<readonly RunningSave[]>([])
  const stop = new AbortController()
  void follow({ whenOpen: wire.whenOpen, open: options => studio.saving.changes({}, options) }, ({ saves }) => {
    all.value = saves
  }, stop.signal)
  onScopeDispose(() => stop.abort())
  return { all: shallowReadonly(all) }
})
