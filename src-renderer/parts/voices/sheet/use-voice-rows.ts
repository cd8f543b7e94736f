/** The rows of the sheet: only those in sight are drawn, one of them is the current one, and keys move, play and choose. */
import type { ShallowRef } from 'vue'
import type { VoiceEntry } from './entries.ts'
import { useVirtualizer } from '@tanstack/vue-virtual'
import { computed, nextTick, shallowRef } from 'vue'

const rowPx = 48

export function useVoiceRows({ entries, scroller, first, hear, choose, pick }: {
  readonly entries: () => readonly VoiceEntry[]
  readonly scroller: Readonly<ShallowRef<HTMLElement | null>>
  /** The key of the row that is current at first. */
  readonly first: string | undefined
  readonly hear: (entry: VoiceEntry) => unknown
  readonly choose: (entry: VoiceEntry) => unknown
  /** Into the audition, or out of it. */
  readonly pick: (entry: VoiceEntry) => unknown
}) {
  const wanted = shallowRef(first)
  const place = computed(() => Math.max(0, entries().findIndex(entry => entry.key === wanted.value)))
  const current = computed(() => entries()[place.value])
  const virtualizer = useVirtualizer(computed(() => ({
    count: entries().length,
    getScrollElement: () => scroller.value,
    getItemKey: (index: number) => entries()[index]?.key ?? index,
    estimateSize: () => rowPx,
    overscan: 4,
  })))

  async function show(to: number): Promise<void> {
    const next = entries()[Math.max(0, Math.min(entries().length - 1, to))]
    if (!next)
      return
    wanted.value = next.key
    virtualizer.value.scrollToIndex(place.value)
    await nextTick()
    scroller.value?.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus({ preventScroll: true })
  }

  /** How far a key moves. */
  function stepOf(key: string): number | null {
    const page = Math.max(1, Math.floor((scroller.value?.clientHeight ?? 0) / rowPx) - 1)
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -entries().length,
      End: entries().length,
    }
    return steps[key] ?? null
  }

  return {
    current,
    height: computed(() => virtualizer.value.getTotalSize()),
    drawn: computed(() => virtualizer.value.getVirtualItems().flatMap(({ index, start }) => {
      const entry = entries()[index]
      return entry ? [{ entry, top: start, place: index }] : []
    })),
    mean(entry: VoiceEntry): void {
      wanted.value = entry.key
    },
    /** Brings a row to the screen; the focus follows only within the list. */
    point(key: string): void {
      const at = entries().findIndex(entry => entry.key === key)
      if (scroller.value?.contains(document.activeElement))
        return void show(at)
      wanted.value = key
      virtualizer.value.scrollToIndex(Math.max(0, at))
    },
    focus: () => show(place.value),
    /** Of the list. Buttons keep their own keys. */
    onKey(event: KeyboardEvent): void {
      if (event.ctrlKey || event.metaKey || event.altKey || !current.value)
        return
      const step = stepOf(event.key)
      const isOfRow = event.target instanceof HTMLElement && event.target.hasAttribute('data-row')
      if (step !== null)
        void show(place.value + step)
      else if (isOfRow && event.key === ' ')
        hear(current.value)
      else if (isOfRow && event.key === 'Enter')
        choose(current.value)
      else if (isOfRow && event.key === 'a')
        pick(current.value)
      else
        return
      event.preventDefault()
    },
  }
}
