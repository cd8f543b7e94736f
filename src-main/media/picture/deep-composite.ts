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
import { burnFilters } from './burn-captions.ts'
import { isReachedBySeeking, titleFilters, veilInput, wholeVeil } from './composite.ts'
import { backgroundColour, formOf, rateOf } from './drawing.ts'
import { isPlain } from './fitted.ts'
import { drawingFilters, frameFilters, held, layerInput } from './layer-filters.ts'
import { edgeAt, hasVeil, steadyOpacity } from './layer.ts'
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
  const input = [...below.input]
  let inputs = 1
  const chains = [`[0:v]${below.filters.join(',')}[base0]`]
  let base = 0
  const passes = passesOf(job.segment.layers, layersOfPass)
  const layers = passes[pass] ?? []
  const done = passes.slice(0, pass).flat().length
  /** What was below the groups that have begun. */
  const held: string[] = []
  for (const [index, layer] of layers.entries()) {
    const name = `${job.name}-${done + index}`
    const put = (drawn: Drawn | null): void => {
      if (drawn === null)
        return
      input.push(...drawn.input)
      inputs += drawn.inputs
      chains.push(...drawn.chains(`layer${base}`), mergeChains(`base${base}`, `layer${base}`, `base${base + 1}`))
      base++
    }
    if (layer.picture.group === 'begins') {
      held.push(`held${base}`)
      chains.push(`[base${base}]split[base${base + 1}][held${base}]`)
      base++
      continue
    }
    if (layer.picture.isAdjustment) {
      const [lower, to] = [`base${base}`, `base${base + 1}`]
      const before = layer.picture.group === 'ends' ? held.pop() : undefined
      const adjusted = before === undefined
        ? await adjustDeep(job, layer, { name, below: lower, to, first: inputs })
        : await endGroup(job, layer, { name, below: lower, to, first: inputs, before }, 'deep')
      input.push(...adjusted.input)
      inputs += adjusted.inputs
      chains.push(...adjusted.chains)
      base++
      continue
    }
    if (layer.source === null || !hasVeil(layer) || isSeenItself(layer, job.plan))
      put(await drawLayer(job, tools, layer, { name, first: inputs }))
    if (hasVeil(layer))
      put(await drawVeil(job, layer, `${name}-veil.raw`, inputs))
  }
  return { input, inputs, graph: `${chains.join(';')};[base${base}]null` }
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
  const { plan, folder } = job
  if (layer.source === null) {
    const words = wordsChain(await titleFilters(job, [layer], name), first, plan)
    return { input: clearInput(plan, 'black', 'gbrp'), inputs: 1, chains: end => [`${words}[${end}]`] }
  }
  const way = await isReachedBySeeking(layer, plan, tools) ? 'seek' : 'read-from-start'
  const filters = placedFilters(layer, plan, await frameFilters(layer, plan, way))
  if (filters === null)
    return null
  const input = await layerInput(layer, job, way)
  const lit = [...filters, ...toFilmLight(layer.source.colours.hdr, formOf(plan).light)]
  const opacity = steadyOpacity(layer)
  if (opacity !== null && edgeAt(layer, 0) === null) {
    const faded = opacity === 1 ? [] : [`colorchannelmixer=aa=${opacity}`]
    return { input, inputs: 1, chains: end => [`[${first}:v]${[...lit, ...faded].join(',')}[${end}]`] }
  }
  const matte = `${name}.raw`
  const seen = deepMatteOf(layer, { part: { left: 0, top: 0, right: plan.width, bottom: plan.height }, screen: plan }, rgbPlanes)
  await writeFile(join(folder, matte), seen.bytes)
  const raw = ['-pixel_format', 'gbrap16le', '-video_size', seen.size, '-framerate', rateOf(plan)]
  return {
    input: [...input, ...ownInput(matte, 'rawvideo', { options: raw })],
    inputs: 2,
    chains: end => [
      `[${first}:v]${lit.join(',')}[${end}full]`,
      `[${first + 1}:v]scale=${plan.width}:${plan.height}:flags=neighbor,format=gbrap16le,setsar=1[${end}matte]`,
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
  const size = `${width}:${height}:force_original_aspect_ratio=${look.fit === 'contain' ? 'decrease:force_divisible_by=2' : 'increase'}`
  const isLarger = width * height > source.width * source.height
  const frame = look.fit === 'contain' ? `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2:black@0` : `crop=${width}:${height}`
  const colours = hdr === null ? { ...source.colours, hdr: null } : source.colours
  return [`scale=w='trunc(iw*sar/2+0.5)*2':h=ih`, 'setsar=1', ...deepRgb(colours, { size, isLarger }), frame, 'setsar=1']
}
