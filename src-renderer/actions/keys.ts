/** Keys: which chord an event is, which action it means, and where single keys are dead. */
import type { Action } from './action.ts'

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

/** Typing goes on here: only chords with Ctrl, Command or Alt count, never single keys. */
export function isSingleKey(chord: string): boolean {
  return !/(?:^|\+)(?:mod|super|alt)\+/.test(chord)
}

export function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement))
    return false
  if (target instanceof HTMLInputElement)
    return !['button', 'checkbox', 'radio', 'range', 'submit', 'file', 'color'].includes(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable
}

/** The action that a chord means now; later registrations win. */
export function actionFor(actions: readonly Action[], chord: string): Action | undefined {
  return actions.findLast(action => action.keys?.includes(chord) && (!action.when || action.when()))
}

/** Groups whose acts are there in every room. */
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

const SIGNS: Record<string, string> = {
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
const MAC_SIGNS: Record<string, string> = { ...SIGNS, mod: '⌘', super: '⌃', alt: '⌥', shift: '⇧' }

/** A chord as it is written on screen, key by key. */
export function writtenChord(chord: string, isMac: boolean): string[] {
  const signs = isMac ? MAC_SIGNS : SIGNS
  return chord.split(/\+(?=.)/).map(part => signs[part] ?? part.toUpperCase())
}

/** True on a Mac, where Command stands for Ctrl. */
export function isMacKeyboard(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform)
}
