/** The collections and saved searches of the library room: which are shown, and the acts on them. */
import type { Ref } from 'vue'
import type { Collection } from '#contract/collections.ts'
import type { SavedSearch } from '#contract/saved-searches.ts'
import type { TakeSort } from '#contract/take-order.ts'
import type { MenuIds } from '../../../actions/menu.ts'
import type { ManyTakes } from '../../../parts/takes/take-work.ts'
import type { TakeQuery } from '../../../stores/take-query.ts'
import { computed, watch } from 'vue'
import { asksFor, withFacet } from '#rules/search/facets.ts'
import { withRenamed } from '#rules/search/names.ts'
import { parseSearch, printSearch } from '#rules/search/query.ts'
import { useActions } from '../../../actions/action.ts'
import { useMeant } from '../../../actions/meant.ts'
import { useCollectionDialogs } from '../../../parts/collections/collection-dialogs.ts'
import { useCollectionActs } from '../../../parts/collections/use-collection-acts.ts'
import { useTakeTarget } from '../../../parts/takes/take-menu.ts'
import { asMany, useTakeWork } from '../../../parts/takes/take-work.ts'
import { useCollections } from '../../../stores/collections.ts'
import { useSavedSearches } from '../../../stores/saved-searches.ts'
import { everyTake } from '../../../stores/take-query.ts'
import { useLanguage } from '../../../texts/texts.ts'
import { writeSearch } from '../facets/write-search.ts'

const collectionMenu: MenuIds = [['collection.rename', 'collection.remove']]
const searchMenu: MenuIds = [['search.update', 'search.rename'], ['search.remove']]

export type Lists = ReturnType<typeof useLists>

export function useLists({ query, sort, chosen, show }: {
  query: Ref<TakeQuery>
  sort: Ref<TakeSort>
  chosen: () => ManyTakes
  /** Shows the lists: something was added to one. */
  show: () => void
}) {
  const language = useLanguage()
  const dialogs = useCollectionDialogs()
  const acts = useCollectionActs()
  const collections = useCollections()
  const searches = useSavedSearches()
  const target = useTakeTarget()
  const work = useTakeWork()
  const terms = computed(() => parseSearch(query.value.text))
  const current = (): Pick<SavedSearch, 'text' | 'sort'> => ({ text: printSearch(terms.value), sort: sort.value })
  const maySave = computed(() => terms.value.length > 0)

  const isAskedFor = (collection: Collection): boolean => asksFor(terms.value, 'collection', collection.name)
  const isOpen = ({ text, sort: { by, isAscending } }: SavedSearch): boolean =>
    printSearch(parseSearch(text)) === printSearch(terms.value) && by === sort.value.by && isAscending === sort.value.isAscending
  /** The only one that the search asks for. */
  const asked = computed(() => {
    const all = collections.all.filter(isAskedFor)
    return all.length === 1 ? all[0] : undefined
  })

  /** Whose menu is open; null while none is. */
  const meant = useMeant<Collection | SavedSearch | null>(() => null)
  const isMeant = ({ id }: Collection | SavedSearch): boolean => id === meant.now.value?.id
  const meantCollection = (): Collection | undefined => meant.now.value ? collections.all.find(isMeant) : asked.value
  const meantSearch = (): SavedSearch | undefined => searches.all.find(meant.now.value ? isMeant : isOpen)

  function save(): void {
    dialogs.saving = current()
    show()
  }

  // A collection that gets another name, here or elsewhere, is shown by it; one that is removed is not asked for any more.
  watch(() => collections.byId, (now, before) => {
    for (const { id, name } of before.values()) {
      const next = now.get(id)
      const renamed = next?.name === name ? null : withRenamed(terms.value, 'collection', name, next?.name ?? '')
      if (renamed && collections.isReady)
        query.value = writeSearch(query.value, renamed.filter(term => term.is !== 'collection' || term.value !== ''), language.language)
    }
  })

  const ofLibrary = { group: 'library' } as const
  useActions(() => [
    { ...ofLibrary, id: 'collection.new', label: t => t.collections.add, run: () => {
      dialogs.isMaking = true
      show()
    } },
    {
      ...{ ...ofLibrary, id: 'collection.rename', label: t => t.collections.rename, of: () => meantCollection()?.name ?? '' },
      when: () => meantCollection() !== undefined,
      run: () => dialogs.renaming = meantCollection() ?? null,
    },
    {
      ...{ ...ofLibrary, id: 'collection.remove', label: t => t.collections.remove, of: () => meantCollection()?.name ?? '' },
      when: () => meantCollection() !== undefined,
      run: () => [meantCollection() ?? []].flat().map(acts.remove),
    },
    {
      ...{ ...ofLibrary, id: 'take.leave-collection', isHidden: true, label: t => t.collections.leave(asked.value?.name ?? '') },
      when: () => asked.value !== undefined && (target.unloaded ? work.now === null : target.takes.length > 0),
      run: () => asked.value && acts.removeTakes(asked.value, asMany(target.all())),
    },
    { ...ofLibrary, id: 'search.save', label: t => t.collections.searches.save, when: () => maySave.value, run: save },
    {
      ...{ ...ofLibrary, id: 'search.update', label: t => t.collections.searches.update, of: () => meantSearch()?.name ?? '' },
      when: () => maySave.value && meantSearch() !== undefined && !isOpen(meantSearch()!),
      run: () => [meantSearch() ?? []].flat().map(search => acts.updateSearch(search, current())),
    },
    {
      ...{ ...ofLibrary, id: 'search.rename', label: t => t.collections.searches.rename, of: () => meantSearch()?.name ?? '' },
      when: () => meantSearch() !== undefined,
      run: () => dialogs.renamingSearch = meantSearch() ?? null,
    },
    {
      ...{ ...ofLibrary, id: 'search.remove', label: t => t.collections.searches.remove, of: () => meantSearch()?.name ?? '' },
      when: () => meantSearch() !== undefined,
      run: () => [meantSearch() ?? []].flat().map(acts.removeSearch),
    },
  ])

  return {
    maySave,
    asked,
    collect(): void {
      dialogs.adding = chosen()
      show()
    },
    leave: () => asked.value && acts.removeTakes(asked.value, chosen()),
    isAskedFor,
    isOpen,
    save,
    openCollectionMenu: (event: MouseEvent, collection: Collection) => meant.open(event, collection, collectionMenu),
    openSearchMenu: (event: MouseEvent, search: SavedSearch) => meant.open(event, search, searchMenu),
    toggle(collection: Collection): void {
      query.value = writeSearch(query.value, withFacet(terms.value, 'collection', collection.name), language.language)
    },
    /** Its words, filters and order, and nothing else; a second press shows everything again. */
    open(search: SavedSearch): void {
      const wasOpen = isOpen(search)
      query.value = writeSearch({ ...everyTake }, wasOpen ? [] : parseSearch(search.text), language.language)
      if (!wasOpen)
        sort.value = search.sort
    },
  }
}
