/** What the library shows: the search and facets, the takes they find, and which are chosen. */
import type { Take } from '#contract/takes.ts'
import type { Selection } from '../../parts/takes/selection.ts'
import { refThrottled, useLocalStorage, useSessionStorage } from '@vueuse/core'
import { computed, shallowRef, watch } from 'vue'
import { byHand, newestFirst, TakeSort } from '#contract/take-order.ts'
import { foldName } from '#rules/search/names.ts'
import { parseSearch } from '#rules/search/query.ts'
import { keepShown, nothingSelected, touch } from '../../parts/takes/selection.ts'
import { useCollections } from '../../stores/collections.ts'
import { useLibraryQuery } from '../../stores/library-query.ts'
import { useModels } from '../../stores/models.ts'
import { useProjects } from '../../stores/projects.ts'
import { useTakePlaces } from '../../stores/take-places.ts'
import { everyTake } from '../../stores/take-query.ts'
import { pageKeys } from '../../wire/page-keys.ts'
import { useFolding } from './use-folding.ts'

/** The first letter is searched at once, and those that follow quickly are searched together. */
const searchEveryMs = 100
/** As many are loaded, for acts that show what each of them has. Of more, only the numbers are known. */
const mostLoaded = 1000

interface Keys { readonly ctrlKey: boolean, readonly metaKey: boolean, readonly shiftKey: boolean }

