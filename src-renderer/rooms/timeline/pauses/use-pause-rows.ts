/** The rows of the list of pauses: only those in sight are drawn, one of them is the current one, and keys move, choose and play. */
import type { ShallowRef } from 'vue'
import type { TightenedPause } from '#rules/sequence/pauses/plan.ts'
import { useVirtualizer } from '@tanstack/vue-virtual'
import { computed, nextTick, shallowRef } from 'vue'

const rowPx = 32
const page = 8

export function usePauseRows({ list, scroller, toggle, hear }: {
  readonly list: () => readonly TightenedPause[]
  readonly scroller: Readonly<ShallowRef<HTMLElement | null>>
  readonly toggle: (pause: TightenedPause) => void
  readonly hear: (pause: TightenedPause) => void
}) {
  const wanted = shallowRef(0)
  const place = computed(() => Math.max(0, Math.min(list().length - 1, wanted.value)))
  const virtualizer = useVirtualizer(computed(() => ({
    count: list().length,
    getScrollElement: () => scroller.value,
    estimateSize: () => rowPx,
    overscan: 6,
  })))

  async function show(to: number): Promise<void> {
    wanted.value = Math.max(0, Math.min(list().length - 1, to))
    virtualizer.value.scrollToIndex(place.value)
    await nextTick()
    scroller.value?.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus({ preventScroll: true })
  }

  function onKey(event: KeyboardEvent): void {
    const current = list()[place.value]
    if (event.ctrlKey || event.metaKey || event.altKey || !current)
      return
    const ways: Readonly<Record<string, () => unknown>> = {
      'ArrowDown': () => show(place.value + 1),
      'ArrowUp': () => show(place.value - 1),
      'PageDown': () => show(place.value + page),
      'PageUp': () => show(place.value - page),
      'Home': () => show(0),
      'End': () => show(list().length - 1),
      ' ': () => toggle(current),
      'Enter': () => hear(current),
    }
    const act = ways[event.key]
    if (!act)
      return
    event.preventDefault()
    event.stopPropagation()
    void act()
  }

  return { place, virtualizer, onKey, point: (to: number) => wanted.value = to }
}
