/** The browsers that may open the studio, mirrored from main; null until main has told them. */
import type { OpenPage } from '#contract/pages.ts'
import type { BrowserId } from '#contract/words.ts'
import { defineStore } from 'pinia'
import { shallowReadonly, shallowRef } from 'vue'
import { attempt, studio } from '../studio.ts'
import { useFeed } from './feed.ts'

export const useOpenPages = defineStore('open-pages', () => {
  const all = shallowRef<readonly OpenPage[] | null>(null)
  useFeed(options => studio.pages.changes({}, options), (event) => {
    all.value = event.pages
  })
  return {
    all: shallowReadonly(all),
    end: (browserId: BrowserId) => attempt(studio.pages.end({ browserId })),
    endOthers: () => attempt(studio.pages.endOthers({})),
  }
})
