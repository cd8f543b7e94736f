/**
 * Keeps the focus where it is when Alt goes up after it was held for the pointer: to copy a clip, to zoom with the wheel. Windows and Linux
 * put it into the menu bar after Alt alone, and count only other keys as its use.
 */
import { useEventListener } from '@vueuse/core'

/** Acts of the pointer that Alt may be held for. */
const acts = ['pointerdown', 'pointerup', 'wheel', 'dragstart', 'dragend', 'drop', 'contextmenu'] as const

export function useMenuBarGuard(): void {
  let isUsed = false
  useEventListener(document, 'keydown', ({ key, repeat }: KeyboardEvent) => {
    if (key === 'Alt' && !repeat)
      isUsed = false
  }, { capture: true })
  for (const act of acts) {
    useEventListener(document, act, (event: MouseEvent) => {
      isUsed ||= event.altKey
    }, { capture: true, passive: true })
  }
  useEventListener(document, 'keyup', (event: KeyboardEvent) => {
    if (event.key === 'Alt' && isUsed)
      event.preventDefault()
  }, { capture: true })
}
