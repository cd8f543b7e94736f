/** Stills, decoded once at the size that the preview needs; those used longest ago are forgotten. */
import type { TakeId } from '#contract/words.ts'
import type { PictureSource, Report } from './media.ts'
import { saidBy } from './media.ts'

export interface Stills {
  /** At least `pixels` wide where the original is, null while it is not there. Another size is given until the right one is. */
  at: (takeId: TakeId, source: PictureSource, pixels: number) => { image: ImageBitmap, isExact: boolean } | null
  isBroken: (source: PictureSource) => boolean
  retry: () => void
  readonly bytes: number
  close: () => void
}

const retryMs = 3000
/** So that zooming does not decode anew at each step. */
const steps = [1, 2, 4, 8]

export function createStills(options: { report: Report, onPicture: () => void, limitBytes?: number }): Stills {
  const { report, onPicture, limitBytes = 64 * 2 ** 20 } = options
  const bitmaps = new Map<string, ImageBitmap>()
  const loading = new Set<string>()
  const failedAt = new Map<string, number>()
  const closing = new AbortController()
  let bytes = 0

  const sizeOf = ({ width, height }: ImageBitmap): number => width * height * 4
  const keyOf = ({ name }: PictureSource, step: number): string => `${step} ${name}`

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
      const part = (side: number): number => Math.max(1, Math.round(side / step))
      const size = { resizeWidth: part(source.width), resizeHeight: part(source.height), resizeQuality: 'high' } as const
      const bitmap = await createImageBitmap(blob, step === 1 ? {} : size)
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
      const step = steps.findLast(each => source.width / each >= pixels) ?? 1
      const key = keyOf(source, step)
      const right = bitmaps.get(key)
      if (right) {
        bitmaps.delete(key)
        bitmaps.set(key, right)
        return { image: right, isExact: true }
      }
      if (!loading.has(key) && performance.now() - (failedAt.get(key) ?? -Infinity) > retryMs)
        void load(takeId, source, step)
      const other = steps.map(each => bitmaps.get(keyOf(source, each))).find(Boolean)
      return other ? { image: other, isExact: false } : null
    },
    retry: () => failedAt.clear(),
    isBroken: source => steps.some(step => failedAt.has(keyOf(source, step))),
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
