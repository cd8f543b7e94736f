/** Hides unintended pastes from the page. In a text field the text is still inserted, as everywhere in the system. */
import { useEventListener } from '@vueuse/core'
import { fieldAt, takesText } from '../actions/fields.ts'
import { watchPasting } from '../actions/pasting.ts'

export function usePasteGuard(): void {
  const watched = watchPasting(location.protocol === 'takeroom:')
  const page = globalThis.window
  // Before any part of a room.
  const first = { capture: true }
  useEventListener(page, 'keydown', watched.key, first)
  useEventListener(page, ['pointerdown', 'pointerup'], ({ button }: PointerEvent) => watched.pointer(button), first)
  // After every part of a room: a menu of ours has prevented it.
  useEventListener(page, 'contextmenu', event => event.defaultPrevented || watched.menu())
  useEventListener(page, 'paste', (event) => {
    const isText = takesText(event.target)
    if (watched.isAsked(isText))
      return
    event.stopImmediatePropagation()
    if (!isText && fieldAt(event.target) === null)
      event.preventDefault()
  }, first)
}
