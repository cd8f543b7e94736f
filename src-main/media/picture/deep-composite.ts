/**
 * Draws the layers of a film that is transparent, of high dynamic range, or of ten bits: in RGB of sixteen bits, in the light of the film.
 * `overlay` knows eight bits only; here each layer is merged by its own alpha, which keeps what is below clear where it was.
 */
import type { RenderPlan } from '../plan/render-plan.ts'
import type { Hdr } from '../probe/tone-map.ts'
import type { Composite, Looking } from './composite.ts'
import type { Drawing } from './drawing.ts'
import type { Layer } from './layer.ts'
import type { SegmentJob } from './segment-job.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drawnInput, ownInput } from '../ffmpeg/ffmpeg-input.ts'
import { deepened, deepRgb, encodedFrom, opaque, toFilmLight } from '../probe/colour.ts'
import { adjustDeep, endGroup, isAdjusted, passesOf } from './adjust-layers.ts'
import { asPicture, canvasFilters, endOfGroup, onClear, pacedFilters } from './apart-layers.ts'
import { burnFilters } from './burn-captions.ts'
import { isReachedBySeeking, titleFilters, veilInput, wholeVeil } from './composite.ts'
import { backgroundColour, formOf, rateOf } from './drawing.ts'
import { fittedSize } from './fitted.ts'
import { behindOf } from './graded-layer.ts'
import { drawingFilters, frameFilters, held, layerInput } from './layer-filters.ts'
import { edgeAt, hasVeil, isPlain, steadyOpacity } from './layer.ts'
import { deepMatteOf, rgbPlanes } from './mattes.ts'
import { isSeenItself } from './segments.ts'
import { wordsAlone } from './words-alone.ts'

/** What ffmpeg must have for it. */
export const deepNeeds = ['zscale', 'maskedmerge', 'limiter'] as const

/** Whether layers of this segment are put together here. A film of ten bits, and adjustments, do without where ffmpeg cannot. */
export function isDrawnDeep({ plan, segment }: Pick<SegmentJob, 'plan' | 'segment'>, { ffmpeg }: Pick<Looking, 'ffmpeg'>): boolean {
  const { isComposed, isDeep } = formOf(plan)
  return isComposed || ((isDeep || isAdjusted(segment.layers)) && deepNeeds.every(name => ffmpeg.filters.has(name)))
}

/** Each open file takes memory; these are drawn in pictures twice as large as others. */
const layersOfPass = 10

/** Merging takes what is below as premultiplied, and what is above as it is. */
const straight = 'unpremultiply=inplace=1'

/** Like `composite`. Captions that are burned in are drawn here where the whole film is composed. */
export async function drawDeep(job: SegmentJob, tools: Looking): Promise<Composite> {
  const { plan, segment: { layers, frames } } = job
  const { light, pixels, hasAlpha, isComposed } = formOf(plan)
  let below: Below = { input: baseInput(plan), filters: [...deepened, ...toFilmLight(null, light)] }
  const passes: string[][] = []
  let pass = 0
  for (const last = passesOf(layers, layersOfPass).length - 1; pass < last; pass++) {
    const file = `${job.name}-pass-${pass}.nut`
    const drawn = await drawOver(job, tools, below, pass)
    passes.push([
      ...['-y', ...drawn.input, '-filter_complex', `${drawn.graph}[v]`, '-map', '[v]', '-frames:v', String(frames)],
      ...['-c:v', 'ffv1', '-pix_fmt', 'gbrap16le', '-f', 'nut', file],
    ])
    const counted = [`settb=${plan.rate.denominator}/${plan.rate.numerator}`, 'setpts=N', 'format=gbrap16le']
    below = { input: ownInput(file, 'nut'), filters: counted }
  }
  const { input: drawn, inputs, graph } = await drawOver(job, tools, below, pass)
  const captions = isComposed && job.burnsCaptions ? captionsOf(job, inputs) : null
  const input = captions === null ? drawn : [...drawn, ...clearInput(plan, 'black', 'gbrp')]
  const ending = [...hasAlpha ? [straight] : [], ...encodedFrom(pixels, light)].join(',')
  const chains = captions === null ? `${graph},${ending}` : `${graph}[film];${captions};${mergeChains('film', 'words', 'whole')};[whole]${ending}`
  return { passes, drawing: { input, graph: chains } }
}

