/** Stills, decoded once at the size that the preview needs; those used longest ago are forgotten. */
import type { TakeId } from '#contract/words.ts'
import type { PictureSource, Report } from './media.ts'
import { saidBy } from './media.ts'

export interface Stills {
  /** At least `pixels` wide where the original is, null while it is missing. Another size is given until the right one is. */
  at: (takeId: TakeId, source: PictureSource, pixels: number) => { image: ImageBitmap, isExact: boolean } | null
  isBroken: (source: PictureSource) => boolean
  retry: () => void
  readonly bytes: number
  close: () => void
}

const retryMs = 3000
/**
 * Sizes that stills are decoded to, each this much smaller than the one before: zooming does not decode again at each step, and what is
 * drawn hardly smaller stays as sharp as in the render.
 */
const stepRatio = 1.25
const mostSteps = 12

export function createStills(options: { report: Report, onPicture: () => void, limitBytes?: number }): Stills {
  const { report, onPicture, limitBytes = 64 * 2 ** 20 } = options
  const bitmaps = new Map<string, ImageBitmap>()
  const loading = new Set<string>()
  const failedAt = new Map<string, number>()
  const closing = new AbortController()
  let bytes = 0

  const sizeOf = ({ width, height }: ImageBitmap): number => width * height * 4
  const keyOf = ({ name }: PictureSource, step: number): string => `${step} ${name}`
  const isOf = ({ name }: PictureSource, key: string): boolean => key.slice(key.indexOf(' ') + 1) === name

  function keep(key: string, bitmap: ImageBitmap): void {
    bitmaps.set(key, bitmap)
    bytes += sizeOf(bitmap)
    for (const [oldest, old] of bitmaps) {
      if (bytes <= limitBytes || oldest === key)
        break
      bitmaps.delete(oldest)
      bytes -= sizeOf(old)
      old.close()
    }
  }

  async function load(takeId: TakeId, source: PictureSource, step: number): Promise<void> {
    const key = keyOf(source, step)
    loading.add(key)
    try {
      const response = await fetch(source.url, { signal: closing.signal })
      if (!response.ok)
        throw new Error(`HTTP ${response.status}`)
      const blob = await response.blob()
      const part = (side: number): number => Math.max(1, Math.round(side / stepRatio ** step))
      const size = { resizeWidth: part(source.width), resizeHeight: part(source.height), resizeQuality: 'high' } as const
      const bitmap = await createImageBitmap(blob, step === 0 ? {} : size)
      if (closing.signal.aborted)
        return bitmap.close()
      failedAt.delete(key)
      keep(key, bitmap)
      onPicture()
    }
    catch (cause) {
      if (closing.signal.aborted)
        return
      failedAt.set(key, performance.now())
      report({ what: 'unreadable', of: 'picture', takeId, said: saidBy(cause) })
      onPicture()
    }
    finally {
      loading.delete(key)
    }
  }

  return {
    at(takeId, source, pixels) {
      const step = Math.min(mostSteps, Math.max(0, Math.floor(Math.log(source.width / pixels) / Math.log(stepRatio) + 1e-9)))
      const key = keyOf(source, step)
      const right = bitmaps.get(key)
      if (right) {
        bitmaps.delete(key)
        bitmaps.set(key, right)
        return { image: right, isExact: true }
      }
      if (!loading.has(key) && performance.now() - (failedAt.get(key) ?? -Infinity) > retryMs)
        void load(takeId, source, step)
      const other = [...bitmaps].findLast(([each]) => isOf(source, each))
      return other ? { image: other[1], isExact: false } : null
    },
    retry: () => failedAt.clear(),
    isBroken: source => [...failedAt.keys()].some(key => isOf(source, key)),
    get bytes() {
      return bytes
    },
    close() {
      closing.abort()
      bitmaps.forEach(bitmap => bitmap.close())
      bitmaps.clear()
    },
  }
}
