/** What the library shows: the search and facets, the takes they find, and which are chosen. */
import type { Take } from '#contract/takes.ts'
import type { TakeId } from '#contract/words.ts'
import type { Selection } from '../../parts/takes/selection.ts'
import type { TakeQuery } from '../../stores/take-query.ts'
import { refDebounced, useSessionStorage } from '@vueuse/core'
import { computed, shallowRef, watch } from 'vue'
import { parseSearch } from '#rules/search/query.ts'
import { keepShown, nothingSelected, touch } from '../../parts/takes/selection.ts'
import { useTakeList } from '../../stores/take-list.ts'
import { everyTake } from '../../stores/take-query.ts'
import { pageKeys } from '../../wire/page-keys.ts'

const typingPauseMs = 160

export function useLibrary() {
  // Kept for this window, so that coming back from another room finds the library as it was left.
  const facets = useSessionStorage<TakeQuery>(pageKeys.library, { ...everyTake }, { mergeDefaults: true })
  const text = refDebounced(computed(() => facets.value.text), typingPauseMs)
  // All that restricts the list is written in the search.
  const asked = computed(() => ({ ...everyTake, inTrash: facets.value.inTrash, text: text.value.trim() }))
  const list = useTakeList(asked, { arrivals: 'counted', pageSize: 120 })

  const selection = shallowRef<Selection<TakeId>>(nothingSelected)
  const order = computed(() => list.takes.value.map(take => take.id))
  watch(order, (ids) => {
    selection.value = keepShown(selection.value, new Set(ids))
  })

  const chosen = computed<readonly Take[]>(() => selection.value.ids.size === 0
    ? []
    : list.takes.value.filter(take => selection.value.ids.has(take.id)))
  const isFiltered = computed(() => parseSearch(facets.value.text).length > 0)

  return {
    facets,
    terms: computed(() => parseSearch(text.value)),
    list,
    selection,
    chosen,
    /** The take that the inspector shows: only when just one is chosen. */
    shown: computed(() => chosen.value.length === 1 ? chosen.value[0] : undefined),
    isFiltered,
    resetFacets: () => {
      facets.value = { ...everyTake, inTrash: facets.value.inTrash }
    },
    select(id: TakeId, event: { ctrlKey: boolean, metaKey: boolean, shiftKey: boolean }) {
      selection.value = touch(selection.value, order.value, id, { adds: event.ctrlKey || event.metaKey, stretches: event.shiftKey })
    },
    selectAll() {
      selection.value = { ids: new Set(order.value), at: selection.value.at ?? order.value[0] ?? null, anchor: order.value[0] ?? null }
    },
    clear() {
      selection.value = nothingSelected
    },
    /** The take so many steps away from the one that was touched last; null when there is none. */
    neighbour(steps: number): TakeId | null {
      const from = selection.value.at === null ? -1 : order.value.indexOf(selection.value.at)
      const to = from < 0 ? 0 : Math.min(Math.max(from + steps, 0), order.value.length - 1)
      return order.value[to] ?? null
    },
    indexOf: (id: TakeId) => order.value.indexOf(id),
  }
}
