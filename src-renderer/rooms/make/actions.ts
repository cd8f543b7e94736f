/** What can be done on the workbenches with a form, for buttons, keys and palette alike. Their tabs bring their own actions. */
import type { Action } from '../../actions/action.ts'

export function makeActions(room: { send: () => unknown, maySend: () => boolean }): readonly Action[] {
  return [
    { id: 'make.send', group: 'make', label: t => t.make.keys.send, keys: ['mod+enter'], when: room.maySend, run: room.send },
  ]
}
