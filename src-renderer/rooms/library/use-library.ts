/** What the library shows: the search and facets, the takes they find, and which are chosen. */
import type { Take } from '#contract/takes.ts'
import type { Selection } from '../../parts/takes/selection.ts'
import { refDebounced, useSessionStorage } from '@vueuse/core'
import { computed, shallowRef, watch } from 'vue'
import { newestFirst, TakeSort } from '#contract/take-order.ts'
import { parseSearch } from '#rules/search/query.ts'
import { useNotices } from '../../actions/notices.ts'
import { keepShown, nothingSelected, touch } from '../../parts/takes/selection.ts'
import { useLibraryQuery } from '../../stores/library-query.ts'
import { useTakePlaces } from '../../stores/take-places.ts'
import { everyTake } from '../../stores/take-query.ts'
import { pageKeys } from '../../wire/page-keys.ts'

const typingPauseMs = 160
/** As many as one call changes. */
const mostSelected = 1000

interface Keys { readonly ctrlKey: boolean, readonly metaKey: boolean, readonly shiftKey: boolean }

export function useLibrary() {
  const notices = useNotices()
  const facets = useLibraryQuery()
  const keptSort = useSessionStorage<TakeSort>(pageKeys.librarySort, { ...newestFirst })
  const text = refDebounced(computed(() => facets.value.text), typingPauseMs)
  const terms = computed(() => parseSearch(text.value))
  const hasWords = computed(() => terms.value.some(term => (term.is === 'word' || term.is === 'phrase') && !term.isNot))
  const sort = computed<TakeSort>({
    get() {
      // Of another version, perhaps.
      const kept = TakeSort.safeParse(keptSort.value).data ?? newestFirst
      // Until words are searched again.
      return kept.by === 'relevance' && !hasWords.value ? newestFirst : kept
    },
    set: wanted => keptSort.value = wanted,
  })
  // All that restricts the list is written in the search.
  const asked = computed(() => ({ ...everyTake, inTrash: facets.value.inTrash, text: text.value.trim() }))

  /** By number. All of them are loaded, however far apart they are. */
  const selection = shallowRef<Selection<number>>(nothingSelected)
  /** What is being loaded to be selected. */
  let wanted: Selection<number> | null = null
  const list = useTakePlaces(asked, sort, number => selection.value.ids.has(number) || wanted?.ids.has(number) === true)
  watch(list.order, () => {
    selection.value = keepShown(selection.value, { has: number => list.placeOf(number) >= 0 })
  })

  const chosen = computed<readonly Take[]>(() => [...selection.value.ids]
    .toSorted((a, b) => list.placeOf(a) - list.placeOf(b))
    .flatMap(number => list.get(number) ?? []))
  const isFiltered = computed(() => parseSearch(facets.value.text).length > 0)

  /** The most takes, from where the stretch begins. */
  function limited({ ids, at, anchor }: Selection<number>): Selection<number> {
    if (ids.size <= mostSelected)
      return { ids, at, anchor }
    notices.say(texts => texts.library.selectsAtMost(mostSelected.toLocaleString()))
    const isUpwards = at !== null && anchor !== null && list.placeOf(at) < list.placeOf(anchor)
    const kept = isUpwards ? [...ids].slice(-mostSelected) : [...ids].slice(0, mostSelected)
    return { ids: new Set(kept), at: (isUpwards ? kept[0] : kept.at(-1)) ?? null, anchor }
  }

  /** Of several, those that are out of sight are loaded first, so that acts and menus never have only some of them. */
  async function choose(asked: Selection<number>): Promise<void> {
    const mine = wanted = limited(asked)
    const numbers = [...mine.ids]
    const isLoaded = (number: number): boolean => list.get(number) !== undefined
    if (mine.ids.size <= 1)
      selection.value = mine
    if (!numbers.every(isLoaded))
      await list.load(numbers)
    if (mine !== wanted)
      return
    wanted = null
    if (mine.ids.size > 1)
      selection.value = keepShown(mine, { has: isLoaded })
  }

  return {
    facets,
    sort,
    terms,
    /** How well they fit is an order. */
    hasWords,
    list,
    selection,
    chosen,
    /** The take that the inspector shows: only when just one is chosen. Until that is loaded, the one before it. */
    shown: computed<Take | undefined>(before => selection.value.ids.size === 1 ? chosen.value[0] ?? before : undefined),
    isFiltered,
    resetFacets: () => {
      facets.value = { ...everyTake, inTrash: facets.value.inTrash }
    },
    select(number: number, event: Keys): void {
      const modifiers = { adds: event.ctrlKey || event.metaKey, stretches: event.shiftKey }
      void choose(touch(selection.value, list.order.value, number, modifiers))
    },
    selectAll(): void {
      const first = list.order.value[0] ?? null
      void choose({ ids: new Set(list.order.value), at: selection.value.at ?? first, anchor: first })
    },
    clear(): void {
      wanted = null
      selection.value = nothingSelected
    },
    /** The take so many steps away from the one that was touched last; null when there is none. */
    neighbour(steps: number): number | null {
      const at = (wanted ?? selection.value).at
      const from = at === null ? -1 : list.placeOf(at)
      const to = from < 0 ? 0 : Math.min(Math.max(from + steps, 0), list.order.value.length - 1)
      return list.order.value[to] ?? null
    },
  }
}
