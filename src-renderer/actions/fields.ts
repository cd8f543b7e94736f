/** What has keys of its own: fields, lists and sliders. While one has the focus, only acts that say why also answer; the field keeps the rest. */

/** `text` is typed into; `choice` is a list with arrows and first letters; `slider` has arrows; `switch` has Space. */
export type FieldKind = 'text' | 'choice' | 'slider' | 'switch'

/** Why an act also answers in a field. There is no other reason: an act that changes anything else waits until the field is left. */
export const fieldReasons = {
  palette: 'It opens over everything, changes nothing by itself, and gives the focus back.',
  help: 'It shows the keys, changes nothing, and gives the focus back.',
  send: 'It sends what is written in this very field.',
  stop: 'It stops the answer to what this field sent.',
  hear: 'It plays what is being written, and changes nothing.',
  find: 'It puts the focus where words to look for are typed, as Ctrl+F does everywhere, and changes nothing.',
  settings: 'It goes to the settings, as this key does in every program; what is written is kept.',
  undo: 'It takes back what was done last, which may be what was typed here.',
} as const satisfies Record<string, string>

export interface FieldPass {
  readonly why: keyof typeof fieldReasons
  /** A CSS selector of what the field must be inside; absent: any field. */
  readonly within?: string
}

/** What is told of an element to know its kind. */
export interface FieldFacts {
  /** In small letters: `input`. */
  readonly tag: string
  /** Of an `input`. */
  readonly type?: string
  readonly role?: string | null
  readonly isEditable?: boolean
  readonly canFocus?: boolean
  /** A closed or open select of Naive UI, which has no role. */
  readonly isSelect?: boolean
}

const inputs: Readonly<Record<string, FieldKind | null>> = {
  button: null,
  submit: null,
  reset: null,
  image: null,
  range: 'slider',
  checkbox: 'switch',
  radio: 'choice',
  color: 'switch',
  file: 'switch',
}
const roles: Readonly<Record<string, FieldKind>> = {
  textbox: 'text',
  searchbox: 'text',
  combobox: 'choice',
  listbox: 'choice',
  option: 'choice',
  radio: 'choice',
  radiogroup: 'choice',
  slider: 'slider',
  spinbutton: 'slider',
  scrollbar: 'slider',
  checkbox: 'switch',
  switch: 'switch',
}

/** Null where the keys are the room's. */
export function kindOf(facts: FieldFacts): FieldKind | null {
  const { tag, type = 'text', role = null, isEditable = false, canFocus = false, isSelect = false } = facts
  if (tag === 'input')
    return Object.hasOwn(inputs, type) ? inputs[type] ?? null : 'text'
  if (tag === 'textarea' || isEditable)
    return 'text'
  if (tag === 'select' || isSelect)
    return 'choice'
  // An edge that only the pointer drags has no keys.
  if (role === 'separator')
    return canFocus ? 'slider' : null
  return role !== null && Object.hasOwn(roles, role) ? roles[role] ?? null : null
}

/** The field at this target of an event, or at `document.activeElement`. */
export function fieldAt(target: EventTarget | null): FieldKind | null {
  if (!(target instanceof Element))
    return null
  return kindOf({
    tag: target.localName,
    ...target instanceof HTMLInputElement ? { type: target.type } : {},
    role: target.getAttribute('role'),
    isEditable: target instanceof HTMLElement && target.isContentEditable,
    canFocus: target.hasAttribute('tabindex'),
    isSelect: target.closest('.n-base-selection, .n-base-select-menu') !== null,
  })
}

/** Something is typed here. */
export function takesText(target: EventTarget | null): boolean {
  return fieldAt(target) === 'text'
}

/** A dialog or a menu is over the room. */
export function hasDialog(): boolean {
  return document.querySelector('[role=dialog][aria-modal=true], .n-modal, .n-dropdown-menu') !== null
}

/** Where a key was pressed. */
export interface KeyPlace {
  readonly field: FieldKind | null
  readonly hasDialog: boolean
  /** Whether the field is inside what this CSS selector finds. */
  readonly isWithin: (selector: string) => boolean
}

export function placeOf({ target }: Pick<Event, 'target'>): KeyPlace {
  return {
    field: fieldAt(target),
    hasDialog: hasDialog(),
    isWithin: selector => target instanceof Element && target.closest(selector) !== null,
  }
}
