/** Paints clips that are not built, as blocks of their track's colour: those that are too narrow, and those that have just become visible. */
import type { Ref } from 'vue'
import type { Drawn } from '../view/drawn.ts'
import type { Box } from '../view/rows.ts'
import { onMounted, watch } from 'vue'
import { boxesBetween } from '../view/rows.ts'

export function useStandIns(canvas: Readonly<Ref<HTMLCanvasElement | null>>, given: {
  readonly seen: Ref<Drawn>
  readonly boxes: () => readonly Box[]
  readonly built: Ref<readonly Box[]>
  readonly look: Ref<number>
  readonly colour: () => string
}): void {
  function paint(): void {
    const element = canvas.value
    if (!element)
      return
    const { from, until, pixelsPerFrame } = given.seen.value
    const built = new Set(given.built.value)
    const boxes = boxesBetween(given.boxes(), from, until).filter(box => !built.has(box))
    element.hidden = boxes.length === 0
    const brush = boxes.length === 0 ? null : element.getContext('2d')
    if (!brush)
      return
    const width = Math.max(1, Math.round((until - from) * pixelsPerFrame))
    if (element.width === width && element.height === 1)
      brush.clearRect(0, 0, width, 1)
    else
      Object.assign(element, { width, height: 1 })
    element.style.width = `${width}px`
    element.style.transform = `translateX(${from * pixelsPerFrame}px)`
    brush.fillStyle = given.colour()
    for (const { start, end } of boxes) {
      // A pixel between neighbours, as between those that are built.
      brush.fillRect(Math.floor((start - from) * pixelsPerFrame), 0, Math.max(1, Math.floor((end - start) * pixelsPerFrame) - 1), 1)
    }
  }
  onMounted(paint)
  watch([given.seen, given.boxes, given.built, given.look], paint, { flush: 'post' })
}
