/** Undo and redo of the current room: of what was typed and of its other steps, in the order in which they happened. */
import type { RoomJournal } from '../parts/typing/use-typing.ts'
import { watch } from 'vue'
import { useRoute } from 'vue-router'
import { useActions } from '../actions/action.ts'
import { stepWords, useUndo } from '../actions/undo.ts'
import { frontDialog } from '../parts/typing/fields.ts'
import { useTypingEvents, wayOf } from '../parts/typing/use-typing-events.ts'
import { useTyping } from '../parts/typing/use-typing.ts'

/** `takesKey` answers whether a key outside of text fields is done with: then it means nothing else. */
export function useUndoKeys(): { takesKey: (event: KeyboardEvent, chord: string) => boolean } {
  const route = useRoute()
  const undo = useUndo()
  const typing = useTyping()
  useTypingEvents()

  const journalOf = (key: string): RoomJournal => ({
    name: `project ${key}`,
    now: () => Math.max(Date.now(), undo.next?.order ?? 0),
    undoOrder: () => undo.next?.order ?? null,
    redoOrder: () => undo.nextRedo?.order ?? null,
    // What was typed last is saved by then.
    settle: undo.refresh,
    undo: undo.undo,
    redo: undo.redo,
    mayByField: undo.isOfRoom,
  })
  // The timeline brings its own as soon as its sequence is there.
  watch([() => route.name, () => undo.key], ([name]) => {
    undo.enter(typeof name === 'string' ? name : null)
    typing.enter(journalOf(undo.key))
  }, { immediate: true, flush: 'sync' })

  /** The timeline has actions of its own. */
  const isHere = (): boolean => route.name !== 'timeline'
  useActions(() => [
    {
      id: 'studio.undo',
      group: 'studio',
      keys: ['mod+z'],
      inFields: { why: 'undo' },
      label: t => typing.undoesTyping
        ? t.undo.undo(t.undo.typing)
        : undo.next ? t.undo.undo(stepWords(undo.next, t)) : t.shell.act.undo,
      when: () => isHere() && (undo.mayUndo || typing.undoesTyping),
      run: () => typing.turn('undo'),
    },
    {
      id: 'studio.redo',
      group: 'studio',
      keys: ['mod+shift+z', 'mod+y'],
      inFields: { why: 'undo' },
      label: t => typing.redoesTyping
        ? t.undo.redo(t.undo.typing)
        : undo.nextRedo ? t.undo.redo(stepWords(undo.nextRedo, t)) : t.undo.again,
      when: () => isHere() && (undo.nextRedo !== null || typing.redoesTyping),
      run: () => typing.turn('redo'),
    },
  ])

  return {
    takesKey(event, chord) {
      const way = wayOf(chord)
      if (!way)
        return false
      // The browser's own undo would change whatever field was written in last, wherever it is.
      event.preventDefault()
      const dialog = frontDialog()
      // While one is under way it cannot be seen what is next.
      const isTyped = typing.isTurning() || typing.isNext(way, dialog)
      if (isTyped)
        void typing.turn(way, { dialog, isByField: false })
      return isTyped || dialog !== null
    },
  }
}
