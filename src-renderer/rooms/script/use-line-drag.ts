/** Dragging a line by its grip to another place: the mark shows where it would land, Escape leaves it where it is. */
import type { Line } from '#contract/script.ts'
import type { LineId } from '#contract/words.ts'
import { shallowReadonly, shallowRef } from 'vue'

const lineDragType = 'application/x-takeroom-line'

/** The place a line comes to when it is dropped before the line that stands at `gap` now (the end is the count of lines). */
export function placeAfterDrop(from: number, gap: number): number {
  return gap > from ? gap - 1 : gap
}

export function useLineDrag(lines: () => readonly Line[], move: (lineId: LineId, position: number) => void) {
  /** The gap before the line of this index. */
  const gap = shallowRef<number | null>(null)
  /** A drag may begin at the grip only, so that words can still be selected. */
  const isArmed = shallowRef(false)
  let dragged: LineId | null = null

  return {
    gap: shallowReadonly(gap),
    isArmed: shallowReadonly(isArmed),
    arm(event: PointerEvent): void {
      isArmed.value = event.target instanceof Element && event.target.closest('.grip') !== null
    },
    start(event: DragEvent, line: Line): void {
      if (!isArmed.value || !event.dataTransfer)
        return
      dragged = line.id
      event.dataTransfer.setData(lineDragType, line.id)
      event.dataTransfer.setData('text/plain', line.text)
      event.dataTransfer.effectAllowed = 'move'
    },
    over(event: DragEvent, index: number): void {
      if (dragged === null || !(event.currentTarget instanceof Element))
        return
      event.preventDefault()
      const box = event.currentTarget.getBoundingClientRect()
      gap.value = event.clientY < box.top + box.height / 2 ? index : index + 1
    },
    drop(event: DragEvent): void {
      const from = lines().findIndex(line => line.id === dragged)
      if (dragged === null || gap.value === null || from < 0)
        return
      event.preventDefault()
      const to = placeAfterDrop(from, gap.value)
      if (to !== from)
        move(dragged, to)
    },
    end(): void {
      dragged = null
      gap.value = null
      isArmed.value = false
    },
  }
}
