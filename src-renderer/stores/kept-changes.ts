/** What the browser keeps of this studio's changes while there is no answer, and what could not be made. */
import type { KeptChange } from '../wire/kept-changes.ts'
import { useIntervalFn } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed } from 'vue'
import { outbox } from '../studio.ts'

/** How often this page looks for what another one left; locks tell which have ended. */
const looksEveryMs = 5_000

export const useKeptChanges = defineStore('kept-changes', () => {
  const { all, isSafe, drop } = outbox.kept
  const isOfHere = (change: KeptChange): boolean => change.folderId === outbox.folderId.value
  useIntervalFn(() => {
    if (all.value.some(change => change.notDone === null && change.pageId !== outbox.pageId))
      outbox.adopt()
  }, looksEveryMs)

  return {
    /** Of any studio: before the connection it is unknown which one it is. */
    count: computed(() => all.value.filter(change => change.notDone === null).length),
    /** No answer yet; while the studio answers, for a moment only. */
    waiting: computed(() => all.value.filter(change => change.notDone === null && isOfHere(change))),
    notMade: computed(() => all.value.filter(change => change.notDone !== null && isOfHere(change))),
    /** For another studio folder, which was open at this address. */
    elsewhere: computed(() => all.value.filter(change => !isOfHere(change))),
    /** Why changes wait although the studio answers; null while they are made. */
    stalledBy: outbox.stalledBy,
    isSafe,
    drop,
    retry: outbox.retry,
  }
})
