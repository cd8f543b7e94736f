/** How saved files are named: as a person has typed it last, and as examples are asked for, once typing pauses. */
import { refDebounced, useLocalStorage } from '@vueuse/core'
import { computed } from 'vue'
import { pageKeys } from '../../wire/page-keys.ts'

const typingPauseMs = 200

export function useNameTemplate() {
  const template = useLocalStorage(pageKeys.savingTemplate, '{number} {title}')
  return { template, settled: refDebounced(computed(() => template.value), typingPauseMs) }
}
