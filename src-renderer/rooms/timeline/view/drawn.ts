/** The stretch of a sequence that is built and drawn, and the zoom it is drawn for: it follows scrolling in steps, and zooming once it rests. */
import type { Ref } from 'vue'
import type { Scale } from './scale.ts'
import { onScopeDispose, shallowRef, watch } from 'vue'

export interface Drawn {
  /** Frames. */
  readonly from: number
  readonly until: number
  readonly pixelsPerFrame: number
}

/** Widened to whole steps, so that scrolling draws anew only once in a while. */
const stepPixels = 384
/** A change of the zoom that follows another within this time belongs to one gesture, which rests when none has followed for as long. */
const restMs = 120

export function drawnAt({ pixelsPerFrame, scroll }: Scale, width: number): Drawn {
  const at = Math.floor(scroll / stepPixels)
  // As many steps wherever it is scrolled to, so that what is painted can be moved instead of painted anew.
  const steps = Math.ceil(Math.max(1, width) / stepPixels) + 2
  const [from, until] = [Math.max(0, at - 1) * stepPixels, (at + steps) * stepPixels]
  return { from: from / pixelsPerFrame, until: until / pixelsPerFrame, pixelsPerFrame }
}

export function useDrawn(view: { pixelsPerFrame: Ref<number>, scrollLeft: Ref<number>, width: Ref<number> }) {
  const now = (): Drawn => drawnAt({ pixelsPerFrame: view.pixelsPerFrame.value, scroll: view.scrollLeft.value }, view.width.value)
  /** While it is zoomed, all of this is stretched. */
  const drawn = shallowRef(now())
  /** For what is cheap enough to follow every step of the zoom. */
  const seen = shallowRef(drawn.value)
  let zoomedAt = -Infinity
  let rest: ReturnType<typeof setTimeout> | undefined

  function follow(): void {
    clearTimeout(rest)
    rest = undefined
    drawn.value = seen.value
  }
  watch([view.pixelsPerFrame, view.scrollLeft, view.width], ([pixelsPerFrame], [before]) => {
    const next = now()
    const { from, until } = seen.value
    if (pixelsPerFrame !== seen.value.pixelsPerFrame || next.from !== from || next.until !== until)
      seen.value = next
    if (pixelsPerFrame === before)
      return rest === undefined ? follow() : undefined
    const at = performance.now()
    const isAlone = at - zoomedAt > restMs
    zoomedAt = at
    if (isAlone)
      return follow()
    clearTimeout(rest)
    rest = setTimeout(follow, restMs)
  })
  onScopeDispose(() => clearTimeout(rest))
  return { drawn, seen }
}
