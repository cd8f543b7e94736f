/** Keeps the end of a growing list in sight, unless the user has scrolled away from it. */
import type { ShallowRef } from 'vue'
import { useEventListener, useResizeObserver } from '@vueuse/core'
import { nextTick, shallowReadonly, shallowRef, watch } from 'vue'

/** This close to the end counts as being there, in CSS pixels. */
const nearPixels = 48

export function useFollowEnd(list: Readonly<ShallowRef<HTMLElement | null>>, growth: () => unknown) {
  const isAtEnd = shallowRef(true)

  function toEnd(): void {
    isAtEnd.value = true
    if (list.value)
      list.value.scrollTop = list.value.scrollHeight
  }

  function look(): void {
    if (list.value)
      isAtEnd.value = list.value.scrollHeight - list.value.scrollTop - list.value.clientHeight < nearPixels
  }

  useEventListener(list, 'scroll', look, { passive: true })
  useResizeObserver(list, () => {
    if (isAtEnd.value)
      toEnd()
  })
  watch(growth, async () => {
    await nextTick()
    if (isAtEnd.value)
      toEnd()
    else
      look()
  }, { flush: 'post' })
  return { isAtEnd: shallowReadonly(isAtEnd), toEnd }
}
