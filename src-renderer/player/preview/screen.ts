/** The canvas of the preview: draws the frame of the moment as soon as all of it is there, and keeps the last one until then. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { Resolved } from '#rules/sequence/resolve.ts'
import type { DrawnLayer, Quality } from './draw.ts'
import type { CaptionPainter, Report } from './media.ts'
import type { Pictures } from './pictures.ts'
import type { Manner } from './wanted.ts'
import { secondsOfFrames } from '#rules/sequence/frames.ts'
import { placedAt, stretchAt } from '#rules/sequence/resolve.ts'
import { canvasSize, drawLayers, drawSafeAreas, sizeOf } from './draw.ts'
import { saidBy } from './media.ts'
import { wantedOf } from './wanted.ts'

export interface Moment {
  readonly frame: number
  readonly rate: number
  readonly isRunning: boolean
  readonly turn: number
}

export interface Screen {
  show: (document: SequenceDocument, resolved: Resolved) => void
  /** Draws soon; several requests are one. */
  request: () => void
  /** Captions and titles, as ASS. */
  setWords: (ass: string) => void
  setQuality: (quality: Quality) => void
  showSafeAreas: (areShown: boolean) => void
  /** Resolves when the exact picture of the moment is drawn. */
  settled: () => Promise<void>
  readonly manner: Manner
  /** Frames that were drawn while it ran, and those of them that were not exact. */
  readonly figures: { readonly drawn: number, readonly stalls: number }
  close: () => void
}

export interface ScreenOptions {
  readonly canvas: HTMLCanvasElement
  readonly pictures: Pictures
  readonly painter: CaptionPainter | null
  readonly report: Report
  readonly moment: () => Moment
}

/** What is at hand of a frame. */
interface Gathered { readonly layers: readonly DrawnLayer[], readonly isExact: boolean, readonly isMissing: boolean }

export function createScreen({ canvas, pictures, painter, report, moment }: ScreenOptions): Screen {
  const context = canvas.getContext('2d', { alpha: false })
  if (!context)
    throw new Error('The canvas has no 2D context')
  const waiting = new Set<() => void>()
  let shown: { document: SequenceDocument, resolved: Resolved } | null = null
  let quality: Quality = 'half'
  let hasSafeAreas = false
  let isPainterBroken = false
  let isPainting = false
  let isAskedAgain = false
  let isClosed = false
  let [drawn, stalls, lastFrame] = [0, 0, -1]
  /** Captions and titles, and the frame that they belong to. */
  let words: ImageBitmap | null = null
  let wordsFrame = -1

  const mannerAt = (rate: number): Manner =>
    ({ frameRate: shown?.document.rate ?? { numerator: 25, denominator: 1 }, rate, canvasWidth: canvas.width })

  async function paintAll(): Promise<void> {
    await Promise.resolve()
    while (isAskedAgain) {
      isAskedAgain = false
      await paint()
    }
    isPainting = false
  }

  function request(): void {
    isAskedAgain = true
    if (isPainting)
      return
    isPainting = true
    void paintAll()
  }

  async function paint(): Promise<void> {
    if (!shown || isClosed)
      return
    const { document: sequence, resolved } = shown
    const now = moment()
    // After the last frame it still shows that.
    const frame = Math.max(0, Math.min(now.frame, resolved.durationFrames - 1))
    const hasWords = painter !== null && !isPainterBroken && wordsAt(resolved, frame) && await drawWords(painter, sequence, frame)
    if (isClosed)
      return
    const { layers, isExact, isMissing } = gather(resolved, frame, now)
    pictures.tidy()
    if (now.isRunning && frame !== lastFrame) {
      drawn++
      stalls += isExact ? 0 : 1
    }
    lastFrame = frame
    if (!isMissing)
      draw(sequence.background, layers, hasWords)
    if (isExact && !isAskedAgain && moment().frame === now.frame) {
      waiting.forEach(settle => settle())
      waiting.clear()
    }
  }

  function gather(resolved: Resolved, frame: number, { rate, turn }: Moment): Gathered {
    const stretch = stretchAt(resolved.stretches, frame)
    const layers: DrawnLayer[] = []
    let isExact = true
    let isMissing = false
    for (const { clip, offset } of stretch?.layers ?? []) {
      const into = offset + frame - (stretch?.startFrame ?? 0)
      const found = pictures.at(wantedOf(clip, into, turn, mannerAt(rate)))
      if (found === 'none')
        continue
      isMissing ||= found === null
      isExact &&= found?.isExact ?? false
      if (found)
        layers.push({ clip, placed: placedAt(clip, into), image: found.image, imageSize: sizeOf(found.image), picture: found })
    }
    return { layers, isExact, isMissing }
  }

  function draw(background: string, layers: readonly DrawnLayer[], hasWords: boolean): void {
    if (!context)
      return
    drawLayers(context, background, layers)
    if (hasWords && words)
      context.drawImage(words, 0, 0, canvas.width, canvas.height)
    if (hasSafeAreas)
      drawSafeAreas(context)
  }

  async function drawWords(by: CaptionPainter, sequence: SequenceDocument, frame: number): Promise<boolean> {
    if (wordsFrame === frame)
      return true
    try {
      const drawn = await by.pictureAt(secondsOfFrames(frame + 0.5, sequence.rate))
      words = drawn
      wordsFrame = shown?.document === sequence ? frame : -1
      return true
    }
    catch (cause) {
      giveUpWords(cause)
      return false
    }
  }

  function giveUpWords(cause: unknown): void {
    isPainterBroken = true
    report({ what: 'no-captions', said: saidBy(cause) })
    request()
  }

  function resize(): void {
    if (!shown)
      return
    const { width, height } = canvasSize(shown.document, quality)
    if (canvas.width === width && canvas.height === height)
      return
    // A canvas that changes its size is empty: what it showed is kept until the next picture.
    const before = lastFrame >= 0 ? document.createElement('canvas') : null
    if (before) {
      before.width = canvas.width
      before.height = canvas.height
      before.getContext('2d')?.drawImage(canvas, 0, 0)
    }
    canvas.width = width
    canvas.height = height
    painter?.resize(width, height)
    wordsFrame = -1
    if (before)
      context?.drawImage(before, 0, 0, width, height)
  }

  return {
    show(document, resolved) {
      shown = { document, resolved }
      wordsFrame = -1
      resize()
      request()
    },
    request,
    setWords(ass) {
      wordsFrame = -1
      painter?.set(ass).then(() => {
        wordsFrame = -1
        request()
      }, giveUpWords)
    },
    setQuality(next) {
      quality = next
      resize()
      request()
    },
    showSafeAreas(areShown) {
      hasSafeAreas = areShown
      request()
    },
    settled: () => new Promise((settle) => {
      waiting.add(settle)
      request()
    }),
    get manner() {
      return mannerAt(moment().rate)
    },
    get figures() {
      return { drawn, stalls }
    },
    close() {
      isClosed = true
      painter?.close()
      waiting.forEach(settle => settle())
      waiting.clear()
    },
  }
}

function wordsAt({ stretches, captions }: Resolved, frame: number): boolean {
  return (stretchAt(stretches, frame)?.layers.some(({ clip }) => clip.title !== null) ?? false)
    || captions.some(({ clip }) => clip.start <= frame && frame < clip.start + clip.length)
}
