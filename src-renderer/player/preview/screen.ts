/** The canvas of the preview: draws the frame of the moment as soon as all of it is there, and keeps the last one until then. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { Shade } from '#rules/sequence/graded.ts'
import type { Paces } from '#rules/sequence/nested/pace.ts'
import type { Placed, Resolved, ShownClip } from '#rules/sequence/resolve.ts'
import type { Drawn, Quality } from './draw.ts'
import type { Grader } from './grader.ts'
import type { CaptionPainter, Report } from './media.ts'
import type { Pictures } from './pictures.ts'
import type { Manner } from './wanted.ts'
import type { WordsPictures } from './words-pictures.ts'
import type { Words } from './words.ts'
import { isAdjustment } from '#rules/sequence/adjustment.ts'
import { fillingFrame } from '#rules/sequence/backdrop.ts'
import { shadeAt } from '#rules/sequence/graded.ts'
import { offsetIn, placedAt, stretchAt } from '#rules/sequence/resolve.ts'
import { canvasSize, drawLayers, sizeOf } from './draw.ts'
import { wantedOf } from './wanted.ts'
import { createWordsPainter } from './words-pictures.ts'

export interface Moment {
  readonly frame: number
  readonly rate: number
  readonly isRunning: boolean
  readonly turn: number
}

export interface Screen {
  show: (document: SequenceDocument, resolved: Resolved, words: Words | null) => void
  /** Draws soon; several requests are one. */
  request: () => void
  setQuality: (quality: Quality) => void
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
  readonly grader: Grader
  readonly painter: CaptionPainter | null
  readonly report: Report
  readonly moment: () => Moment
  /** All pictures of a frame have been asked for. */
  readonly onGathered: () => void
  /** The canvas shows another picture. */
  readonly onDrawn: () => void
}

interface Shown { readonly document: SequenceDocument, readonly resolved: Resolved, readonly words: Words | null }

/** What is loaded of a frame. */
interface Gathered { readonly layers: readonly Drawn[], readonly isExact: boolean, readonly isMissing: boolean }

/** The blurred copy that a nested sequence is over. */
function behindAt(clip: ShownClip, into: number): { readonly clip: ShownClip, readonly placed: Placed } {
  const behind: ShownClip = { ...fillingFrame(clip), isBehind: true }
  return { clip: behind, placed: placedAt(behind, into) }
}

export function createScreen({ canvas, pictures, grader, painter, report, moment, onGathered, onDrawn }: ScreenOptions): Screen {
  const context = canvas.getContext('2d', { alpha: false })
  if (!context)
    throw new Error('The canvas has no 2D context')
  const waiting = new Set<() => void>()
  let shown: Shown | null = null
  let quality: Quality = 'half'
  let isPainting = false
  let isAskedAgain = false
  let isClosed = false
  let [drawn, stalls, lastFrame] = [0, 0, -1]
  const wordsPainter = createWordsPainter({ painter, report, request })

  const mannerAt = (rate: number): Manner =>
    ({ frameRate: shown?.document.rate ?? { numerator: 25, denominator: 1 }, rate, canvas: { width: canvas.width, height: canvas.height } })

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
    const now = moment()
    // After the last frame it still shows that.
    const frame = Math.max(0, Math.min(now.frame, shown.resolved.durationFrames - 1))
    const written = await wordsPainter.at(frame)
    if (isClosed)
      return
    const { layers, isExact, isMissing } = gather(shown, frame, now, written)
    onGathered()
    if (now.isRunning && frame !== lastFrame) {
      drawn++
      stalls += isExact ? 0 : 1
    }
    lastFrame = frame
    if (!isMissing && context) {
      drawLayers(context, layers, { background: shown.document.background, grader })
      onDrawn()
    }
    if (isExact && !isAskedAgain && moment().frame === now.frame) {
      waiting.forEach(settle => settle())
      waiting.clear()
    }
  }

  /** Titles are where their tracks are; those that nothing covers, and the captions, are one picture above all. */
  function gather({ document, resolved, words }: Shown, frame: number, { rate, turn }: Moment, written: WordsPictures): Gathered {
    const { width, height } = document
    const stretch = stretchAt(resolved.stretches, frame)
    const layers: Drawn[] = []
    const lower = new Map([...written].filter(([band]) => band > 0))
    let isExact = true
    let isMissing = false
    const begun: number[] = []
    const awaitShade = (shade: Shade | null): void => {
      const isReady = grader.isReady(shade)
      isMissing ||= !isReady
      isExact &&= isReady
    }
    /** One that is clear is not drawn at all. */
    const endCanvas = (clip: ShownClip, placed: Placed, into: number): void => {
      const first = begun.pop() ?? layers.length
      const shade = shadeAt(clip, into)
      awaitShade(shade)
      if (placed.opacity > 0)
        layers.push({ canvas: 'ends', clip, placed, shade, ...clip.backdrop && { behind: behindAt(clip, into) } })
      else
        layers.length = first
    }
    /** One that is opaque is drawn as its layers, and one that is clear not at all. */
    const endGroup = (opacity: number): void => {
      const first = begun.pop() ?? layers.length
      if (opacity >= 1)
        layers.splice(first, 1)
      else if (opacity > 0)
        layers.push({ group: 'ends', opacity })
      else
        layers.length = first
    }
    const addLayer = (clip: ShownClip, placed: Placed, into: number, paces?: Paces): void => {
      if (clip.title !== null) {
        const band = words?.bandOf(clip.id) ?? 0
        const picture = lower.get(band)
        if (picture)
          layers.push({ words: picture })
        lower.delete(band)
        return
      }
      if (clip.group === 'begins') {
        const size = clip.canvas && { width: clip.canvas.width / width, height: clip.canvas.height / height }
        begun.push(layers.push(clip.isApart ? { canvas: clip.group, size } : { group: clip.group, opacity: 1 }) - 1)
        return
      }
      if (clip.group === 'ends' && clip.isApart) {
        endCanvas(clip, placed, into)
        return
      }
      if (clip.group === 'ends') {
        endGroup(placed.opacity)
        return
      }
      if (isAdjustment(clip)) {
        const adjusts = shadeAt(clip, into)
        awaitShade(adjusts)
        if (adjusts && placed.opacity > 0)
          layers.push({ adjusts, opacity: placed.opacity })
        return
      }
      const found = pictures.at(wantedOf(clip, into, turn, mannerAt(rate), { paces, frame }))
      if (found === 'none')
        return
      const shade = shadeAt(clip, into)
      awaitShade(shade)
      isMissing ||= found === null
      isExact &&= found?.isExact ?? false
      if (found)
        layers.push({ clip, placed, shade, image: found.image, imageSize: sizeOf(found.image), picture: found })
    }
    for (const layer of stretch?.layers ?? []) {
      const { clip, paces } = layer
      const into = offsetIn(layer, stretch!, frame)
      const placed = placedAt(clip, into)
      addLayer(clip, placed, into, paces)
      if (placed.veil)
        layers.push({ veil: placed.veil })
    }
    const top = written.get(0)
    return { layers: top ? [...layers, { words: top }] : layers, isExact, isMissing }
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
    wordsPainter.resize(width, height)
    if (before)
      context?.drawImage(before, 0, 0, width, height)
  }

  return {
    show(document, resolved, words) {
      shown = { document, resolved, words }
      wordsPainter.set(words)
      resize()
      request()
    },
    request,
    setQuality(next) {
      quality = next
      resize()
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
      wordsPainter.close()
      waiting.forEach(settle => settle())
      waiting.clear()
    },
  }
}
