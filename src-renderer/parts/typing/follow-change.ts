/** After undo or redo from a field: the focus goes to the field that changed, else to the one next to a field that is gone. */
import type { TextField } from './fields.ts'
import { select, textFieldOf, textFields } from './fields.ts'
import { caretAfterChange } from './typed-steps.ts'

/** The news of a change may come after its answer. In ms. */
const latestMs = 1500

/**
 * Notes the fields as they are. Call what it answers once the step is done. `isTyped` says whether a person has typed in a field, `onPlaced`
 * hears where the focus was put.
 */
export function followChange(isTyped: (field: TextField) => boolean, onPlaced: (field: Element | null) => unknown) {
  const before = new Map(textFields().map(field => [field, field.value]))
  const active = textFieldOf(document.activeElement)
  const stopping = new AbortController()
  const { signal } = stopping
  const stop = (): void => stopping.abort()

  function step(until: number): void {
    if (signal.aborted)
      return
    const done = toChanged(before, active, isTyped) || (active !== null && toAppeared(before, active))
      || (active !== null && !active.isConnected && toNeighbour([...before.keys()], active))
    if (done)
      onPlaced(document.activeElement)
    if (done || performance.now() > until)
      return stop()
    requestAnimationFrame(() => step(until))
  }

  // Not once the user continues somewhere else, which may be before main has answered.
  for (const event of ['keydown', 'pointerdown', 'input'])
    document.addEventListener(event, stop, { capture: true, signal })
  // A screen reader moves the focus without a key. Where the field is gone, the program does.
  document.addEventListener('focusin', ({ target }) => {
    if (active?.isConnected && target !== active)
      stop()
  }, { capture: true, signal })
  return {
    start(): void {
      // What changes because of the step is drawn first.
      requestAnimationFrame(() => step(performance.now() + latestMs))
    },
    stop,
    isOver: (): boolean => signal.aborted,
  }
}

function toChanged(before: ReadonlyMap<TextField, string>, active: TextField | null, isTyped: (field: TextField) => boolean): boolean {
  const changed = [...before.keys()].filter(field => field.isConnected && field.value !== before.get(field)
    && (field === active || isTyped(field) || field.closest('[data-saves]') !== null))
  const field = changed.find(each => each === active) ?? changed[0]
  if (!field)
    return false
  field.focus()
  const caret = caretAfterChange(before.get(field) ?? '', field.value)
  select(field, caret, caret)
  return true
}

function toAppeared(before: ReadonlyMap<TextField, string>, active: TextField): boolean {
  const field = textFields().find(each => !before.has(each) && each.ariaLabel === active.ariaLabel && each.closest('[data-saves]'))
  return field !== undefined && toEnd(field)
}

function toNeighbour(before: readonly TextField[], gone: TextField): boolean {
  const at = before.indexOf(gone)
  const isAlike = (field: TextField): boolean => field.isConnected && field.ariaLabel === gone.ariaLabel
  const field = before.slice(0, at).findLast(isAlike) ?? before.slice(at + 1).find(isAlike)
  return field !== undefined && toEnd(field)
}

function toEnd(field: TextField): boolean {
  field.focus()
  select(field, field.value.length, field.value.length)
  return true
}
