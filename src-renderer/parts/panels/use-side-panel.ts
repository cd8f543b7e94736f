/** Whether a panel next to a room is open: remembered where it has its own place, closed at first where it would cover the room. */
import type { WritableComputedRef } from 'vue'
import { useLocalStorage, useMediaQuery } from '@vueuse/core'
import { computed, shallowRef, watch } from 'vue'

/** In windows up to `coversUntil` pixels wide it is over the room. */
export function useSidePanel(key: string, how: { isOpenAtFirst: boolean, coversUntil: number }): {
  isOpen: WritableComputedRef<boolean>
  /** Closes it where it is over the room. */
  uncover: () => void
} {
  const beside = useLocalStorage(key, how.isOpenAtFirst)
  const over = shallowRef(false)
  const covers = useMediaQuery(`(max-width: ${how.coversUntil}px)`)
  const uncover = (): void => {
    over.value = false
  }
  watch(covers, uncover)
  const isOpen = computed({
    get: () => covers.value ? over.value : beside.value,
    set: (wanted) => {
      if (covers.value)
        over.value = wanted
      else
        beside.value = wanted
    },
  })
  return { isOpen, uncover }
}
