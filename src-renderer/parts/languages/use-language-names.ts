/** Languages in which a script can be spoken: those that the models of the catalogue speak, by their names on the screen. */
import { computed } from 'vue'
import { languageCode } from '#rules/script/language-code.ts'
import { languageField } from '#rules/script/line-language.ts'
import { useModels } from '../../stores/models.ts'
import { useLanguage } from '../../texts/texts.ts'

export function useLanguageNames() {
  const models = useModels()
  const screen = useLanguage()
  const names = computed(() => new Intl.DisplayNames([screen.language], { type: 'language' }))
  const nameOf = (language: string): string => names.value.of(language) ?? language
  const spoken = computed(() => new Set(models.all
    .filter(model => model.kind === 'speech')
    .flatMap(model => languageField(model)?.choices ?? [])
    .flatMap(choice => languageCode(choice.value) ?? [])))

  return {
    nameOf,
    /** In the order of their names; with this one, which another version may have known. */
    with: (language: string | null) => [...new Set([...spoken.value, ...language === null ? [] : [language]])]
      .map(value => ({ value, label: nameOf(value) }))
      .toSorted((a, b) => a.label.localeCompare(b.label, screen.language)),
  }
}
