/** Draws captions and titles for the screen: one picture for each band that is seen at a frame. */
import type { CaptionPainter, Report } from './media.ts'
import type { Words } from './words.ts'
import { saidBy } from './media.ts'

/** By band; empty where there are no words, and when they cannot be drawn. */
export type WordsPictures = ReadonlyMap<number, CanvasImageSource>

export interface WordsPainter {
  set: (words: Words | null) => void
  at: (frame: number) => Promise<WordsPictures>
  resize: (width: number, height: number) => void
  close: () => void
}

const none: WordsPictures = new Map()

export function createWordsPainter(
  { painter, report, request }: { painter: CaptionPainter | null, report: Report, request: () => void },
): WordsPainter {
  let words: Words | null = null
  let ass: string | null = null
  let isBroken = false
  let isTold = false
  /** What was drawn last, and the frame that it belongs to. */
  let drawn = none
  let drawnFrame = -1
  let round = 0
  const copies = new Map<number, OffscreenCanvas>()

  function forget(): void {
    drawnFrame = -1
    round++
  }

  function giveUp(cause: unknown): void {
    isBroken = true
    // The next words try again, with the same ones, too.
    ass = null
    if (!isTold)
      report({ what: 'no-captions', said: saidBy(cause) })
    isTold = true
    request()
  }

  /** The painter keeps one picture at a time. */
  function copyOf(picture: ImageBitmap, band: number): OffscreenCanvas {
    const copy = copies.get(band) ?? new OffscreenCanvas(picture.width, picture.height)
    copies.set(band, copy)
    copy.width = picture.width
    copy.height = picture.height
    copy.getContext('2d')?.drawImage(picture, 0, 0)
    return copy
  }

  async function draw(by: CaptionPainter, shown: Words, frame: number): Promise<WordsPictures> {
    const pictures = new Map<number, CanvasImageSource>()
    const bands = shown.bandsAt(frame)
    for (const [index, band] of bands.entries()) {
      const picture = await by.pictureAt(shown.secondsAt(frame, band))
      if (picture)
        pictures.set(band, index < bands.length - 1 ? copyOf(picture, band) : picture)
    }
    return pictures
  }

  return {
    set(next) {
      if (next === words)
        return
      words = next
      forget()
      if (next === null || next.ass === ass)
        return
      ass = next.ass
      isBroken = false
      painter?.set(next.ass).then(() => {
        isTold = false
        forget()
        request()
      }, giveUp)
    },
    async at(frame) {
      if (painter === null || isBroken || words === null || words.bandsAt(frame).length === 0)
        return none
      if (drawnFrame === frame)
        return drawn
      const own = round
      try {
        drawn = await draw(painter, words, frame)
        drawnFrame = own === round ? frame : -1
        return drawn
      }
      catch (cause) {
        giveUp(cause)
        return none
      }
    },
    resize(width, height) {
      painter?.resize(width, height)
      forget()
    },
    close: () => painter?.close(),
  }
}
