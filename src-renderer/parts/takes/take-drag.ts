/** What dragging a take carries from a card to a field, a line or a timeline. */
import type { Take } from '#contract/takes.ts'
import { z } from 'zod'
import { Medium, TakeId } from '#contract/words.ts'

export const takeDragType = 'application/x-takeroom-take'
// While something is dragged over, only the names of the types can be read; so the medium is one of them.
const mediumType = (medium: Medium): string => `application/x-takeroom-medium-${medium}`

const DraggedTake = z.object({ takeId: TakeId, medium: Medium, title: z.string() })
export type DraggedTake = z.infer<typeof DraggedTake>

/** Puts the take on the drag, and its words for programs that only know text. */
export function putTake(transfer: DataTransfer, take: Take): void {
  transfer.setData(takeDragType, JSON.stringify({ takeId: take.id, medium: take.medium, title: take.title } satisfies DraggedTake))
  transfer.setData(mediumType(take.medium), '')
  transfer.setData('text/plain', take.text || take.title)
  transfer.effectAllowed = 'copy'
}

/** The take that was dropped; null when the drag came from elsewhere or from another version. */
export function takeIn(transfer: DataTransfer): DraggedTake | null {
  const text = transfer.getData(takeDragType)
  if (text === '')
    return null
  try {
    return DraggedTake.parse(JSON.parse(text))
  }
  catch {
    // A page of another version may have written it: then it is ignored.
    return null
  }
}

/** What is being dragged over, as far as can be known before it is dropped. */
export function draggedMedium(types: readonly string[]): Medium | 'files' | null {
  if (types.includes(takeDragType))
    return Medium.options.find(medium => types.includes(mediumType(medium))) ?? null
  return types.includes('Files') ? 'files' : null
}
