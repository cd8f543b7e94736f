/** What was dropped before there was a sequence: the sequence that is made for it places it when it is open. */
import type { TakeId } from '#contract/words.ts'
import { defineStore } from 'pinia'

export interface Dropped { readonly takeIds: readonly TakeId[], readonly files: readonly File[] }

export const useFirstDrop = defineStore('timeline-first-drop', () => {
  let held: Dropped | null = null
  return {
    hold(dropped: Dropped): void {
      held = dropped
    },
    take(): Dropped | null {
      const dropped = held
      held = null
      return dropped
    },
  }
})
