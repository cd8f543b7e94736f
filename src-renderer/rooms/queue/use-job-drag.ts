/** Dragging a waiting job by its grip to another place in the queue: a line shows where it would land, Escape leaves it where it is. */
import type { JobId } from '#contract/words.ts'
import type { JobFamily } from '../../parts/jobs/job-families.ts'
import { shallowReadonly, shallowRef } from 'vue'

const jobDragType = 'application/x-takeroom-job'

export function useJobDrag(waiting: () => readonly JobFamily[], move: (family: JobFamily, gap: number) => void) {
  /** The gap before the waiting family of this index. */
  const gap = shallowRef<number | null>(null)
  let dragged: JobId | null = null

  const indexOf = (id: JobId | null): number => waiting().findIndex(({ head }) => head.id === id)

  return {
    gap: shallowReadonly(gap),
    start(event: DragEvent, { head }: JobFamily): void {
      if (!event.dataTransfer)
        return
      dragged = head.id
      event.dataTransfer.setData(jobDragType, head.id)
      event.dataTransfer.setData('text/plain', head.title)
      event.dataTransfer.effectAllowed = 'move'
    },
    over(event: DragEvent, { head }: JobFamily): void {
      const index = indexOf(head.id)
      if (dragged === null || index < 0 || !(event.currentTarget instanceof Element))
        return
      event.preventDefault()
      const box = event.currentTarget.getBoundingClientRect()
      gap.value = event.clientY < box.top + box.height / 2 ? index : index + 1
    },
    drop(event: DragEvent): void {
      const from = indexOf(dragged)
      const family = waiting()[from]
      if (!family || gap.value === null)
        return
      event.preventDefault()
      if (gap.value !== from && gap.value !== from + 1)
        move(family, gap.value)
    },
    end(): void {
      dragged = null
      gap.value = null
    },
  }
}