interface Below { readonly input: readonly string[], readonly filters: readonly string[] }

/** What no clip covers is the background, or clear. */
function baseInput(plan: RenderPlan): string[] {
  return clearInput(plan, formOf(plan).hasAlpha ? 'black@0' : backgroundColour(plan), 'gbrap')
}

function clearInput(plan: RenderPlan, colour: string, form: string): string[] {
  return drawnInput(`color=c=${colour}:s=${plan.width}x${plan.height}:r=${rateOf(plan)},format=${form}`)
}

async function drawOver(job: SegmentJob, tools: Looking, below: Below, pass: number): Promise<Drawing & { readonly inputs: number }> {
  const passes = passesOf(job.segment.layers, layersOfPass)
  const graph: Graph = { input: [...below.input], inputs: 1, chains: [`[0:v]${below.filters.join(',')}[base0]`] }
  const last = await drawOnto(job, tools, graph, { layers: passes[pass] ?? [], first: passes.slice(0, pass).flat().length, pads: '' })
  return { input: graph.input, inputs: graph.inputs, graph: `${graph.chains.join(';')};[${last}]null` }
}

/** What ffmpeg is given, as far as it is known. */
interface Graph {
  readonly input: string[]
  inputs: number
  readonly chains: string[]
}

interface Onto {
  readonly layers: readonly Layer[]
  /** The place of the first one among those of the segment. */
  readonly first: number
  /** Begins the names of pads, of which the one that is drawn on is `base0`. */
  readonly pads: string
}

/** The name of the pad that has all of it. */
async function drawOnto(job: SegmentJob, tools: Looking, graph: Graph, { layers, first, pads }: Onto): Promise<string> {
  const { input, chains } = graph
  let base = 0
  /** What was below the groups that have begun. */
  const held: string[] = []
  const put = (drawn: Drawn | null): void => {
    if (drawn === null)
      return
    input.push(...drawn.input)
    graph.inputs += drawn.inputs
    const [lower, own, to] = [`${pads}base${base}`, `${pads}layer${base}`, `${pads}base${base + 1}`]
    chains.push(...drawn.chains(own), mergeChains(lower, own, to))
    base++
  }
  for (let index = 0; index < layers.length; index++) {
    const layer = layers[index]!
    const name = `${job.name}-${first + index}`
    const [lower, to] = [`${pads}base${base}`, `${pads}base${base + 1}`]
    if (layer.picture.group === 'begins' && layer.picture.isApart) {
      const end = endOfGroup(layers, index)
      const inside = { layers: layers.slice(index + 1, end), first: first + index + 1, pads: `${pads}in${first + index}` }
      for (const drawn of await drawApart(job, tools, graph, { layer: layers[end]!, inside, name: `${job.name}-${first + end}` }))
        put(await drawn())
      if (hasVeil(layers[end]!))
        put(await drawVeil(job, layers[end]!, `${job.name}-${first + end}-veil.raw`, graph.inputs))
      index = end
      continue
    }
    if (layer.picture.group === 'begins') {
      held.push(`${pads}held${base}`)
      chains.push(`[${lower}]split[${to}][${pads}held${base}]`)
      base++
      continue
    }
    if (layer.picture.isAdjustment) {
      const before = layer.picture.group === 'ends' ? held.pop() : undefined
      const adjusted = before === undefined
        ? await adjustDeep(job, layer, { name, below: lower, to, first: graph.inputs })
        : await endGroup(job, layer, { name, below: lower, to, first: graph.inputs, before }, 'deep')
      input.push(...adjusted.input)
      graph.inputs += adjusted.inputs
      chains.push(...adjusted.chains)
      base++
      continue
    }
    if (layer.source === null || !hasVeil(layer) || isSeenItself(layer, job.plan))
      put(await drawLayer(job, tools, layer, { name, first: graph.inputs }))
    if (hasVeil(layer))
      put(await drawVeil(job, layer, `${name}-veil.raw`, graph.inputs))
  }
  return `${pads}base${base}`
}

