/** Every sentence on screen, in the language of the person. */
import type { ComputedRef } from 'vue'
import { usePreferredLanguages } from '@vueuse/core'
import { defineStore, storeToRefs } from 'pinia'
import { computed } from 'vue'
import { useSettings } from '../stores/settings.ts'
import { en } from './en/index.ts'
import { zh } from './zh/index.ts'

export type Texts = typeof en
export type Language = 'en' | 'zh'

export const textsOf: Record<Language, Texts> = { en, zh }

export const useLanguage = defineStore('language', () => {
  const settings = useSettings()
  const preferred = usePreferredLanguages()
  const language = computed<Language>(() => {
    if (settings.now.language !== 'system')
      return settings.now.language
    return preferred.value[0]?.toLowerCase().startsWith('zh') ? 'zh' : 'en'
  })
  const texts = computed(() => textsOf[language.value])
  return { language, texts }
})

/** `const t = useTexts()`, then `t.library.title` in a template and `t.value.library.title` in script. */
export function useTexts(): ComputedRef<Texts> {
  // storeToRefs keeps the computed itself, whose type it widens to a writable ref.
  return storeToRefs(useLanguage()).texts as ComputedRef<Texts>
}
