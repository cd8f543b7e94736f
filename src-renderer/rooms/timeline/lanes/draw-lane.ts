/** Paints what is on the clips of one track: pictures of shots, stills and waveforms, all on one canvas. Clips are boxes of the page. */
import type { PictureClip, SoundClip } from '#contract/sequence-document.ts'
import type { Drawn } from '../view/drawn.ts'
import type { Box } from '../view/rows.ts'
import type { ClipMedia } from './use-clip-media.ts'
import { samplesPerSecond } from '#rules/sequence/frames.ts'
import { placeOf } from '#rules/sequence/ramp.ts'
import { drawClipWave } from './draw-clip-wave.ts'
import { drawFilm } from './film.ts'

/** A picture that a nested clip shows, between two frames. */
export interface InnerPicture {
  readonly clip: PictureClip
  readonly from: number
  readonly until: number
  readonly media: ClipMedia
}

/** Pieces that are equal in every field look the same. */
export interface Piece {
  readonly box: Box
  readonly media: ClipMedia | null
  /** The lowest first; empty for a clip that is no sequence. */
  readonly inner: readonly InnerPicture[]
  /** CSS colour of the waveform, with its variables; null for what is no sound. */
  readonly wave: string | null
}

export interface LaneView {
  readonly drawn: Drawn
  /** CSS pixels. */
  readonly height: number
  /** Of the track. */
  readonly unitsPerFrame: number
  readonly colourOf: (name: string) => string
}

/** Of the box, which shows its frame and its round corners. */
const inset = 1
const corner = 3
const filmAlpha = 0.9
/** Of what a disabled clip would show. */
const disabledAlpha = 0.25
const seam = 2

/** `brush` begins at the first frame that is drawn, and counts in CSS pixels. What is outside `only` need not be painted. */
export function drawPiece(brush: CanvasRenderingContext2D, { box, media, wave, inner }: Piece, view: LaneView, only: Stretch): void {
  const { drawn: { from, until, pixelsPerFrame }, height } = view
  const left = (box.start - from) * pixelsPerFrame
  const first = Math.max(0, left + inset)
  const last = Math.min((until - from) * pixelsPerFrame, left + (box.end - box.start) * pixelsPerFrame - 1 - inset)
  if (last - first < 1)
    return
  brush.save()
  brush.beginPath()
  brush.roundRect(first, inset, last - first, height - 2 * inset, corner)
  brush.clip()
  const { clip } = box
  brush.globalAlpha = clip.isDisabled ? disabledAlpha : 1
  if (wave !== null && 'points' in clip)
    drawSound(brush, clip, left, media, wave, view, only)
  else if (media && 'look' in clip)
    drawPicture(brush, { clip, from: box.start, until: box.end, media }, view, only)
  inner.forEach(picture => drawInner(brush, picture, view, only))
  brush.restore()
}

/** What is above it hides it. */
function drawInner(brush: CanvasRenderingContext2D, picture: InnerPicture, view: LaneView, only: Stretch): void {
  const { drawn: { from, pixelsPerFrame }, height } = view
  brush.save()
  brush.beginPath()
  brush.rect((picture.from - from) * pixelsPerFrame, 0, (picture.until - picture.from) * pixelsPerFrame, height)
  brush.clip()
  brush.clearRect((picture.from - from) * pixelsPerFrame, 0, (picture.until - picture.from) * pixelsPerFrame, height)
  drawPicture(brush, picture, view, only)
  brush.restore()
}

function drawPicture(brush: CanvasRenderingContext2D, picture: InnerPicture, view: LaneView, only: Stretch): void {
  const { clip, from, until, media } = picture
  const { drawn, height } = view
  const pixels = (frame: number): number => (frame - drawn.from) * drawn.pixelsPerFrame
  const left = pixels(clip.start)
  if (media.film && clip.sourceLength !== null)
    drawShot(brush, picture, left, media.film, view, only)
  else if (media.still)
    drawStill(brush, media.still, { left, first: Math.max(0, pixels(from)), last: Math.min(pixels(drawn.until), pixels(until)) }, height)
}

