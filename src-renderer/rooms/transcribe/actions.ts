/** The actions of the transcription room, for buttons, keys and palette alike. */
import type { Action } from '../../actions/action.ts'

export function transcribeActions(
  room: { send: () => unknown, maySend: () => boolean, search: () => unknown, maySearch: () => boolean },
): readonly Action[] {
  return [
    { id: 'transcribe.send', group: 'make', label: t => t.transcribe.keys.send, keys: ['mod+enter'], when: room.maySend, run: room.send },
    {
      id: 'transcribe.search',
      group: 'make',
      label: t => t.transcribe.keys.search,
      keys: ['mod+f'],
      inFields: { why: 'find' },
      when: room.maySearch,
      run: room.search,
    },
  ]
}
