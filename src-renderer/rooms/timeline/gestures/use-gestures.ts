/** Drives a gesture from the pointer: captured, shown at most once a frame, scrolling at the edges, given up with Escape. */
import type { Ref } from 'vue'
import type { Editor } from '../use-editor.ts'
import type { Stretch } from './covered.ts'
import type { Gesture, Proposal } from './gesture.ts'
import { onScopeDispose, shallowRef } from 'vue'
import { rowAt } from '../view/rows.ts'
import { selectOnly } from '../view/selection.ts'
import { coveredBy } from './covered.ts'

const snapPixels = 10
/** A press that moves less is a click. */
const clickPixels = 3
const edgePixels = 36
const mostScroll = 28

export interface Area {
  /** What scrolls. */
  readonly element: Ref<HTMLElement | null>
  readonly headWidth: number
  readonly rulerHeight: number
}

/** Frames and pixels of a pointer over the tracks. */
export interface Spot { readonly frame: number, readonly x: number, readonly y: number }

interface Shown extends Proposal {
  /** Of the pointer, on the screen. */
  readonly x: number
  readonly y: number
  readonly isRefused: boolean
  /** Parts of other clips that are cut away. */
  readonly covered: readonly Stretch[]
}

export function useGestures(editor: Editor, area: Area) {
  const { view } = editor
  /** What is shown while dragging: the place it snapped to, how far it has come, and what it covers. */
  const shown = shallowRef<Shown | null>(null)
  let end: (() => void) | null = null

  function spotOf(event: MouseEvent): Spot {
    const box = area.element.value?.getBoundingClientRect()
    // Of the element: what was scrolled in this very moment is told to the view a little later.
    const x = event.clientX - (box?.left ?? 0) - area.headWidth + (area.element.value?.scrollLeft ?? 0)
    const y = event.clientY - (box?.top ?? 0) - area.rulerHeight + (area.element.value?.scrollTop ?? 0)
    return { frame: x / view.pixelsPerFrame.value, x, y }
  }

  function scrollAtEdges(event: MouseEvent): boolean {
    const element = area.element.value
    const box = element?.getBoundingClientRect()
    if (!element || !box)
      return false
    const [left, right] = [box.left + area.headWidth, box.right]
    const over = event.clientX > right - edgePixels ? event.clientX - (right - edgePixels) : Math.min(0, event.clientX - left - edgePixels)
    // A drag that begins near the left edge at the beginning has nowhere to scroll to.
    if (over === 0 || (over < 0 && element.scrollLeft === 0))
      return false
    element.scrollLeft += Math.max(-mostScroll, Math.min(mostScroll, over / 2))
    view.scrollLeft.value = element.scrollLeft
    return true
  }

  /** Follows the pointer until it is released or the drag is given up. `move` gets every place, `done` the last one; null is given up. */
  function follow(
    down: PointerEvent,
    move: (event: PointerEvent) => void,
    done: (event: PointerEvent | null) => void,
    scrolls = true,
  ): void {
    end?.()
    const target = area.element.value
    if (!target)
      return
    let last = down
    let frame = 0
    const tick = (): void => {
      frame = 0
      const hasScrolled = scrolls && scrollAtEdges(last)
      move(last)
      if (hasScrolled)
        frame = requestAnimationFrame(tick)
    }
    const listening = new AbortController()
    const stop = (event: PointerEvent | null): void => {
      end = null
      cancelAnimationFrame(frame)
      listening.abort()
      if (target.hasPointerCapture(down.pointerId))
        target.releasePointerCapture(down.pointerId)
      done(event)
    }
    const { signal } = listening
    const onCancel = (): void => stop(null)
    target.setPointerCapture(down.pointerId)
    target.addEventListener('pointermove', (event) => {
      last = event
      frame ||= requestAnimationFrame(tick)
    }, { signal })
    target.addEventListener('pointerup', (event) => {
      last = event
      move(event)
      stop(event)
    }, { signal })
    target.addEventListener('pointercancel', onCancel, { signal })
    window.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape')
        return
      event.preventDefault()
      event.stopPropagation()
      onCancel()
    }, { signal, capture: true })
    end = onCancel
  }

  /** One gesture, one edit, one step of undo. A click that drags nothing calls `click`. */
  function drag(down: PointerEvent, gesture: Gesture, click: () => void = () => {}): void {
    const from = spotOf(down)
    let proposal: Proposal | null = null
    editor.isGesturing.value = true
    follow(down, (event) => {
      if (!proposal && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < clickPixels)
        return
      const spot = spotOf(event)
      const row = rowAt(editor.rows.value, spot.y)
      proposal = gesture({
        byFrames: spot.frame - from.frame,
        frame: spot.frame,
        trackId: row?.track.id ?? null,
        share: row ? Math.min(1, Math.max(0, (spot.y - row.top) / row.height)) : 0.5,
        reach: snapPixels / view.pixelsPerFrame.value,
        isFree: event.shiftKey,
        copies: event.altKey,
        inserts: event.ctrlKey || event.metaKey,
      })
      const because = editor.sequence.show(proposal.edits)
      const isRefused = because !== null && proposal.edits.length > 0
      const { settled } = editor.sequence
      const covered = isRefused || !settled ? [] : coveredBy(settled, proposal.edits)
      const { name, trimmed, by } = proposal
      editor.trims.value = trimmed && 'frames' in by ? { name, trimmed, byFrames: by.frames } : null
      shown.value = { ...proposal, x: event.clientX, y: event.clientY, isRefused, covered }
    }, (up) => {
      editor.isGesturing.value = false
      shown.value = null
      editor.trims.value = null
      editor.sequence.show([])
      if (!up)
        return
      if (!proposal)
        return click()
      editor.edit(proposal.name, proposal.edits, proposal.selects && selectOnly(...proposal.selects))
    })
  }

  onScopeDispose(() => end?.())
  return {
    shown,
    spotOf,
    follow,
    drag,
    pan: (down: PointerEvent, move: (event: PointerEvent) => void) => follow(down, move, () => {}, false),
  }
}
export type Gestures = ReturnType<typeof useGestures>
