/** Walking a list of takes in the viewer: what is next, and what is loaded around it. */

/** On each side of the take that is shown. */
const loadedOnEachSide = 2

/** The number this many steps on, within the list. Undefined in an empty one. */
export function stepped(order: readonly number[], place: number, steps: number): number | undefined {
  return order[Math.min(Math.max(place + steps, 0), order.length - 1)]
}

/** The number at this place, and those next to it. Empty without a place. */
export function around(order: readonly number[], place: number): readonly number[] {
  return place < 0 ? [] : order.slice(Math.max(0, place - loadedOnEachSide), place + loadedOnEachSide + 1)
}

export type ViewerAct = 'back' | 'on' | 'tryBack' | 'tryOn' | 'star' | 'tag' | 'rename' | 'trash' | 'again' | 'details' | 'close'

const acts: Readonly<Record<string, ViewerAct>> = {
  ArrowLeft: 'back',
  PageUp: 'back',
  ArrowRight: 'on',
  PageDown: 'on',
  ArrowUp: 'tryBack',
  ArrowDown: 'tryOn',
  Delete: 'trash',
  F2: 'rename',
  f: 'star',
  t: 'tag',
  u: 'again',
  i: 'details',
}

interface Press extends Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> {
  /** What has the focus has keys of its own. */
  readonly field: 'text' | 'choice' | 'slider' | 'switch' | null
  readonly isOnButton: boolean
  /** The take is of a stack. */
  readonly hasTries?: boolean
}

/** What a key does in the viewer; null leaves it to the player. Space closes what cannot be played, as it opened it. */
export function viewerAct(
  { key, ctrlKey, metaKey, altKey, shiftKey, field, isOnButton, hasTries = false }: Press,
  isPlayed: boolean,
): ViewerAct | null {
  if (ctrlKey || metaKey || altKey || shiftKey || (field !== null && field !== 'slider'))
    return null
  if (key === ' ')
    return isPlayed || isOnButton ? null : 'close'
  if (field === 'slider' && /^(?:Arrow|Page)/.test(key))
    return null
  const act = acts[key.length === 1 ? key.toLowerCase() : key] ?? null
  return (act === 'tryBack' || act === 'tryOn') && !hasTries ? null : act
}
