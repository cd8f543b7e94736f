/** A virtualised list of rows of one height: which are selected, and moving among them by keys, as in the library. */
import { useVirtualizer } from '@tanstack/vue-virtual'
import { computed, nextTick, shallowRef, watch } from 'vue'
import { keepShown, nothingSelected, touch } from '../takes/selection.ts'

export function useRows<Id extends string>({ ids, height }: {
  ids: () => readonly Id[]
  /** Pixels of one row. */
  height: number
}) {
  const scroller = shallowRef<HTMLElement | null>(null)
  const selection = shallowRef<ReturnType<typeof touch<Id>>>(nothingSelected)
  watch(ids, (now) => {
    selection.value = keepShown(selection.value, new Set(now))
  })
  const virtualizer = useVirtualizer(computed(() => ({
    count: ids().length,
    getScrollElement: () => scroller.value,
    estimateSize: () => height,
    overscan: 6,
  })))

  function select(id: Id, event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'shiftKey'>): void {
    selection.value = touch(selection.value, ids(), id, { adds: event.ctrlKey || event.metaKey, stretches: event.shiftKey })
  }

  async function reveal(index: number): Promise<void> {
    virtualizer.value.scrollToIndex(index, { align: 'auto' })
    await nextTick()
    requestAnimationFrame(() =>
      scroller.value?.querySelector<HTMLElement>(`[data-index="${index}"] [tabindex]`)?.focus({ preventScroll: true }))
  }

  return {
    /** The element that scrolls, set by what shows the rows. */
    scroller,
    selection,
    virtualizer,
    select,
    /** The selected ids in the order of the list, or this one alone when it is not among them. */
    selectedWith: (id: Id): Id[] => selection.value.ids.has(id) ? ids().filter(each => selection.value.ids.has(each)) : [id],
    /** Arrow keys, Home, End, page keys and Ctrl+A. Answers whether the key was one of them. */
    onKey(event: KeyboardEvent): boolean {
      const order = ids()
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') {
        selection.value = { ids: new Set(order), at: selection.value.at ?? order[0] ?? null, anchor: order[0] ?? null }
        event.preventDefault()
        return true
      }
      const page = Math.max(1, Math.floor((scroller.value?.clientHeight ?? 0) / height) - 1)
      const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity }
      const step = steps[event.key]
      if (step === undefined || event.altKey || order.length === 0)
        return false
      event.preventDefault()
      event.stopPropagation()
      const from = selection.value.at === null ? -1 : order.indexOf(selection.value.at)
      const to = from < 0 ? 0 : Math.min(Math.max(from + step, 0), order.length - 1)
      const id = order[to]
      if (id !== undefined) {
        select(id, { ctrlKey: false, metaKey: false, shiftKey: event.shiftKey })
        void reveal(to)
      }
      return true
    },
  }
}
