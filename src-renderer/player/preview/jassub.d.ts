/** The part of jassub that is used here: libass with a renderer for one canvas, without jassub's own timing and elements. */
declare module 'jassub/dist/worker/worker.js' {
  interface Options {
    readonly wasmUrl: string
    readonly width: number
    readonly height: number
    readonly subContent: string
    /** Addresses. */
    readonly fonts: readonly string[]
    readonly availableFonts: Readonly<Record<string, string>>
    readonly defaultFont: string
    readonly queryFonts: false
    readonly debug: false
    readonly libassMemoryLimit: number
    readonly libassGlyphLimit: number
  }
  export class ASSRenderer {
    /** Awaited it gives the renderer, or undefined when it could not begin. */
    constructor(options: Options, localFont: () => Promise<undefined>, canvas: OffscreenCanvas)
    addFonts(addresses: readonly string[]): Promise<boolean>
    setTrack(ass: string): void
    _resizeCanvas(width: number, height: number, videoWidth: number, videoHeight: number): void
    readonly _wasm: {
      /** Null when nothing changed since the last call, unless `repaint` is 1. */
      rawRender: (seconds: number, repaint: 0 | 1) => object | null
    }

    readonly _gpurender: { render: (images: object, heap: unknown) => void }
  }
}
