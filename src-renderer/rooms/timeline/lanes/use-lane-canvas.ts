/** Keeps the canvas of a track painted: all of it when the stretch or the zoom changes, else what differs, and never in the frame of the change. */
import type { Ref } from 'vue'
import type { LaneView, Piece, Stretch } from './draw-lane.ts'
import { onBeforeUnmount, onMounted, watch } from 'vue'
import { changedStretch, drawPiece } from './draw-lane.ts'
import { drawNoMore, drawSoon } from './draw-soon.ts'
import { percentOf } from './percent.ts'

/** Beyond this, browsers give no canvas. */
const mostPixels = 16_384

export function useLaneCanvas(
  canvas: Readonly<Ref<HTMLCanvasElement | null>>,
  given: { readonly pieces: Ref<readonly Piece[]>, readonly view: Ref<LaneView>, readonly look: Ref<number> },
): void {
  let painted: { pieces: readonly Piece[], view: LaneView, look: number } | null = null

  function draw(): void {
    const element = canvas.value
    const brush = element?.getContext('2d')
    if (!element || !brush)
      return
    const next = { pieces: given.pieces.value, view: given.view.value, look: given.look.value }
    const { drawn: { from, until, pixelsPerFrame }, height } = next.view
    element.hidden = next.pieces.length === 0
    const isSame = painted !== null && painted.view === next.view && painted.look === next.look
    if (element.hidden) {
      painted = next
      return
    }
    const width = (until - from) * pixelsPerFrame
    const density = Math.min(globalThis.devicePixelRatio || 1, mostPixels / width)
    const [columns, rows] = [Math.max(1, Math.round(width * density)), Math.max(1, Math.round(height * density))]
    const isSized = element.width === columns && element.height === rows
    if (!isSized)
      Object.assign(element, { width: columns, height: rows })
    brush.setTransform(density, 0, 0, density, 0, 0)
    element.style.left = percentOf(from)
    element.style.width = percentOf(until - from)
    const stretch = isSame && isSized && painted ? changedStretch(painted.pieces, next.pieces) : { from, until }
    painted = next
    if (stretch)
      paint(brush, next.pieces, next.view, stretch)
  }

  const ask = (): void => drawSoon(draw)
  onMounted(ask)
  watch([given.pieces, given.view, given.look], ask, { flush: 'post' })
  onBeforeUnmount(() => drawNoMore(draw))
}

function paint(brush: CanvasRenderingContext2D, pieces: readonly Piece[], view: LaneView, { from, until }: Stretch): void {
  const x = (frame: number): number => (frame - view.drawn.from) * view.drawn.pixelsPerFrame
  brush.save()
  brush.beginPath()
  // Whole pixels: half ones would keep a trace of what was there.
  const [left, right] = [Math.floor(x(from)) - 1, Math.ceil(x(until)) + 1]
  brush.rect(left, 0, right - left, view.height)
  brush.clip()
  brush.clearRect(left, 0, right - left, view.height)
  for (const piece of pieces) {
    if (x(piece.box.end) >= left && x(piece.box.start) <= right)
      drawPiece(brush, piece, view)
  }
  brush.restore()
}
