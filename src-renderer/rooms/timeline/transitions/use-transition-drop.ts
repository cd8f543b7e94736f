/** Dropping a transition from the shelf onto a cut: the nearest one of the track under the pointer. */
import type { Gestures } from '../gestures/use-gestures.ts'
import type { Editor } from '../use-editor.ts'
import type { Box, Row } from '../view/rows.ts'
import type { TransitionActs } from './use-transition-acts.ts'
import { shallowRef } from 'vue'
import { clipBefore } from '#rules/sequence/edit/cross-fades.ts'
import { rowAt } from '../view/rows.ts'

export const transitionDragType = 'application/x-takeroom-transition'
/** Farther away than this it would not be clear which cut is meant. */
const reachPixels = 60

/** The cut that it would come to. */
export interface TransitionSpot { readonly row: Row, readonly box: Box }

export function useTransitionDrop(editor: Editor, gestures: Gestures, acts: TransitionActs) {
  const { rows, view, draggedTransition } = editor
  const spot = shallowRef<TransitionSpot | null>(null)

  function spotAt(event: DragEvent): TransitionSpot | null {
    const { x, y } = gestures.spotOf(event)
    const row = rowAt(rows.value, y)
    if (!row || row.track.isLocked)
      return null
    const far = ({ start }: Box): number => Math.abs(start * view.pixelsPerFrame.value - x)
    const [box] = row.boxes.filter(each => far(each) <= reachPixels && clipBefore(row.track, each.clip)).sort((a, b) => far(a) - far(b))
    return box ? { row, box } : null
  }
  function hover(event: DragEvent): void {
    if (!draggedTransition.value || !event.dataTransfer)
      return
    spot.value = spotAt(event)
    event.preventDefault()
    event.dataTransfer.dropEffect = spot.value ? 'copy' : 'none'
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
        const [at, dragged] = [spot.value, draggedTransition.value]
        spot.value = null
        draggedTransition.value = null
        if (!at || !dragged)
          return
        event.preventDefault()
        acts.apply(dragged, [at.box.clip.id])
        acts.select(at.box.clip.id)
      },
    },
  }
}