function drawSound(
  brush: CanvasRenderingContext2D,
  clip: SoundClip,
  left: number,
  media: ClipMedia | null,
  wave: string,
  { drawn, height, unitsPerFrame, colourOf }: LaneView,
  only: Stretch,
): void {
  const perSample = drawn.pixelsPerFrame / unitsPerFrame
  const pixels = (frame: number): number => (frame - drawn.from) * drawn.pixelsPerFrame
  // Whole columns, and a few more than asked for, so that no seam is seen.
  const from = Math.max(0, Math.round((Math.floor(pixels(only.from)) - seam - left) / perSample))
  const until = Math.min(clip.length, Math.round((Math.ceil(pixels(only.until)) + seam - left) / perSample))
  const seconds = (samples: number): number => placeOf(clip, samples) / 100 / samplesPerSecond
  drawClipWave(brush, left + from * perSample, {
    peaks: media?.peaks ?? null,
    width: (until - from) * perSample,
    height,
    fromSeconds: seconds(from),
    untilSeconds: seconds(until),
    ...clip.ramp && { secondsAt: (share: number) => seconds(from + (until - from) * share) },
    gainDb: clip.gainDb,
    colour: colourOf(wave),
  })
}

function drawShot(
  brush: CanvasRenderingContext2D,
  { clip, ...shown }: InnerPicture,
  left: number,
  { strip, image }: NonNullable<ClipMedia['film']>,
  { drawn, height }: LaneView,
  only: Stretch,
): void {
  brush.globalAlpha *= filmAlpha
  const [from, until] = [Math.max(shown.from, only.from) - clip.start, Math.min(shown.until, only.until) - clip.start]
  drawFilm(brush, image, left, { clip, strip, from, until, pixelsPerFrame: drawn.pixelsPerFrame, height })
}

/** Side by side, as often as there is room. */
function drawStill(
  brush: CanvasRenderingContext2D,
  still: ImageBitmap,
  { left, first, last }: { readonly left: number, readonly first: number, readonly last: number },
  height: number,
): void {
  brush.globalAlpha *= filmAlpha
  const width = Math.max(1, height * still.width / still.height)
  for (let x = left + Math.floor((first - left) / width) * width; x < last; x += width)
    brush.drawImage(still, x, 0, width, height)
}

export interface Stretch { readonly from: number, readonly until: number }

/** What is still drawn after the tracks were scrolled, and what became visible; null where nothing remains, or it was zoomed. */
export function scrolledStretch(
  before: Drawn,
  { from, until, pixelsPerFrame }: Drawn,
): { readonly kept: Stretch, readonly come: Stretch } | null {
  const kept = { from: Math.max(before.from, from), until: Math.min(before.until, until) }
  if (pixelsPerFrame !== before.pixelsPerFrame || kept.until <= kept.from || from === before.from)
    return null
  return { kept, come: from > before.from ? { from: kept.until, until } : { from, until: kept.from } }
}

function isSame(before: Piece['inner'], after: Piece['inner']): boolean {
  return before.length === after.length && before.every((was, at) => {
    const now = after[at]
    return now && was.clip === now.clip && was.from === now.from && was.until === now.until && was.media === now.media
  })
}

/** Between which frames a stretch must be drawn again after another drawing of it; null when nothing differs. */
export function changedStretch(before: readonly Piece[], after: readonly Piece[]): Stretch | null {
  const known = new Map(before.map(piece => [piece.box.clip.id, piece]))
  let [from, until] = [Infinity, -Infinity]
  const touch = ({ box }: Piece): void => {
    from = Math.min(from, box.start)
    until = Math.max(until, box.end)
  }
  for (const piece of after) {
    const was = known.get(piece.box.clip.id)
    known.delete(piece.box.clip.id)
    if (was && was.box === piece.box && was.media === piece.media && was.wave === piece.wave && isSame(was.inner, piece.inner))
      continue
    touch(piece)
    if (was)
      touch(was)
  }
  known.forEach(touch)
  return until < from ? null : { from, until }
}
