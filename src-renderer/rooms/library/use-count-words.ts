/** How many takes the library shows, in words: all, or those that were found, and how many cards they are folded to. */
import type { useLibrary } from './use-library.ts'
import { computed } from 'vue'
import { isOfChecks } from '#rules/search/query.ts'
import { useTakes } from '../../stores/takes.ts'
import { useLanguage, useTexts } from '../../texts/texts.ts'

type Library = Pick<ReturnType<typeof useLibrary>, 'facets' | 'terms' | 'list' | 'isFiltered' | 'folding'>

export function useCountWords({ facets, terms, list, isFiltered, folding }: Library) {
  const t = useTexts()
  const language = useLanguage()
  const takes = useTakes()
  /** With a search or a facet: how many were found, of how many there are. */
  return computed(() => {
    const all = facets.value.inTrash ? takes.trashed : takes.total
    const found = `${list.order.value.length.toLocaleString(language.language)}${list.isWhole.value ? '' : '+'}`
    const ofAll = t.value.library.count(all.toLocaleString(language.language))
    // Checks are not among all takes.
    const ofFound = terms.value.some(isOfChecks) ? t.value.library.count(found) : t.value.library.countOf(found, ofAll)
    const words = isFiltered.value && list.isReady.value ? ofFound : ofAll
    const cards = folding.shown.value.length
    return cards < list.order.value.length ? t.value.stacks.folded(words, cards.toLocaleString(language.language)) : words
  })
}
