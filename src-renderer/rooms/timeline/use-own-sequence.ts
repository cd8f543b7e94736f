/** The sequence of one editor, as long as it is the open one: what is done once another is open shows and changes nothing there. */
import type { SequenceId } from '#contract/words.ts'
import { useSequence } from '../../stores/sequence.ts'

export function useOwnSequence(sequenceId: SequenceId) {
  const open = useSequence()
  const isOpen = (): boolean => open.id === sequenceId
  return {
    get document() {
      return isOpen() ? open.document : null
    },
    /** Without the gesture that is being made. */
    get settled() {
      return isOpen() ? open.settled : null
    },
    get savedAt() {
      return isOpen() ? open.savedAt : null
    },
    get revision() {
      return isOpen() ? open.revision : 0
    },
    get isSettled() {
      return isOpen() ? open.isSettled : true
    },
    order: (): number => isOpen() ? open.order() : 0,
    hasUnsent: (): boolean => isOpen() && open.hasUnsent(),
    get undoable() {
      return isOpen() ? open.undoable : null
    },
    get redoable() {
      return isOpen() ? open.redoable : null
    },
    show: (edits: Parameters<typeof open.show>[0]) => isOpen() ? open.show(edits) : null,
    edit: (...step: Parameters<typeof open.edit>): boolean => isOpen() && open.edit(...step),
    undo(): void {
      if (isOpen())
        open.undo()
    },
    redo(): void {
      if (isOpen())
        open.redo()
    },
    whenSent: open.whenSent,
  }
}
