/** One modal question at a time: the only way in which this page asks for confirmation, whether a component or a key asks. */
import type { VNodeChild } from 'vue'
import type { Texts } from '../texts/texts.ts'
import { defineStore } from 'pinia'
import { shallowReadonly, shallowRef } from 'vue'

export interface Question {
  readonly title: (texts: Texts) => string
  readonly body: (texts: Texts) => VNodeChild
  /** What yes does. */
  readonly act: (texts: Texts) => string
  /** A second way to continue. */
  readonly other?: (texts: Texts) => string
  /** Label of no, which has the focus at first; Cancel by default. */
  readonly keep?: (texts: Texts) => string
}

/** Null where the user cancels. */
export type Choice = 'act' | 'other' | null

export const useQuestion = defineStore('question', () => {
  const now = shallowRef<{ readonly question: Question, readonly answer: (choice: Choice) => void } | null>(null)

  /** A new question cancels the one before it. */
  function choose(question: Question): Promise<Choice> {
    now.value?.answer(null)
    return new Promise((resolve) => {
      now.value = {
        question,
        answer(choice) {
          now.value = null
          resolve(choice)
        },
      }
    })
  }

  return {
    now: shallowReadonly(now),
    choose,
    /** Yes or no. */
    ask: async (question: Omit<Question, 'other'>): Promise<boolean> => await choose(question) === 'act',
  }
})