export function useLibrary() {
  // Kept for this window, so that coming back from another room finds the library as it was left.
  const facets = useLibraryQuery()
  const keptSort = useSessionStorage<TakeSort>(pageKeys.librarySort, { ...newestFirst })
  const text = refThrottled(computed(() => facets.value.text), searchEveryMs)
  const terms = computed(() => parseSearch(text.value))
  const hasWords = computed(() => terms.value.some(term => (term.is === 'word' || term.is === 'phrase') && !term.isNot))
  const collections = useCollections()
  const collectionNames = computed(() => new Set(terms.value.flatMap(term =>
    term.is === 'collection' && !term.isNot ? [foldName(term.value)] : [])))
  const collection = computed(() => {
    const [only, other] = collectionNames.value
    return only === undefined || other !== undefined ? undefined : collections.named(only)
  })
  /** While it is not known which collections there are, the one that is asked for may be one. */
  const hasHand = computed(() => collection.value !== undefined || (!collections.isReady && collectionNames.value.size === 1))
  const searched = computed(() => ({ hasWords: hasWords.value, isCollection: collection.value !== undefined }))
  const sort = computed<TakeSort>({
    get() {
      // Of another version, perhaps.
      const kept = TakeSort.safeParse(keptSort.value).data ?? newestFirst
      // Until words are searched again, or one collection.
      const isOffered = kept.by === 'relevance' ? hasWords.value : kept.by !== byHand.by || hasHand.value
      return isOffered ? kept : newestFirst
    },
    set: wanted => keptSort.value = wanted,
  })
  // All that restricts the list is written in the search.
  const asked = computed(() => ({ ...everyTake, inTrash: facets.value.inTrash, text: text.value.trim() }))

  /** By number. Not very many are all loaded, however far apart they are. */
  const selection = shallowRef<Selection<number>>(nothingSelected)
  /** What is being loaded to be selected. */
  let wanted: Selection<number> | null = null
  /** All are to be selected as soon as it is known which these are. */
  let wantsAll = false
  /** Of this screen: tries of the same thing are shown as one. */
  const isFolded = useLocalStorage(pageKeys.libraryFolds, false)
  const list = useTakePlaces(asked, sort, isPinned, isFolded)
  const folding = useFolding({ order: () => list.order.value, placeOf: list.placeOf, stacks: () => list.stacks.value })
  const [projects, models] = [useProjects(), useModels()]
  /** A new name puts takes in another place, though none of them has changed. */
  const sortedNames = computed(() => {
    const { by } = sort.value
    const names = by === 'project'
      ? projects.all.map(({ id, name }) => `${id} ${name}`)
      : by === 'model' ? models.all.map(({ id, label }) => `${id} ${label}`) : []
    return names.toSorted().join('\n')
  })
  watch(sortedNames, () => void list.refresh())
  const isMany = computed(() => selection.value.ids.size > mostLoaded)
  function isPinned(number: number): boolean {
    return (!isMany.value && selection.value.ids.has(number)) || wanted?.ids.has(number) === true
  }
  watch(asked, () => {
    wanted = null
    wantsAll = false
  })
  /** Without what has left the list. In another order only its beginning is known at first. */
  const keepListed = (selected: Selection<number>): Selection<number> =>
    list.isWhole.value ? keepShown(selected, { has: number => list.placeOf(number) >= 0 }) : selected
  watch([list.order, list.isWhole], () => {
    const left = keepListed(selection.value)
    if (!isMany.value || left.ids.size > mostLoaded)
      selection.value = left
    // Those that are left of very many are not loaded yet. What is being loaded was asked for later.
    else if (wanted === null)
      void choose(left)
    if (wantsAll && list.isWhole.value)
      selectAll()
  })

  const chosen = computed<readonly Take[]>(() => isMany.value
    ? []
    : [...selection.value.ids].toSorted((a, b) => list.placeOf(a) - list.placeOf(b)).flatMap(number => list.get(number) ?? []))
  /** The only one that is selected, or the take by which the only stack is shown. */
  const lone = computed<number | null>(() => {
    const { ids, at } = selection.value
    const [only = null] = ids
    if (ids.size < 2)
      return only
    const stack = at === null ? null : folding.stackOf(at)
    return stack && !stack.isOpen && ids.size === stack.numbers.length && stack.numbers.every(number => ids.has(number)) ? stack.head : null
  })
  const isFiltered = computed(() => parseSearch(facets.value.text).length > 0)

  /** Of several, those that are out of sight are loaded first, so that acts and menus never have only some of them. */
  async function choose(asked: Selection<number>): Promise<void> {
    if (asked.ids.size > mostLoaded) {
      wanted = null
      selection.value = asked
      return
    }
    const mine = wanted = asked
    const numbers = [...mine.ids]
    const isLoaded = (number: number): boolean => list.get(number) !== undefined
    if (mine.ids.size <= 1)
      selection.value = mine
    if (!numbers.every(isLoaded))
      await list.load(numbers)
    if (mine !== wanted)
      return
    wanted = null
    const listed = keepListed(mine)
    // What could not be loaded is not selected by halves: what was selected before remains.
    if (mine.ids.size > 1 && [...listed.ids].every(isLoaded))
      selection.value = listed
  }

  /** The take that was touched last. */
  const touched = (): number | null => (wanted ?? selection.value).at

  function selectAll(): void {
    wantsAll = !list.isWhole.value
    if (wantsAll)
      return
    const first = folding.shown.value[0] ?? null
    void choose({ ids: new Set(list.order.value), at: touched() ?? first, anchor: first })
  }

  function select(number: number, event: Keys): void {
    wantsAll = false
    const modifiers = { adds: event.ctrlKey || event.metaKey, stretches: event.shiftKey }
    void choose(touch(wanted ?? selection.value, folding.shown.value, folding.shownBy(number), modifiers, folding.allOf))
  }

  return {
    facets,
    sort,
    terms,
    /** Which orders it offers. */
    searched,
    /** The only one that is searched: it has an order by hand. */
    collection,
    list,
    isFolded,
    folding,
    selection,
    /** Those that are selected, in the order of the list; none where there are very many. */
    chosen,
    /** The numbers of very many that are selected; else null. */
    many: computed<ReadonlySet<number> | null>(() => isMany.value ? selection.value.ids : null),
    /** The take that the inspector shows: only when just one is chosen, or one stack. Until that is loaded, the one before it. */
    shown: computed<Take | undefined>(before => lone.value === null ? undefined : list.get(lone.value) ?? before),
    /** How many closed stacks are selected, each with all of its takes. */
    stackCount: computed(() => {
      const { ids } = selection.value
      return ids.size < 2 ? 0 : folding.closed.value.filter(({ numbers }) => numbers.every(number => ids.has(number))).length
    }),
    isFiltered,
    resetFacets: () => {
      facets.value = { ...everyTake, inTrash: facets.value.inTrash }
    },
    select,
    selectAll,
    /** The stack of the take that was touched last; null where that is in none. */
    stack: computed(() => folding.stackOf(touched() ?? -1)),
    /** Opens the stack of a take, or closes it; then its first take, or all of it, is selected. */
    toggleStack(number: number): void {
      const head = folding.stackOf(number)?.head
      folding.toggle(number)
      if (head !== undefined)
        select(head, { ctrlKey: false, metaKey: false, shiftKey: false })
    },
    clear(): void {
      wanted = null
      wantsAll = false
      selection.value = nothingSelected
    },
    /** The take this many steps away from the one that was touched last; null when there is none. */
    neighbour(steps: number): number | null {
      const at = touched()
      const shown = folding.shown.value
      const from = at === null ? -1 : folding.placeOf(at)
      const to = from < 0 ? 0 : Math.min(Math.max(from + steps, 0), shown.length - 1)
      return shown[to] ?? null
    },
  }
}
