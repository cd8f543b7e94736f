/** What can be done in the script, for buttons, keys and palette alike. */
import type { Action } from '../../actions/action.ts'

export interface ScriptRoomActs {
  speak: () => unknown
  maySpeak: () => boolean
  speakAll: () => unknown
  maySpeakAll: () => boolean
  add: () => unknown
  paste: () => unknown
  listen: () => unknown
  casting: () => unknown
}

export function scriptActions(room: ScriptRoomActs): readonly Action[] {
  return [
    { id: 'script.speak', group: 'script', label: t => t.script.keys.speak, keys: ['mod+enter'], when: room.maySpeak, run: room.speak },
    {
      id: 'script.make-stale',
      group: 'script',
      label: t => t.script.keys.makeStale,
      keys: ['mod+shift+enter'],
      when: room.maySpeakAll,
      run: room.speakAll,
    },
    { id: 'script.add', group: 'script', label: t => t.script.keys.add, keys: ['alt+n'], run: room.add },
    { id: 'script.paste', group: 'script', label: t => t.script.keys.importText, keys: ['mod+shift+v'], run: room.paste },
    { id: 'script.listen', group: 'script', label: t => t.script.keys.listen, keys: ['alt+l'], run: room.listen },
    { id: 'script.casting', group: 'script', label: t => t.script.keys.cast, keys: ['alt+c'], run: room.casting },
  ]
}
