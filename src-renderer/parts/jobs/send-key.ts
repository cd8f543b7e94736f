/** Ctrl+Enter sends from anywhere in a form: caught on its way in, because a list that has the focus takes every Enter for its own. */

/** For `@keydown.capture` of the form. A key that is held down sends once. */
export function sendKey(send: () => unknown): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.isComposing)
      return
    event.preventDefault()
    event.stopPropagation()
    if (!event.repeat)
      send()
  }
}
