/** Draws captions and titles of the preview with libass, from the same ASS and the same fonts as the render burns in. */
import type { CaptionsAnswer, CaptionsRequest } from './captions-worker.ts'
import { fontFiles, fontsIn } from '#rules/captions/fonts.ts'

export interface CaptionPainter {
  /** Takes the place of what was set before, from the next picture on. Rejects when libass cannot begin or a font is missing. */
  set: (ass: string) => Promise<void>
  /**
   * What is shown at this moment, transparent elsewhere, in the painter's size: to be drawn at once, because the painter closes it when
   * the next one differs. Of moments that wait for their turn only the newest is drawn; the others get null, as before anything is set.
   */
  pictureAt: (seconds: number) => Promise<ImageBitmap | null>
  /** Draws the moment over what the canvas shows, over all of it. Resolves to whether it was drawn: a newer moment may come first. */
  draw: (seconds: number, canvas: HTMLCanvasElement | OffscreenCanvas) => Promise<boolean>
  /** The size of its pictures in pixels. */
  resize: (width: number, height: number) => void
  close: () => void
}

/** `fonts` is the address of the folder of fonts, as both hosts serve it. */
export function createCaptionPainter(size: { readonly width: number, readonly height: number, readonly fonts?: string }): CaptionPainter {
  const folder = new URL(size.fonts ?? '/fonts/', window.location.href).href
  const loaded = new Set<string>()
  let worker: Worker | null = null
  let isClosed = false
  const waiting: { resolve: () => void, reject: (error: Error) => void }[] = []
  let { width, height } = size
  let newest = 0
  let latest: ImageBitmap | null = null
  // One request at a time: a moment that is no longer wanted never reaches the worker.
  let turn: Promise<unknown> = Promise.resolve()

  /** One that failed is replaced by the next request. */
  function begun(): Worker {
    if (worker === null) {
      worker = new Worker(new URL('./captions-worker.ts', import.meta.url), { type: 'module', name: 'captions' })
      listen(worker)
    }
    return worker
  }
  function end(): void {
    worker?.terminate()
    worker = null
    loaded.clear()
  }
  function listen(to: Worker): void {
    to.addEventListener('message', ({ data }: MessageEvent<CaptionsAnswer>) => {
      const asked = waiting.shift()
      if (data.picture !== null) {
        latest?.close()
        latest = data.picture
      }
      if (data.error === null)
        asked?.resolve()
      else
        asked?.reject(new Error(data.error))
    })
    to.addEventListener('error', (event) => {
      end()
      for (const asked of waiting.splice(0))
        asked.reject(new Error(event.message || 'The captions cannot be drawn'))
    })
  }

  function ask(request: () => CaptionsRequest | null): Promise<void> {
    const asked = turn.then(() => {
      const wanted = isClosed ? null : request()
      return wanted === null
        ? undefined
        : new Promise<void>((resolve, reject) => {
            waiting.push({ resolve, reject })
            begun().postMessage(wanted)
          })
    })
    // The caller gets the error; the next one starts a new worker, since libass may not have begun.
    turn = asked.catch(end)
    return asked
  }

  function pictureAt(seconds: number): Promise<ImageBitmap | null> {
    newest++
    const own = newest
    const isNewest = () => own === newest
    return ask(() => isNewest() ? { do: 'draw', seconds, width, height } : null).then(() => isNewest() ? latest : null)
  }

  return {
    async set(ass) {
      await ask(() => {
        const files = ['Noto Sans' as const, ...fontsIn(ass)].flatMap(family => fontFiles(family)).filter(file => !loaded.has(file))
        const fonts = [...new Set(files)]
        for (const file of fonts)
          loaded.add(file)
        return { do: 'set', ass, fonts: fonts.map(file => folder + file) }
      })
    },
    pictureAt,
    async draw(seconds, canvas) {
      const picture = await pictureAt(seconds)
      if (picture === null)
        return false
      const context = canvas.getContext('2d') as CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null
      context?.drawImage(picture, 0, 0, canvas.width, canvas.height)
      return context !== null
    },
    resize(newWidth, newHeight) {
      width = newWidth
      height = newHeight
    },
    close() {
      isClosed = true
      end()
      latest?.close()
      latest = null
      for (const asked of waiting.splice(0))
        asked.resolve()
    },
  }
}
