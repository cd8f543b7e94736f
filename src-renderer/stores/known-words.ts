/** The tags and voices that takes have, to choose from. Asked for when something that offers them is opened. */
import { defineStore } from 'pinia'
import { shallowReadonly, shallowRef } from 'vue'
import { attempt, patientStudio } from '../studio.ts'

export const useKnownWords = defineStore('known-words', () => {
  const tags = shallowRef<readonly string[]>([])
  const voices = shallowRef<readonly string[]>([])
  return {
    tags: shallowReadonly(tags),
    voices: shallowReadonly(voices),
    async refresh(): Promise<void> {
      const { value } = await attempt(patientStudio.takes.known({}))
      if (!value)
        return
      tags.value = value.tags
      voices.value = value.voices
    },
  }
})
