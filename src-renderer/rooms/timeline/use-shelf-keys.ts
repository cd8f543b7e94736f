/** The keys of a shelf that opens over the timeline. */
import type { Ref } from 'vue'
import { useEventListener } from '@vueuse/core'
import { watch } from 'vue'

/** Escape closes it wherever the focus is; what `first` finds has the focus once it is open. */
export function useShelfKeys(isOpen: Ref<boolean>, first: () => HTMLElement | null | undefined): void {
  // The keys may be the room's again, as after a drag.
  useEventListener(window, 'keydown', (event) => {
    if (event.key !== 'Escape' || !isOpen.value)
      return
    event.stopPropagation()
    isOpen.value = false
  }, { capture: true })
  watch(isOpen, (isNow) => {
    if (isNow)
      requestAnimationFrame(() => first()?.focus())
  })
}
