/** Opens the library with all takes whose content another one has, too. */
import { useRouter } from 'vue-router'
import { printSearch } from '#rules/search/query.ts'
import { useLibraryQuery } from '../../stores/library-query.ts'
import { everyTake } from '../../stores/take-query.ts'
import { useLanguage } from '../../texts/texts.ts'

export function useShowDuplicates(): () => Promise<unknown> {
  const router = useRouter()
  const language = useLanguage()
  const query = useLibraryQuery()
  return () => {
    query.value = { ...everyTake, text: printSearch([{ is: 'is', value: 'duplicate', isNot: false }], language.language) }
    return router.push({ name: 'library' })
  }
}
