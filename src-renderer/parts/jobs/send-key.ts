/** Ctrl+Enter sends from anywhere in a form: handled in the capture phase, because a focused select consumes every Enter. */

/** For `@keydown.capture` of the form. A key that is held down comes again and again: `useIntents` takes that as one press. */
export function sendKey(send: () => unknown): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.isComposing)
      return
    event.preventDefault()
    event.stopPropagation()
    send()
  }
}
