/** Finding words in the script: which lines have them, and which of these is looked at. */
import type { Line } from '#contract/script.ts'
import type { LineId } from '#contract/words.ts'
import { refDebounced } from '@vueuse/core'
import { computed, shallowReadonly, shallowRef, watch } from 'vue'
import { findLines } from './find-lines.ts'

export function useFind(lines: () => readonly Line[]) {
  const isOpen = shallowRef(false)
  const isReplacing = shallowRef(false)
  const query = shallowRef('')
  const settled = refDebounced(query, 120)
  const here = shallowRef<LineId | null>(null)
  /** Raised by each wish to look for something, also while the bar is there. */
  const asked = shallowRef(0)
  const found = computed(() => isOpen.value ? findLines(lines(), settled.value).map(line => line.id) : [])
  const ids = computed(() => new Set(found.value))
  watch(found, (now) => {
    // What is looked at stays, as long as it has the words.
    if (here.value === null || !ids.value.has(here.value))
      here.value = now[0] ?? null
  })

  return {
    isOpen,
    /** Whether replacing is offered, too. */
    isReplacing,
    query: shallowReadonly(query),
    write(words: string): void {
      query.value = words
    },
    asked,
    ids,
    here,
    count: computed(() => found.value.length),
    /** From 1; 0 while nothing is found. */
    at: computed(() => here.value === null ? 0 : found.value.indexOf(here.value) + 1),
    isSettled: computed(() => settled.value === query.value),
    open(): void {
      isOpen.value = true
      asked.value += 1
    },
    toggleReplace(): void {
      isReplacing.value = !isReplacing.value
    },
    openReplace(): void {
      isOpen.value = true
      isReplacing.value = true
      asked.value += 1
    },
    close(): void {
      isOpen.value = false
      here.value = null
    },
    step(by: 1 | -1): void {
      const all = found.value
      const at = here.value === null ? -1 : all.indexOf(here.value)
      here.value = all[(at + by + all.length) % all.length] ?? null
    },
  }
}

export type Find = ReturnType<typeof useFind>
