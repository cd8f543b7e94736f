/** Opens the library with all takes whose content another one has, too. */
import { useSessionStorage } from '@vueuse/core'
import { useRouter } from 'vue-router'
import { printSearch } from '#rules/search/query.ts'
import { everyTake } from '../../stores/take-query.ts'
import { useLanguage } from '../../texts/texts.ts'
import { pageKeys } from '../../wire/page-keys.ts'

export function useShowDuplicates(): () => Promise<unknown> {
  const router = useRouter()
  const language = useLanguage()
  const query = useSessionStorage(pageKeys.library, { ...everyTake }, { mergeDefaults: true })
  return () => {
    query.value = { ...everyTake, text: printSearch([{ is: 'is', value: 'duplicate', isNot: false }], language.language) }
    return router.push({ name: 'library' })
  }
}
