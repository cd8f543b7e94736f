/** Keys that belong to what has the focus, a player, a form or a menu: no act of a room, so they cannot be changed, but they are listed. */
import type { Texts } from '../texts/texts.ts'

export interface FixedKey {
  readonly id: keyof Texts['shell']['keys']['fixed']
  readonly group: keyof Texts['shell']['groups']
  /** As those of actions. */
  readonly keys: readonly string[]
}

export const fixedKeys: readonly FixedKey[] = [
  { id: 'menu', group: 'studio', keys: ['shift+f10'] },
  { id: 'close', group: 'studio', keys: ['escape'] },
  // With a click.
  { id: 'word', group: 'script', keys: ['alt'] },
  { id: 'history', group: 'make', keys: ['alt+arrowup', 'alt+arrowdown'] },
  { id: 'play', group: 'player', keys: ['space'] },
  { id: 'shuttle', group: 'player', keys: ['j', 'k', 'l'] },
  { id: 'frame', group: 'player', keys: ['arrowleft', 'arrowright', ',', '.'] },
  { id: 'second', group: 'player', keys: ['shift+arrowleft', 'shift+arrowright'] },
  { id: 'ends', group: 'player', keys: ['home', 'end'] },
  { id: 'fullScreen', group: 'player', keys: ['f'] },
  { id: 'loop', group: 'player', keys: ['r'] },
  { id: 'viewer', group: 'library', keys: ['enter'] },
  { id: 'tries', group: 'library', keys: ['arrowup', 'arrowdown'] },
]
