/** Keys: which chord an event is, which action it means, and which keys are left to a field. */
import type { Action } from './action.ts'
import type { KeyPlace } from './fields.ts'

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** `mod+shift+k`, `escape`, `?`: modifiers in a fixed order; Shift is not named for signs that need it anyway. */
export function chordOf(press: KeyPress, isMac: boolean): string {
  const key = press.key === ' ' ? 'space' : press.key.toLowerCase()
  const isSign = press.key.length === 1 && press.key.toLowerCase() === press.key.toUpperCase() && press.key !== ' '
  const parts: string[] = []
  if (isMac ? press.metaKey : press.ctrlKey)
    parts.push('mod')
  if (isMac ? press.ctrlKey : press.metaKey)
    parts.push('super')
  if (press.altKey)
    parts.push('alt')
  if (press.shiftKey && !isSign)
    parts.push('shift')
  return [...parts, key].join('+')
}

/** Without Ctrl, Command or Alt. */
export function isSingleKey(chord: string): boolean {
  return !/(?:^|\+)(?:mod|super|alt)\+/.test(chord)
}

/** A single key means something to any field, but for F1 to F24. */
const functionKey = /^(?:shift\+)?f(?:[1-9]|1\d|2[0-4])$/
/** What every text field does by itself, whatever key a person gave to an act. */
const textChord = /^mod\+(?:shift\+)?(?:[acvx]|arrow(?:left|right|up|down)|home|end|backspace|delete|insert)$/

/** Whether this act may answer to this chord where it was pressed. */
export function mayAnswer({ inFields, inDialogs }: Pick<Action, 'inFields' | 'inDialogs'>, chord: string, place: KeyPlace): boolean {
  if (place.hasDialog && inDialogs !== true)
    return false
  if (place.field === null)
    return true
  const isOfField = (isSingleKey(chord) && !functionKey.test(chord)) || (place.field === 'text' && textChord.test(chord))
  return inFields !== undefined && !isOfField && (inFields.within === undefined || place.isWithin(inFields.within))
}

/** The action that a chord means now, and there; later registrations win. */
export function actionFor(actions: readonly Action[], chord: string, place?: KeyPlace): Action | undefined {
  return actions.findLast(action => action.keys?.includes(chord)
    && (!place || mayAnswer(action, chord, place)) && (!action.when || action.when()))
}

/** Groups whose actions exist in every room. */
const everywhere: ReadonlySet<Action['group']> = new Set(['go', 'project', 'studio', 'player'])

/** Other acts that a chord already means where this one is: in the same room, or everywhere. */
export function conflictsOf(actions: readonly Action[], { id, group }: Pick<Action, 'id' | 'group'>, chord: string): Action[] {
  return actions.filter(other => other.id !== id && other.keys?.includes(chord)
    && (other.group === group || everywhere.has(other.group) || everywhere.has(group)))
}

/** Only Ctrl, Shift, Alt or Command: more is to come. */
export function isModifier({ key }: Pick<KeyboardEvent, 'key'>): boolean {
  return ['Control', 'Shift', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'Dead', 'Process', 'Unidentified'].includes(key)
}

const keySigns: Record<string, string> = {
  mod: 'Ctrl',
  super: 'Super',
  alt: 'Alt',
  shift: 'Shift',
  escape: 'Esc',
  enter: 'Enter',
  delete: 'Del',
  backspace: '⌫',
  space: 'Space',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  pageup: 'PgUp',
  pagedown: 'PgDn',
  home: 'Home',
  end: 'End',
}
const macSigns: Record<string, string> = { ...keySigns, mod: '⌘', super: '⌃', alt: '⌥', shift: '⇧' }

/** A chord as it is written on screen, key by key. */
export function writtenChord(chord: string, isMac: boolean): string[] {
  const signs = isMac ? macSigns : keySigns
  return chord.split(/\+(?=.)/).map(part => signs[part] ?? part.toUpperCase())
}

/** True on a Mac, where Command stands for Ctrl. */
export function isMacKeyboard(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform)
}
