/** Canvases for what is drawn as a whole: what was below a group, and those of sequences that are one picture. */

export type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** One that is kept for the next frame: the same size is the same canvas. */
function sized(
  kept: (OffscreenCanvasRenderingContext2D | undefined)[],
  depth: number,
  { width, height }: { readonly width: number, readonly height: number },
): OffscreenCanvasRenderingContext2D {
  const found = kept[depth]
  if (found?.canvas.width === width && found.canvas.height === height)
    return found
  const context = new OffscreenCanvas(width, height).getContext('2d')
  if (!context)
    throw new Error('The canvas has no 2D context')
  kept[depth] = context
  return context
}

/** What was below the groups that have begun, the outermost first. */
const held: (OffscreenCanvasRenderingContext2D | undefined)[] = []

export function holdBelow({ canvas }: Context, depth: number): void {
  const before = sized(held, depth, canvas)
  before.globalCompositeOperation = 'copy'
  before.drawImage(canvas, 0, 0)
}

/** What was kept comes through what has been drawn since, as far as that is not opaque: the same as drawing the group apart. */
export function mixWithHeld(context: Context, depth: number, opacity: number): void {
  const before = held[depth]
  if (before)
    mix(context, before.canvas, 1 - Math.min(1, opacity))
}

/** So much of another picture of the same size in place of what is there, and of how clear that is. */
export function mix(context: Context, image: CanvasImageSource, share: number): void {
  const { canvas } = context
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.globalAlpha = share
  // That of the screen is covered.
  const isClear = canvas instanceof OffscreenCanvas
  if (isClear) {
    context.fillStyle = 'black'
    context.globalCompositeOperation = 'destination-out'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.globalCompositeOperation = 'lighter'
  }
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  context.globalCompositeOperation = 'source-over'
}

const clear: (OffscreenCanvasRenderingContext2D | undefined)[] = []

/** A canvas with nothing on it, as large as this one. `depth`: how many such canvases it is drawn on in turn. */
export function clearCanvas(size: { readonly width: number, readonly height: number }, depth: number): OffscreenCanvasRenderingContext2D {
  const context = sized(clear, depth, size)
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.globalAlpha = 1
  context.clearRect(0, 0, size.width, size.height)
  context.imageSmoothingQuality = 'medium'
  return context
}
