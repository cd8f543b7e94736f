/** A field that takes what was typed when it is left takes it, too, when the page closes. */
import { useEventListener } from '@vueuse/core'
import { takesText } from '../actions/fields.ts'

export function useTakeFields(): void {
  // Before the listeners that send what is unsaved.
  useEventListener(globalThis.window, 'pagehide', () => {
    const { activeElement } = document
    if (activeElement instanceof HTMLElement && takesText(activeElement))
      activeElement.blur()
  }, { capture: true })
}
