/** What can be done in a conversation, for buttons, keys and palette alike. */
import type { Action } from '../../actions/action.ts'

export interface ChatRoomActs {
  send: () => unknown
  maySend: () => boolean
  create: () => unknown
  stop: () => unknown
  mayStop: () => boolean
  panel: () => unknown
}

export function chatActions(room: ChatRoomActs): readonly Action[] {
  return [
    { id: 'chat.send', group: 'make', label: t => t.chat.keys.send, keys: ['mod+enter'], when: room.maySend, run: room.send },
    {
      id: 'chat.stop',
      group: 'make',
      label: t => t.chat.keys.stop,
      keys: ['mod+.'],
      inFields: { why: 'stop', within: '.composer' },
      when: room.mayStop,
      run: room.stop,
    },
    { id: 'chat.create', group: 'make', label: t => t.chat.keys.create, keys: ['alt+n'], run: room.create },
    { id: 'chat.panel', group: 'make', label: t => t.chat.keys.panel, keys: ['alt+p'], run: room.panel },
  ]
}