interface Apart { readonly layer: Layer, readonly inside: Onto, readonly name: string }

/** A nested sequence on a canvas of its own, which is clear where it has nothing, and then drawn as a picture, perhaps over its own copy. */
async function drawApart(
  job: SegmentJob,
  tools: Looking,
  graph: Graph,
  { layer, inside, name }: Apart,
): Promise<(() => Promise<Drawn>)[]> {
  const canvas = onClear(job, layer)
  const { light } = formOf(canvas.plan)
  graph.input.push(...baseInput(canvas.plan))
  graph.chains.push(`[${graph.inputs++}:v]${[...deepened, ...toFilmLight(null, light)].join(',')}[${inside.pads}base0]`)
  const pad = await drawOnto(canvas, tools, graph, inside)
  const paced = pacedFilters(layer, canvas.plan)
  const seen = [...layer.picture.backdrop ? [behindOf(layer)] : [], layer].flatMap((each) => {
    const picture = asPicture(each, canvas.plan)
    const filters = placedFilters(picture, job.plan, [...paced, ...canvasFilters(picture, job.plan)])
    return filters ? [{ picture, filters }] : []
  })
  const pads = seen.length > 1 ? seen.map((_, at) => `${pad}copy${at}`) : [pad]
  if (seen.length > 1)
    graph.chains.push(`[${pad}]split${pads.map(each => `[${each}]`).join('')}`)
  return seen.map(({ picture, filters }, at) => () =>
    drawPlaced(job, picture, { name: `${name}-${at}`, first: graph.inputs, from: pads[at]!, filters, input: [] }))
}

/** All four are weighted by the alpha of the layer: what is below keeps its share of colour and of alpha. */
function mergeChains(below: string, layer: string, merged: string): string {
  return `[${layer}]split[${layer}c][${layer}m];[${layer}c]${opaque}[${layer}colour];`
    + `[${layer}m]shuffleplanes=3:3:3:3[${layer}mask];[${below}][${layer}colour][${layer}mask]maskedmerge[${merged}]`
}

interface Drawn {
  readonly input: readonly string[]
  readonly inputs: number
  /** Chains that end in `[name]`: straight, of the size and in the light of the film. */
  readonly chains: (name: string) => string[]
}

/** `name` is for what it writes into the folder, `first` the number of its first input. */
async function drawLayer(
  job: SegmentJob,
  tools: Looking,
  layer: Layer,
  { name, first }: { readonly name: string, readonly first: number },
): Promise<Drawn | null> {
  const { plan } = job
  if (layer.source === null) {
    const words = wordsChain(await titleFilters(job, [layer], name), first, plan)
    return { input: clearInput(plan, 'black', 'gbrp'), inputs: 1, chains: end => [`${words}[${end}]`] }
  }
  const way = await isReachedBySeeking(layer, plan, tools) ? 'seek' : 'read-from-start'
  const filters = placedFilters(layer, plan, await frameFilters(layer, plan, way))
  const input = await layerInput(layer, job, way)
  return filters && drawPlaced(job, layer, { name, first: first + 1, from: `${first}:v`, filters, input })
}

interface Placing {
  readonly name: string
  /** The number of the first input after its own. */
  readonly first: number
  /** The pad that its frames come from. */
  readonly from: string
  readonly filters: readonly string[]
  readonly input: readonly string[]
}

