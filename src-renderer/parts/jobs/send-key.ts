/** Ctrl+Enter sends from anywhere in a form: handled in the capture phase, because a focused select consumes every Enter. */
import { nextTick } from 'vue'

/** For `@keydown.capture` of the form. A key that is held down comes again and again: `useIntents` takes that as one press. */
export function sendKey(send: () => unknown): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.isComposing)
      return
    event.preventDefault()
    event.stopPropagation()
    void withWhatWasTyped(send)
  }
}

/** A field of one row may take its number or its words only when the focus leaves it. */
async function withWhatWasTyped(send: () => unknown): Promise<void> {
  const field = document.activeElement
  if (field instanceof HTMLInputElement) {
    field.blur()
    field.focus({ preventScroll: true })
    await nextTick()
  }
  send()
}
