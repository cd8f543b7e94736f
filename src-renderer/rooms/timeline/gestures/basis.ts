/** What a gesture begins with: the document as it is saved, and how it is seen. */
import type { Editor } from '../use-editor.ts'
import type { Basis } from './gesture.ts'
import { randomId } from '../../../wire/random-id.ts'

/** Null while there is no document. */
export function basisOf({ sequence, rows, view }: Editor): Basis | null {
  const document = sequence.settled
  return document && {
    document,
    rows: rows.value,
    selected: view.selection.value.ids,
    playhead: view.playhead.value,
    snaps: view.snaps.value,
    newId: randomId,
  }
}
