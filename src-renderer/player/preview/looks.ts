/** Looks at single pictures of clips, each on its own canvas, next to what plays: the edges that are being trimmed. */
import type { FrameRate, PictureClip } from '#contract/sequence-document.ts'
import type { Grader } from './grader.ts'
import type { Pictures } from './pictures.ts'
import { behind } from '#rules/sequence/backdrop.ts'
import { shadeAt } from '#rules/sequence/graded.ts'
import { placedAt } from '#rules/sequence/resolve.ts'
import { drawLayers, sizeOf } from './draw.ts'
import { aloneAt } from './reader.ts'
import { wantedOf } from './wanted.ts'

export interface LookAt {
  /** Of the shape of the sequence. */
  readonly canvas: HTMLCanvasElement
  readonly clip: PictureClip
  /** Frames from the start of the clip. */
  readonly into: number
}

/** What all of them have of the sequence. */
export interface LookFrom { readonly rate: FrameRate, readonly background: string }

export interface Looks {
  /** None closes them. */
  show: (looks: readonly LookAt[], from: LookFrom) => void
  readonly isShown: boolean
  /** Draws what has come since. */
  draw: () => void
  /** Resolves when each canvas shows its exact picture. */
  settled: () => Promise<void>
}

/** Readers of their own: what plays has the first two. */
const firstTurn = 2

export function createLooks(pictures: Pictures, grader: Grader): Looks {
  const waiting = new Set<() => void>()
  let shown: readonly LookAt[] = []
  let from: LookFrom | null = null

  /** Whether it is the exact picture. */
  function drawOne({ canvas, clip, into }: LookAt, turn: number, { rate, background }: LookFrom): boolean {
    const context = canvas.getContext('2d', { alpha: false })
    const found = pictures.at({ ...wantedOf(clip, into, turn, { frameRate: rate, rate: 0, canvas }), pace: aloneAt })
    const shade = shadeAt(clip, into)
    if (!context || found === null || !grader.isReady(shade))
      return false
    // At its edges a faded picture would not be seen at all.
    const layers = found === 'none'
      ? []
      : [behind(clip) ?? [], clip].flat().map(one => ({
          ...{ clip: one, placed: placedAt({ ...one, fadeIn: 0, fadeOut: 0, crossIn: 0 }, into) },
          ...{ shade, image: found.image, imageSize: sizeOf(found.image), picture: found },
        }))
    drawLayers(context, layers, { background, grader })
    return found === 'none' || found.isExact
  }

  function draw(): void {
    const now = from
    if (!now)
      return
    const areExact = shown.map((look, at) => drawOne(look, firstTurn + at, now))
    if (!areExact.every(Boolean))
      return
    waiting.forEach(settle => settle())
    waiting.clear()
  }

  return {
    show(looks, next) {
      shown = looks
      from = looks.length > 0 ? next : null
      draw()
    },
    get isShown() {
      return from !== null
    },
    draw,
    settled: () => new Promise((settle) => {
      waiting.add(settle)
      draw()
    }),
  }
}
