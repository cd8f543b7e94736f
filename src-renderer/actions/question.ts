/** One question with a yes and a no that lies over everything: for acts that run from keys and palette too, where no component is near. */
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
    /** A question that is asked while another one stands answers that one with no. */
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
