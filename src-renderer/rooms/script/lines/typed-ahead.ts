/**
 * What is typed between a key that moves the caret to another line and the moment in which the caret is there: it belongs to that line, and
 * its field may not be there yet.
 */
import { onScopeDispose } from 'vue'

/** If the caret has not moved by then, it stays. */
const mostMs = 2000
const row = '[data-row]'

/** Where the caret is, as if it were typed. */
function type(field: HTMLTextAreaElement | HTMLInputElement, text: string): void {
  field.setRangeText(text, field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))
}

/** The first row now, and the next ones after Enter, which holds them back again until the caret is in the line that it begins. */
function typeRows(field: HTMLTextAreaElement | HTMLInputElement, text: string): void {
  const [row = '', ...others] = text.split('\n')
  if (row !== '')
    type(field, row)
  if (others.length === 0)
    return
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  const rest = others.join('\n')
  if (rest !== '')
    field.dispatchEvent(new InputEvent('beforeinput', { bubbles: true, cancelable: true, inputType: 'insertText', data: rest }))
}

export function useTypedAhead() {
  /** The field in which the caret still is, and what was typed there since; null while nothing is held back. */
  let ahead: { readonly field: HTMLTextAreaElement, text: string, readonly timer: ReturnType<typeof setTimeout> } | null = null

  /** Gives what was typed to the field that has the caret now. */
  function end(to: HTMLTextAreaElement | HTMLInputElement | null): void {
    const text = ahead?.text ?? ''
    const field = to ?? ahead?.field
    clearTimeout(ahead?.timer)
    ahead = null
    if (field && text !== '')
      typeRows(field, text)
  }
  onScopeDispose(() => clearTimeout(ahead?.timer))

  return {
    isOn: (): boolean => ahead !== null,
    begin(field: HTMLTextAreaElement): void {
      ahead ??= { field, text: '', timer: setTimeout(end, mostMs, null) }
    },
    /** The caret does not move: what was typed is of this field. */
    stay: (): void => end(null),
    add(text: string): void {
      if (ahead)
        ahead.text += text
    },
    onBeforeInput(event: InputEvent): void {
      if (!ahead || event.isComposing)
        return
      if (event.inputType === 'deleteContentBackward')
        ahead.text = ahead.text.slice(0, -1)
      else if (event.data !== null)
        ahead.text += event.data
      else
        return
      event.preventDefault()
    },
    onBlur({ relatedTarget: to }: FocusEvent): void {
      if (!ahead)
        return
      const isField = to instanceof HTMLTextAreaElement || to instanceof HTMLInputElement
      // Another field of the same line was chosen by the person.
      const isOfOther = isField && to.closest(row) !== ahead.field.closest(row)
      // The caret is put to its place after the focus.
      queueMicrotask(() => end(isOfOther ? to : null))
    },
  }
}
