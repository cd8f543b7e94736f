/**
 * Escape leaves the field that has the focus, and what was typed stays in it: after that, the keys are the room's. What is open over the
 * field, or says that Escape closes it without losing words (`data-escape`), answers first.
 */
import { useEventListener } from '@vueuse/core'
import { fieldAt } from '../actions/fields.ts'

/** Lists, menus and hints that are open: Escape puts them away, and nothing else. */
const openOver = '.n-base-selection--active, .n-dropdown-menu, [role=menu], [data-shown-hint]'
const answering = '[role=dialog][aria-modal=true], .n-drawer, [data-escape]'

export function useLeaveFields(): void {
  // Before any part of a room, which would close what the field is in.
  useEventListener(globalThis.window, 'keydown', (event) => {
    if (event.key !== 'Escape')
      return
    const { target } = event
    // It ends a Chinese word, and while it is held down it is one wish.
    if (event.isComposing || event.repeat) {
      event.stopImmediatePropagation()
      return
    }
    if (!(target instanceof HTMLElement) || fieldAt(target) === null)
      return
    if (target.closest(answering) || document.querySelector(openOver))
      return
    event.preventDefault()
    event.stopImmediatePropagation()
    target.blur()
  }, { capture: true })
}
