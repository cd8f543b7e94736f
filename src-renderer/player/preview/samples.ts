/** Small pictures of clips from moments all along them, apart from what plays: their colours are compared. */
import type { FrameRate, PictureClip } from '#contract/sequence-document.ts'
import type { SourceOf } from './media.ts'
import type { ClipPicture, Wanted } from './pictures.ts'
import { partLeft } from '#rules/sequence/placement.ts'
import { placedAt } from '#rules/sequence/resolve.ts'
import { sizeOf } from './draw.ts'
import { createPictures } from './pictures.ts'
import { aloneAt } from './reader.ts'
import { wantedOf } from './wanted.ts'

export interface Samples {
  /** Straight RGBA without the grade. Null where there is no picture, or none comes in time. */
  pixelsOf: (clip: PictureClip, frameRate: FrameRate) => Promise<Uint8ClampedArray<ArrayBuffer> | null>
  /** A file or an address has come. */
  refresh: () => void
  close: () => void
}

/** Enough for the colours of a picture. */
const size = { width: 64, height: 36 } as const
const mostMoments = 5
/** A shot whose preview is being made is not waited for longer. */
const patienceMs = 20_000

export function createSamples(sourceOf: SourceOf): Samples {
  const waiting = new Set<() => void>()
  const wake = (): void => {
    waiting.forEach(go => go())
    waiting.clear()
  }
  // What is wrong with a file is told by the preview.
  const pictures = createPictures({ sourceOf, report: () => {}, onPicture: wake })
  const context = new OffscreenCanvas(size.width, size.height).getContext('2d', { willReadFrequently: true })
  let isClosed = false

  async function pictureAt(wanted: Wanted): Promise<ClipPicture | null> {
    const until = performance.now() + patienceMs
    for (;;) {
      const { takeId } = wanted.clip
      if (isClosed || takeId === null)
        return null
      const found = sourceOf(takeId).kind === 'waiting' ? null : pictures.at(wanted)
      if (found === 'none')
        return null
      if (found?.isExact)
        return found
      const left = until - performance.now()
      if (left <= 0)
        return null
      await new Promise<void>((go) => {
        waiting.add(go)
        setTimeout(go, left)
      })
    }
  }

  function readPixels({ image }: ClipPicture, clip: PictureClip, into: number): Uint8ClampedArray | null {
    const part = partLeft(placedAt(clip, into))
    if (!context || part === null)
      return null
    const { width, height } = sizeOf(image)
    const [left, top] = [part.left * width, part.top * height]
    context.clearRect(0, 0, size.width, size.height)
    context.imageSmoothingQuality = 'medium'
    context.drawImage(image, left, top, part.right * width - left, part.bottom * height - top, 0, 0, size.width, size.height)
    return context.getImageData(0, 0, size.width, size.height).data
  }

  return {
    async pixelsOf(clip, frameRate) {
      const moments = clip.sourceLength === null || clip.isFrozen ? 1 : Math.min(mostMoments, clip.length)
      const all = new Uint8ClampedArray(moments * size.width * size.height * 4)
      for (let moment = 0; moment < moments; moment++) {
        const into = Math.floor((moment + 0.5) / moments * clip.length)
        const found = await pictureAt({ ...wantedOf(clip, into, 0, { frameRate, rate: 0, canvas: size }), pace: aloneAt })
        const pixels = found && readPixels(found, clip, into)
        if (!pixels)
          return null
        all.set(pixels, moment * pixels.length)
      }
      return all
    },
    refresh() {
      pictures.retry()
      wake()
    },
    close() {
      isClosed = true
      wake()
      pictures.close()
    },
  }
}