/** With its opacity and the edge of its transition. */
async function drawPlaced({ plan, folder }: SegmentJob, layer: Layer, { name, first, from, filters, input }: Placing): Promise<Drawn> {
  const lit = [...filters, ...toFilmLight(layer.source?.colours.hdr ?? null, formOf(plan).light)]
  const opacity = steadyOpacity(layer)
  const inputs = input.length > 0 ? 1 : 0
  if (opacity !== null && edgeAt(layer, 0) === null) {
    const faded = opacity === 1 ? [] : [`colorchannelmixer=aa=${opacity}`]
    return { input, inputs, chains: end => [`[${from}]${[...lit, ...faded].join(',')}[${end}]`] }
  }
  const matte = `${name}.raw`
  const seen = deepMatteOf(layer, { part: { left: 0, top: 0, right: plan.width, bottom: plan.height }, screen: plan }, rgbPlanes)
  await writeFile(join(folder, matte), seen.bytes)
  const raw = ['-pixel_format', 'gbrap16le', '-video_size', seen.size, '-framerate', rateOf(plan)]
  return {
    input: [...input, ...ownInput(matte, 'rawvideo', { options: raw })],
    inputs: inputs + 1,
    chains: end => [
      `[${from}]${lit.join(',')}[${end}full]`,
      `[${first}:v]scale=${plan.width}:${plan.height}:flags=neighbor,format=gbrap16le,setsar=1[${end}matte]`,
      `[${end}full][${end}matte]blend=c0_mode=normal:c1_mode=normal:c2_mode=normal:c3_mode=multiply[${end}]`,
    ],
  }
}

/** The colour over a layer. */
async function drawVeil(job: SegmentJob, layer: Layer, file: string, first: number): Promise<Drawn> {
  const lit = [wholeVeil(job.plan), ...deepened, ...toFilmLight(null, formOf(job.plan).light)]
  return { input: await veilInput(job, layer, file), inputs: 1, chains: end => [`[${first}:v]${lit.join(',')}[${end}]`] }
}

/** Drawn into the input of this number, which is black. */
function wordsChain(draw: readonly string[], input: number, plan: RenderPlan): string {
  return `[${input}:v]${[wordsAlone(draw, `words${input}-`), straight, ...deepened, ...toFilmLight(null, formOf(plan).light)].join(',')}`
}

/** Drawn into the input of this number, which is black. */
function captionsOf({ plan, segment, folder }: SegmentJob, at: number): string {
  const start = `${segment.startFrame}*${plan.rate.denominator}/${plan.rate.numerator}/TB`
  const drawn = burnFilters({ folder, hasFonts: plan.captions.fontsDir !== null, start, pixels: 'gbrp' })
  return `${wordsChain(drawn, at, plan)}[words]`
}

/** The frames of a layer, straight, of sixteen bits, where they are in the film. Null where nothing of it is seen. */
function placedFilters(layer: Layer, plan: RenderPlan, frames: readonly string[]): string[] | null {
  const { source } = layer
  const keepsLight = source !== null && source.colours.hdr !== null && formOf(plan).light !== 'sdr'
  const whole = wholeFilters(layer, plan, keepsLight ? source.colours.hdr : null)
  if (whole !== null)
    return [...frames, ...whole, ...held(layer, plan)]
  const drawn = drawingFilters(layer, plan, keepsLight ? 'deep' : 'clear', frames)
  if (drawn === null)
    return null
  const { box, filters } = drawn
  const around = `pad=${plan.width}:${plan.height}:${box.left}:${box.top}:black@0`
  // Where planes were taken apart, frames last for nothing: one that is held would be twice at its moment, and merging counts both.
  return [...filters, straight, ...keepsLight ? [] : deepened, around, `fps=${rateOf(plan)}`]
}

/** Of one that is laid as `fit` lays it, scaling is all there is to do: without a loss of depth. Null for others. */
function wholeFilters(layer: Layer, plan: RenderPlan, hdr: Hdr | null): string[] | null {
  const { picture: { look }, source } = layer
  if (source === null || source.hasAlpha || !isPlain(layer))
    return null
  const { width, height } = plan
  const isLarger = width * height > source.width * source.height
  const frame = look.fit === 'contain' ? `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2:black@0` : `crop=${width}:${height}`
  const colours = hdr === null ? { ...source.colours, hdr: null } : source.colours
  return [`scale=w='trunc(iw*sar/2+0.5)*2':h=ih`, 'setsar=1', ...deepRgb(colours, { size: fittedSize(layer, plan, 2), isLarger }), frame, 'setsar=1']
}
