/** Dropping a sequence from the shelf onto the tracks, as one clip of it. */
import type { ClipId } from '#contract/words.ts'
import type { Spot } from '../acts/place-takes.ts'
import type { Gestures } from '../gestures/use-gestures.ts'
import type { DropSpot } from '../gestures/use-track-drop.ts'
import type { Editor } from '../use-editor.ts'
import type { NestedActs } from './use-nested-acts.ts'
import { shallowRef } from 'vue'
import { snap } from '#rules/sequence/edit/snap.ts'
import { wholeClip } from '#rules/sequence/nested/nested-clips.ts'
import { randomId } from '../../../wire/random-id.ts'
import { placePieces } from '../acts/place-takes.ts'
import { planOf } from '../gestures/drop-plan.ts'
import { rowAt } from '../view/rows.ts'

export const sequenceDragType = 'application/x-takeroom-sequence'
const snapPixels = 10

export function useSequenceDrop(editor: Editor, gestures: Gestures, acts: NestedActs) {
  const { rows, view, draggedSequence } = editor
  const spot = shallowRef<DropSpot | null>(null)

  function targetOf(event: DragEvent): { readonly row: DropSpot['row'], readonly target: Spot } {
    const at = Math.max(0, Math.round(gestures.spotOf(event).frame))
    const now = editor.sequence.settled
    const snaps = now && view.snaps.value && !event.shiftKey
    const frame = snaps ? snap(now, at, snapPixels / view.pixelsPerFrame.value, new Set()).at : at
    const row = rowAt(rows.value, gestures.spotOf(event).y)
    const isFit = row?.track.kind === 'pictures' && !row.track.isLocked
    return {
      row: isFit ? row : null,
      target: {
        frame,
        trackId: row === null || event.altKey ? null : isFit ? row.track.id : undefined,
        how: event.ctrlKey || event.metaKey ? 'insert' : 'overwrite',
      },
    }
  }
  function hover(event: DragEvent): void {
    const [dragged, now] = [draggedSequence.value, editor.sequence.settled]
    if (!dragged || !event.dataTransfer || !now)
      return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    const { row, target } = targetOf(event)
    const length = Math.max(1, Math.round(dragged.seconds * now.rate.numerator / now.rate.denominator))
    const clip = wholeClip({ id: randomId<ClipId>(), sequenceId: dragged.id, start: target.frame, length })
    const { edits } = placePieces({ document: now, newId: randomId }, [{ kind: 'pictures', clip }], target)
    const plan = planOf(now, rows.value, edits)
    spot.value = {
      ...{ frame: target.frame, row, edge: null, isChanged: event.altKey || target.how === 'insert', x: event.clientX, y: event.clientY },
      plan: { ...plan, ...target.how === 'insert' && { word: 'insert' } },
    }
  }

  return {
    spot,
    on: {
      dragenter: hover,
      dragover: hover,
      dragleave(): void {
        spot.value = null
      },
      drop(event: DragEvent): void {
        const dragged = draggedSequence.value
        spot.value = null
        draggedSequence.value = null
        if (!dragged)
          return
        event.preventDefault()
        void acts.place(dragged.id, targetOf(event).target)
      },
    },
  }
}
