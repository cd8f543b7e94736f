/** Keeps the canvas of a track painted: all of it when the zoom changes, else what differs or became visible, and never in the frame of the change. */
import type { Ref } from 'vue'
import type { LaneView, Piece, Stretch } from './draw-lane.ts'
import { onBeforeUnmount, onMounted, watch } from 'vue'
import { drawNoMore, drawSoon } from '../../../parts/pauses/draw-soon.ts'
import { changedStretch, drawPiece, scrolledStretch } from './draw-lane.ts'
import { percentOf } from './percent.ts'

interface Painted { readonly pieces: readonly Piece[], readonly view: LaneView, readonly look: number }

/** Beyond this, browsers give no canvas. */
const mostPixels = 16_384

export function useLaneCanvas(
  canvas: Readonly<Ref<HTMLCanvasElement | null>>,
  given: { readonly pieces: Ref<readonly Piece[]>, readonly view: Ref<LaneView>, readonly look: Ref<number> },
): void {
  let painted: Painted | null = null

  function draw(): void {
    const element = canvas.value
    const brush = element?.getContext('2d')
    if (!element || !brush)
      return
    const [before, next] = [painted, { pieces: given.pieces.value, view: given.view.value, look: given.look.value }]
    const { drawn: { from, until, pixelsPerFrame }, height } = next.view
    painted = next
    element.hidden = next.pieces.length === 0
    if (element.hidden)
      return
    const width = (until - from) * pixelsPerFrame
    const density = Math.min(globalThis.devicePixelRatio || 1, mostPixels / width)
    const [columns, rows] = [Math.max(1, Math.round(width * density)), Math.max(1, Math.round(height * density))]
    const isAlike = element.width === columns && element.height === rows && before?.look === next.look && before.pieces.length > 0
    if (element.width !== columns || element.height !== rows)
      Object.assign(element, { width: columns, height: rows })
    element.style.left = percentOf(from)
    element.style.width = percentOf(until - from)
    const stretches = isAlike && before ? remaining(brush, before, next, density) : [{ from, until }]
    brush.setTransform(density, 0, 0, density, 0, 0)
    stretches.forEach(stretch => paint(brush, next.pieces, next.view, stretch))
  }

  const ask = (): void => drawSoon(draw)
  onMounted(ask)
  watch([given.pieces, given.view, given.look], ask, { flush: 'post' })
  onBeforeUnmount(() => drawNoMore(draw))
}

/** Moves what was painted before to where it is now, and says what is left to paint. */
function remaining(brush: CanvasRenderingContext2D, before: Painted, { pieces, view }: Painted, density: number): Stretch[] {
  const all = { from: view.drawn.from, until: view.drawn.until }
  if (before.view === view) {
    const changed = changedStretch(before.pieces, pieces)
    return changed ? [changed] : []
  }
  const scrolled = scrolledStretch(before.view.drawn, view.drawn)
  const by = (before.view.drawn.from - view.drawn.from) * view.drawn.pixelsPerFrame * density
  // A part of a pixel would blur it.
  if (!scrolled || Math.abs(by - Math.round(by)) > 1e-3 || before.view.unitsPerFrame !== view.unitsPerFrame)
    return [all]
  brush.setTransform(1, 0, 0, 1, 0, 0)
  brush.globalCompositeOperation = 'copy'
  brush.drawImage(brush.canvas, Math.round(by), 0)
  brush.globalCompositeOperation = 'source-over'
  const isKept = ({ box }: Piece): boolean => box.end > scrolled.kept.from && box.start < scrolled.kept.until
  const changed = changedStretch(before.pieces.filter(isKept), pieces.filter(isKept))
  return changed ? [changed, scrolled.come] : [scrolled.come]
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
  const frame = (pixels: number): number => view.drawn.from + pixels / view.drawn.pixelsPerFrame
  const cleared = { from: frame(left), until: frame(right) }
  for (const piece of pieces) {
    if (x(piece.box.end) >= left && x(piece.box.start) <= right)
      drawPiece(brush, piece, view, cleared)
  }
  brush.restore()
}
