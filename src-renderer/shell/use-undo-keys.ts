/** Undo and redo of the room at hand, and where the browser's own undo holds: in a text field that is being written in. */
import { useEventListener } from '@vueuse/core'
import { useRoute } from 'vue-router'
import { useActions } from '../actions/action.ts'
import { takesText } from '../actions/fields.ts'
import { stepWords, useUndo } from '../actions/undo.ts'
import { useUnsaved } from '../parts/drafts/use-unsaved.ts'

/** Rooms with a journal of their own. */
const ownJournals: ReadonlySet<unknown> = new Set(['timeline', 'queue'])
export const undoChords: ReadonlySet<string> = new Set(['mod+z', 'mod+shift+z', 'mod+y'])

export function useUndoKeys(): { isOfField: (event: KeyboardEvent) => boolean } {
  const route = useRoute()
  const undo = useUndo()
  const unsaved = useUnsaved()
  /** The field that was written in since it got the focus. */
  let written: EventTarget | null = null
  useEventListener(document, 'focusin', () => {
    written = null
  }, { capture: true })
  useEventListener(document, 'input', (event) => {
    written = event.target
  }, { capture: true })

  /** What was typed last is saved first: else it would be saved over what comes back. */
  async function afterSaving(turn: () => Promise<void>): Promise<void> {
    await unsaved.flushAll()
    await turn()
  }

  const isHere = (): boolean => !ownJournals.has(route.name)
  useActions(() => [
    {
      id: 'studio.undo',
      group: 'studio',
      keys: ['mod+z'],
      inFields: { why: 'undo' },
      label: t => undo.next ? t.undo.undo(stepWords(undo.next, t)) : t.shell.act.undo,
      when: () => isHere() && undo.next !== null,
      run: () => afterSaving(undo.undo),
    },
    {
      id: 'studio.redo',
      group: 'studio',
      keys: ['mod+shift+z', 'mod+y'],
      inFields: { why: 'undo' },
      label: t => undo.nextRedo ? t.undo.redo(stepWords(undo.nextRedo, t)) : t.undo.again,
      when: () => isHere() && undo.nextRedo !== null,
      run: () => afterSaving(undo.redo),
    },
  ])
  return { isOfField: event => takesText(event.target) && event.target === written }
}
