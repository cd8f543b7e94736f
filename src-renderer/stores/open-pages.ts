/** The browsers that may open the studio, mirrored from main; null until main has told them. */
import type { OpenPage } from '#contract/pages.ts'
import type { BrowserId } from '#contract/words.ts'
import { defineStore } from 'pinia'
import { onScopeDispose, shallowReadonly, shallowRef } from 'vue'
import { attempt, studio, wire } from '../studio.ts'
import { follow } from './follow.ts'

export const useOpenPages = defineStore('open-pages', () => {
  const all = shallowRef<readonly OpenPage[] | null>(null)
  const stop = new AbortController()
  void follow({ whenOpen: wire.whenOpen, open: options => studio.pages.changes({}, options) }, (event) => {
    all.value = event.pages
  }, stop.signal)
  onScopeDispose(() => stop.abort())
  return {
    all: shallowReadonly(all),
    end: (browserId: BrowserId) => attempt(studio.pages.end({ browserId })),
    endOthers: () => attempt(studio.pages.endOthers({})),
  }
})
