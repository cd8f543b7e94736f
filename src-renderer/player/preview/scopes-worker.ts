/** Scopes in a worker: reads a picture, counts its values, and draws them onto the canvas that the page shows. */
import type { ScopeName, Summary, Trace } from '#rules/colour/scopes.ts'
import { chromaOf, histogramOf, paradeOf, summaryOf, vectorscopeOf, waveformOf } from '#rules/colour/scopes.ts'

export type ScopesRequest
  = | { readonly do: 'use', readonly canvas: OffscreenCanvas }
    | { readonly do: 'draw', readonly name: ScopeName, readonly picture: ImageBitmap }

/** After each picture. */
export interface ScopesAnswer { readonly summary: Summary }

type Colour = readonly [red: number, green: number, blue: number]
const [white, red, green, blue]: readonly Colour[] = [[210, 214, 220], [255, 92, 86], [84, 214, 108], [92, 140, 255]]
const lineColour = 'rgb(255 255 255 / 18%)'
const wordColour = 'rgb(255 255 255 / 55%)'

let shown: OffscreenCanvas | null = null

/** Where no trace is, it is clear. */
function pictureOf({ width, height, counts }: Trace, [r, g, b]: Colour): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height)
  const context = contextOf(canvas)
  const image = context.createImageData(width, height)
  for (let at = 0; at < counts.length; at++) {
    const count = counts[at]!
    if (count === 0)
      continue
    image.data[at * 4] = r
    image.data[at * 4 + 1] = g
    image.data[at * 4 + 2] = b
    image.data[at * 4 + 3] = Math.min(255, 55 + 45 * count)
  }
  context.putImageData(image, 0, 0)
  return canvas
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (!context)
    throw new Error('The canvas has no 2D context')
  return context
}

/** Lines of brightness, with percent. */
function drawLevels(context: OffscreenCanvasRenderingContext2D, { width, height }: OffscreenCanvas): void {
  context.fillStyle = wordColour
  context.font = '12px sans-serif'
  for (const percent of [0, 25, 50, 75, 100]) {
    const y = Math.round((1 - percent / 100) * (height - 1))
    context.save()
    context.fillStyle = lineColour
    context.fillRect(0, y, width, 1)
    context.restore()
    context.fillText(String(percent), 3, percent === 100 ? 12 : y - 3)
  }
}

type Traces = readonly (readonly [Trace, Colour])[]

function drawTraces(context: OffscreenCanvasRenderingContext2D, canvas: OffscreenCanvas, traces: Traces): void {
  const each = canvas.width / traces.length
  const gap = traces.length > 1 ? 4 : 0
  context.globalCompositeOperation = 'lighter'
  for (const [at, [trace, colour]] of traces.entries())
    context.drawImage(pictureOf(trace, colour), at * each + gap / 2, 0, each - gap, canvas.height)
  context.globalCompositeOperation = 'source-over'
  drawLevels(context, canvas)
}

/** Rings of colourfulness, and the places of full colours at three quarters. */
function drawVectorscope(context: OffscreenCanvasRenderingContext2D, { width, height }: OffscreenCanvas, trace: Trace): void {
  const side = Math.min(width, height)
  const middle = { x: width / 2, y: height / 2 }
  context.globalCompositeOperation = 'lighter'
  // A colour that fills the picture is a single point: it must be seen.
  const [r, g, b] = white!
  context.fillStyle = `rgb(${r} ${g} ${b})`
  trace.counts.forEach((count, at) => {
    if (count === 0)
      return
    context.globalAlpha = Math.min(1, 0.3 + 0.15 * Math.log2(count))
    const [x, y] = [at % trace.width / (trace.width - 1) - 0.5, Math.floor(at / trace.width) / (trace.height - 1) - 0.5]
    context.fillRect(Math.round(middle.x + x * side) - 1, Math.round(middle.y + y * side) - 1, 2, 2)
  })
  context.globalAlpha = 1
  context.globalCompositeOperation = 'source-over'
  context.strokeStyle = lineColour
  for (const share of [0.25, 0.5, 0.75, 1]) {
    context.beginPath()
    context.arc(middle.x, middle.y, side / 2 * share - 0.5, 0, 2 * Math.PI)
    context.stroke()
  }
  context.font = '12px sans-serif'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillStyle = wordColour
  const places = { R: [1, 0, 0], Y: [1, 1, 0], G: [0, 1, 0], C: [0, 1, 1], B: [0, 0, 1], M: [1, 0, 1] } as const
  for (const [letter, colour] of Object.entries(places)) {
    const { x, y } = chromaOf(colour)
    const [across, down] = [middle.x + 0.75 * x * side, middle.y - 0.75 * y * side]
    context.strokeStyle = wordColour
    context.strokeRect(across - 5, down - 5, 10, 10)
    context.fillText(letter, across + (x < 0 ? -12 : 12), down)
  }
  context.textAlign = 'start'
  context.textBaseline = 'alphabetic'
}

function drawHistogram(context: OffscreenCanvasRenderingContext2D, { width, height }: OffscreenCanvas, bins: readonly Uint32Array[]): void {
  // What is cut off at black and white would leave nothing of the rest.
  const inside = bins.flatMap(bin => [...bin.subarray(1, 255)])
  const most = Math.max(1, ...inside)
  context.globalCompositeOperation = 'lighter'
  for (const [at, bin] of bins.entries()) {
    const [r, g, b] = [red!, green!, blue!, white!][at]!
    context.fillStyle = `rgb(${r} ${g} ${b} / ${at === 3 ? 35 : 55}%)`
    context.beginPath()
    context.moveTo(0, height)
    bin.forEach((count, value) => context.lineTo((value + 0.5) / bin.length * width, height * (1 - Math.min(1, count / most) * 0.96)))
    context.lineTo(width, height)
    context.fill()
  }
  context.globalCompositeOperation = 'source-over'
  context.fillStyle = lineColour
  for (const share of [0.25, 0.5, 0.75])
    context.fillRect(Math.round(share * width), 0, 1, height)
}

function draw(canvas: OffscreenCanvas, name: ScopeName, picture: ImageBitmap): Summary {
  const { width, height } = picture
  const reading = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!reading)
    throw new Error('The canvas has no 2D context')
  reading.drawImage(picture, 0, 0)
  picture.close()
  const read = { pixels: reading.getImageData(0, 0, width, height).data, width, height }
  const context = contextOf(canvas)
  context.clearRect(0, 0, canvas.width, canvas.height)
  if (name === 'waveform')
    drawTraces(context, canvas, [[waveformOf(read), white!]])
  else if (name === 'parade')
    drawTraces(context, canvas, paradeOf(read).map((trace, at) => [trace, [red!, green!, blue!][at]!] as const))
  else if (name === 'vectorscope')
    drawVectorscope(context, canvas, vectorscopeOf(read))
  else
    drawHistogram(context, canvas, histogramOf(read))
  return summaryOf(read)
}

globalThis.addEventListener('message', ({ data }: MessageEvent<ScopesRequest>) => {
  if (data.do === 'use')
    return void (shown = data.canvas)
  if (shown)
    globalThis.postMessage({ summary: draw(shown, data.name, data.picture) } satisfies ScopesAnswer)
})
