/** How many takes the library shows, in words: all, or those that were found, and how many cards they are folded to. */
import type { useLibrary } from './use-library.ts'
import { computed } from 'vue'
import { useTakes } from '../../stores/takes.ts'
import { useLanguage, useTexts } from '../../texts/texts.ts'

type Library = Pick<ReturnType<typeof useLibrary>, 'facets' | 'list' | 'isFiltered' | 'folding'>

export function useCountWords({ facets, list, isFiltered, folding }: Library) {
  const t = useTexts()
  const language = useLanguage()
  const takes = useTakes()
  /** With a search or a facet: how many were found, of how many there are. */
  return computed(() => {
    const all = facets.value.inTrash ? takes.trashed : takes.total
    const found = `${list.order.value.length.toLocaleString(language.language)}${list.isWhole.value ? '' : '+'}`
    const words = isFiltered.value && list.isReady.value
      ? t.value.library.countOf(found, t.value.library.count(all.toLocaleString(language.language)))
      : t.value.library.count(all.toLocaleString(language.language))
    const cards = folding.shown.value.length
    return cards < list.order.value.length ? t.value.stacks.folded(words, cards.toLocaleString(language.language)) : words
  })
}
