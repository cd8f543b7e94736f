/** What would move the page waits until a press is over: the press would be for something else otherwise, or be lost. */
import type { Ref } from 'vue'
import { createSharedComposable, useEventListener } from '@vueuse/core'
import { shallowRef, watch } from 'vue'

const usePress = createSharedComposable(() => {
  const isPressed = shallowRef(false)
  const begin = (): void => void (isPressed.value = true)
  // The click comes after the button is released.
  const end = (): void => void setTimeout(() => isPressed.value = false)
  useEventListener(globalThis.window, 'pointerdown', begin, { capture: true, passive: true })
  useEventListener(globalThis.window, ['pointerup', 'pointercancel', 'dragend', 'drop', 'blur'], end, { capture: true, passive: true })
  return isPressed
})

/** The newest value while nothing is pressed, and what it was until then while something is. */
export function steadyWhilePressed<Value>(source: () => Value): Readonly<Ref<Value>> {
  const isPressed = usePress()
  const shown = shallowRef(source())
  watch([source, isPressed] as const, ([now, isHeld]) => {
    if (!isHeld)
      shown.value = now
  }, { flush: 'sync' })
  return shown
}
