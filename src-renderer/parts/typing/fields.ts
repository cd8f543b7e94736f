/** The text fields of the page: which there are, what each is called, and writing in one as a person does. */
import type { FieldState } from './typed-steps.ts'

export type TextField = HTMLInputElement | HTMLTextAreaElement

const textTypes: ReadonlySet<string> = new Set(['text', 'search', 'url', 'tel', 'email', 'number'])
/** A password may be shown as text for a while. */
const secrets = new WeakSet<TextField>()

/** The field if text is typed in it, as opposed to a switch or a slider. Null for a secret one: nothing of it is kept. */
export function textFieldOf(target: EventTarget | null): TextField | null {
  if (target instanceof HTMLTextAreaElement)
    return target
  if (!(target instanceof HTMLInputElement))
    return null
  if (target.type === 'password' || target.closest('[data-secret]'))
    secrets.add(target)
  return textTypes.has(target.type) && !secrets.has(target) ? target : null
}

/** Whether text is typed in it, also a secret one: the browser's own undo would act there. */
export function takesTyping(target: EventTarget | null): target is TextField {
  return target instanceof HTMLTextAreaElement
    || (target instanceof HTMLInputElement && (target.type === 'password' || textTypes.has(target.type)))
}

/** The dialog that it is in; null in the room. */
export function dialogOf(element: Element | null): Element | null {
  return element?.closest('[role=dialog][aria-modal=true], .n-modal') ?? null
}

/** The dialog that is in front; null where there is none. */
export function frontDialog(): Element | null {
  return dialogOf(document.activeElement)
    ?? [...document.querySelectorAll('[role=dialog][aria-modal=true], .n-modal')].at(-1)
    ?? null
}

const numbers = new WeakMap<TextField, number>()
let count = 0

/**
 * Names a field. Where it, or what it is in, has `data-words`, the name is the same when it is drawn again; else it belongs to this
 * element.
 */
export function nameOfField(field: TextField): string {
  const host = field.closest<HTMLElement>('[data-words]')
  if (host)
    return `${host.dataset.words ?? ''} / ${field.ariaLabel ?? field.labels?.[0]?.textContent ?? ''}`
  const number = numbers.get(field) ?? ++count
  numbers.set(field, number)
  return `#${number}`
}

/** Whether what is changed there is a step of the room's own: as it is typed (`saves`), or when it is left or taken over (`commits`). */
export function isRoomStep(field: TextField): boolean {
  return field.closest('[data-saves], [data-commits]') !== null
}

/** Under what its unsaved words are kept, where they are saved as they are typed; null elsewhere. */
export function savesUnder(field: TextField): string | null {
  return field.closest<HTMLElement>('[data-saves], [data-commits]')?.dataset.saves ?? null
}

export function textFields(): TextField[] {
  return [...document.querySelectorAll('input, textarea')].flatMap(element => textFieldOf(element) ?? [])
}

/** Those of a dialog, or of the room, by their names. */
export function fieldsOf(dialog: Element | null): ReadonlyMap<string, TextField> {
  return new Map(textFields()
    .filter(field => dialogOf(field) === dialog && !field.disabled && !field.readOnly)
    .map(field => [nameOfField(field), field]))
}

export function stateOf(field: TextField): FieldState {
  return { value: field.value, from: field.selectionStart, to: field.selectionEnd }
}

export function select(field: TextField, from: number | null, to: number | null): void {
  if (from !== null && to !== null && field.selectionStart !== null)
    field.setSelectionRange(from, to)
}

/** As if it was typed: listeners of the field are called. `isTaken`: what was there was taken over, so this is, too. */
export function writeField(field: TextField, { value, from, to }: FieldState, inputType: string, isTaken: boolean): void {
  field.value = value
  select(field, from, to)
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType }))
  if (isTaken)
    field.dispatchEvent(new Event('change', { bubbles: true }))
}
