/** Announcements for screen readers of what others see on screen; the shell renders them in a live region. */
import type { Texts } from '../texts/texts.ts'
import { defineStore } from 'pinia'
import { shallowReadonly, shallowRef } from 'vue'

export const useAnnouncer = defineStore('announcer', () => {
  const said = shallowRef<{ readonly id: number, readonly text: (texts: Texts) => string } | null>(null)
  let next = 1
  return {
    said: shallowReadonly(said),
    say(text: (texts: Texts) => string): void {
      said.value = { id: next++, text }
    },
  }
})
