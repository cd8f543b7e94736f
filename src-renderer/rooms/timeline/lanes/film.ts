/** The pictures of a shot along its clip: which tile of its filmstrip is where, and painting those that are seen. */
import type { Filmstrip } from '#contract/renditions.ts'
import type { Playing } from '#rules/sequence/resolve.ts'
import { placeOf } from '#rules/sequence/ramp.ts'

export interface FilmView {
  readonly clip: Playing
  readonly strip: Filmstrip
  /** Frames from the clip's start between which it is seen. */
  readonly from: number
  readonly until: number
  readonly pixelsPerFrame: number
  /** CSS pixels. */
  readonly height: number
}

/** CSS pixels from the clip's start. */
export interface FilmPiece { readonly left: number, readonly width: number, readonly tile: number }

/** Side by side from the clip's start, so that they stop while it is scrolled; each shows what plays in its middle. */
export function filmPieces({ clip, strip, from, until, pixelsPerFrame, height }: FilmView): FilmPiece[] {
  const width = height * strip.tileWidth / strip.tileHeight
  const end = Math.min(until, clip.length) * pixelsPerFrame
  const pieces: FilmPiece[] = []
  for (let left = Math.floor(from * pixelsPerFrame / width) * width; left < end; left += width) {
    const middle = (left + Math.min(left + width, clip.length * pixelsPerFrame)) / 2 / pixelsPerFrame
    const played = clip.isFrozen ? 0 : clip.isReversed ? clip.length - middle : middle
    const source = placeOf(clip, played) / 100 / (clip.sourceLength ?? 1)
    pieces.push({ left, width, tile: Math.min(strip.tiles - 1, Math.max(0, Math.floor(source * strip.tiles))) })
  }
  return pieces
}

/** The clip begins `left` CSS pixels from the left edge of what is painted on. */
export function drawFilm(brush: CanvasRenderingContext2D, image: CanvasImageSource, left: number, view: FilmView): void {
  const { strip: { columns, tileWidth, tileHeight }, height } = view
  for (const piece of filmPieces(view)) {
    const [x, y] = [piece.tile % columns * tileWidth, Math.floor(piece.tile / columns) * tileHeight]
    brush.drawImage(image, x, y, tileWidth, tileHeight, left + piece.left, 0, piece.width, height)
  }
}
