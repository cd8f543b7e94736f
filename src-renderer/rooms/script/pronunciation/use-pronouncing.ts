/** When the pronunciation dictionary is open: with the word that was marked, and the voices of the speakers that have one. */
import type { Line } from '#contract/script.ts'
import type { useSpeak } from '../use-speak.ts'
import { computed, shallowRef } from 'vue'

const mostCharacters = 100

export function usePronouncing({ active, speakers, voiceOf }: {
  active: () => Line | undefined
  speakers: () => readonly string[]
  voiceOf: ReturnType<typeof useSpeak>['voiceOf']
}) {
  const isOpen = shallowRef(false)
  const word = shallowRef('')
  return {
    isOpen,
    word,
    /** First that of the speaker of the current line. */
    voices: computed(() => [...new Set([active()?.speaker ?? '', ...speakers()])].flatMap((speaker) => {
      const voice = voiceOf(speaker)
      return voice ? [{ speaker, casting: voice.casting }] : []
    })),
    open(): void {
      const at = document.activeElement
      const isText = at instanceof HTMLTextAreaElement && at.closest('[data-row]') !== null
      word.value = isText ? at.value.slice(at.selectionStart, at.selectionEnd).trim().slice(0, mostCharacters) : ''
      isOpen.value = true
    },
    close: (): void => { isOpen.value = false },
  }
}
