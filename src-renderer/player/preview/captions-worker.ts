/** libass in a worker: draws the captions of a moment and hands them back as a picture. */
import wasmUrl from 'jassub/dist/wasm/jassub-worker.wasm?url'
import { ASSRenderer } from 'jassub/dist/worker/worker.js'

export type CaptionsRequest
  = | { readonly do: 'set', readonly ass: string, /** Addresses of fonts that were not given before. */ readonly fonts: readonly string[] }
    | { readonly do: 'draw', readonly seconds: number, readonly width: number, readonly height: number }

export interface CaptionsAnswer {
  /** Null when it is the same as the last one, and before anything is set. */
  readonly picture: ImageBitmap | null
  /** What went wrong; null otherwise. */
  readonly error: string | null
}

// jassub puts the memory of its WebAssembly there.
// eslint-disable-next-line house/constant-names -- its name for it
declare const HEAPU8RAW: unknown

/** What the last picture was made of does not count any more: another text, or another size. */
let isStale = true
let size = { width: 0, height: 0 }
let opened: Promise<{ renderer: ASSRenderer, canvas: OffscreenCanvas }> | null = null

async function open(ass: string, fonts: readonly string[]): Promise<{ renderer: ASSRenderer, canvas: OffscreenCanvas }> {
  const canvas = new OffscreenCanvas(16, 16)
  const renderer = await new ASSRenderer({
    wasmUrl: new URL(wasmUrl, import.meta.url).href,
    width: 16,
    height: 16,
    subContent: ass,
    fonts,
    availableFonts: {},
    defaultFont: 'noto sans',
    queryFonts: false,
    debug: false,
    libassMemoryLimit: 0,
    libassGlyphLimit: 0,
  }, async () => undefined, canvas) as ASSRenderer | undefined
  if (renderer === undefined)
    throw new Error('libass could not start')
  return { renderer, canvas }
}

async function answer(request: CaptionsRequest): Promise<ImageBitmap | null> {
  if (request.do === 'set') {
    const { ass, fonts } = request
    isStale = true
    if (opened === null) {
      opened = open(ass, fonts)
      await opened
      return null
    }
    const { renderer } = await opened
    await renderer.addFonts(fonts)
    renderer.setTrack(ass)
    return null
  }
  if (opened === null)
    return null
  const { renderer, canvas } = await opened
  const { seconds, width, height } = request
  if (width !== size.width || height !== size.height) {
    size = { width, height }
    isStale = true
    renderer._resizeCanvas(width, height, width, height)
  }
  const images = renderer._wasm.rawRender(seconds, isStale ? 1 : 0)
  if (images === null)
    return null
  isStale = false
  renderer._gpurender.render(images, HEAPU8RAW)
  return canvas.transferToImageBitmap()
}

globalThis.addEventListener('message', async ({ data }: MessageEvent<CaptionsRequest>) => {
  const reply = await answer(data).then(
    (picture): CaptionsAnswer => ({ picture, error: null }),
    (thrown: unknown): CaptionsAnswer => ({ picture: null, error: String(thrown) }),
  )
  globalThis.postMessage(reply, { transfer: reply.picture === null ? [] : [reply.picture] })
})
