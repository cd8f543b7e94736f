/** One modal yes-or-no question, also for actions from keys and the palette, which have no component to show it. */
import type { Texts } from '../texts/texts.ts'
import { defineStore } from 'pinia'
import { shallowReadonly, shallowRef } from 'vue'

export interface Question {
  readonly title: (texts: Texts) => string
  readonly body: (texts: Texts) => string
  /** What yes does. */
  readonly act: (texts: Texts) => string
}

export const useQuestion = defineStore('question', () => {
  const now = shallowRef<{ readonly question: Question, readonly answer: (isYes: boolean) => void } | null>(null)

  return {
    now: shallowReadonly(now),
    /** A new question answers the one before it with no. */
    ask(question: Question): Promise<boolean> {
      now.value?.answer(false)
      return new Promise((resolve) => {
        now.value = {
          question,
          answer(isYes) {
            now.value = null
            resolve(isYes)
          },
        }
      })
    },
  }
})
