/** Scopes of what a canvas shows: the page only makes the picture small; a worker counts and draws. One picture at a time, the newest. */
import type { ScopeName, Summary } from '#rules/colour/scopes.ts'
import type { ScopesAnswer, ScopesRequest } from './scopes-worker.ts'

export interface Scopes {
  /** The canvas shows another picture. */
  take: () => void
  choose: (name: ScopeName) => void
  /** Milliseconds of the page that the last picture took. */
  readonly tookMs: number
  close: () => void
}

/** Enough columns for a trace, and few enough to be read from a processor between two frames. */
const size = { width: 256, height: 144 } as const

/** `canvas` shows the scope: nothing else may have drawn on it. */
export function createScopes({ of, canvas, name: first, onSummary }: {
  readonly of: HTMLCanvasElement
  readonly canvas: HTMLCanvasElement
  readonly name: ScopeName
  readonly onSummary: (summary: Summary) => void
}): Scopes {
  const worker = new Worker(new URL('./scopes-worker.ts', import.meta.url), { type: 'module', name: 'scopes' })
  const small = new OffscreenCanvas(size.width, size.height)
  const context = small.getContext('2d', { alpha: false })
  const shown = canvas.transferControlToOffscreen()
  let name = first
  let isBusy = false
  let isWanted = false
  let tookMs = 0
  const ask = (request: ScopesRequest, given: Transferable): void => worker.postMessage(request, [given])
  ask({ do: 'use', canvas: shown }, shown)

  function give(): void {
    if (!context || of.width === 0 || of.height === 0)
      return
    isBusy = true
    isWanted = false
    const began = performance.now()
    context.imageSmoothingQuality = 'low'
    context.drawImage(of, 0, 0, size.width, size.height)
    const picture = small.transferToImageBitmap()
    ask({ do: 'draw', name, picture }, picture)
    tookMs = performance.now() - began
  }
  function take(): void {
    isWanted = true
    if (!isBusy)
      give()
  }
  worker.addEventListener('message', ({ data }: MessageEvent<ScopesAnswer>) => {
    isBusy = false
    onSummary(data.summary)
    if (isWanted)
      give()
  })

  return {
    take,
    choose(next) {
      name = next
      take()
    },
    get tookMs() {
      return tookMs
    },
    close: () => worker.terminate(),
  }
}
