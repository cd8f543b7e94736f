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

/** Widened to whole steps, so that scrolling draws again only once in a while. */
const stepPixels = 384
/** The steps of tracks begin at different places: a frame of a scroll draws a few of them again, never all at once. */
const shifts = 8
/** A change of the zoom that follows another within this time belongs to one gesture, which rests when none has followed for as long. */
const restMs = 120

/** `shift` is that of the steps, in pixels. */
export function drawnAt({ pixelsPerFrame, scroll }: Scale, width: number, shift = 0): Drawn {
  const at = Math.floor((scroll + shift) / stepPixels)
  // As many steps wherever it is scrolled to, so that what is painted can be moved instead of painted again.
  const steps = Math.ceil(Math.max(1, width) / stepPixels) + 2
  const [from, until] = [Math.max(0, (at - 1) * stepPixels - shift), (at + steps) * stepPixels - shift]
  return { from: from / pixelsPerFrame, until: until / pixelsPerFrame, pixelsPerFrame }
}

export interface DrawnView {
  /** While it is zoomed, all of this is stretched. */
  readonly drawn: Ref<Drawn>
  /** For what is cheap enough to follow every step of the zoom. */
  readonly seen: Ref<Drawn>
}

export function useDrawn(view: { pixelsPerFrame: Ref<number>, scrollLeft: Ref<number>, width: Ref<number> }) {
  const scale = (): Scale => ({ pixelsPerFrame: view.pixelsPerFrame.value, scroll: view.scrollLeft.value })
  function begin(index: number): DrawnView & { readonly now: () => Drawn } {
    const now = (): Drawn => drawnAt(scale(), view.width.value, index * stepPixels / shifts)
    const at = now()
    return { now, drawn: shallowRef(at), seen: shallowRef(at) }
  }
  const first = begin(0)
  const all = [first, ...Array.from({ length: shifts - 1 }, (_, index) => begin(index + 1))]
  let zoomedAt = -Infinity
  let rest: ReturnType<typeof setTimeout> | undefined

  function follow(): void {
    clearTimeout(rest)
    rest = undefined
    for (const { drawn, seen } of all)
      drawn.value = seen.value
  }
  function look(): void {
    for (const { now, seen } of all) {
      const [next, { from, until, pixelsPerFrame }] = [now(), seen.value]
      if (next.pixelsPerFrame !== pixelsPerFrame || next.from !== from || next.until !== until)
        seen.value = next
    }
  }
  watch([view.pixelsPerFrame, view.scrollLeft, view.width], ([pixelsPerFrame], [before]) => {
    look()
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
  return {
    ...first,
    /** Of the track in this row. */
    ofRow: (index: number): DrawnView => all[index % shifts] ?? first,
  }
}
