/** Draws several layers, or one that is not opaque, over the background. */
import type { RenderPlan } from '../plan/render-plan.ts'
import type { Drawing } from './drawing.ts'
import type { Layer } from './layer.ts'
import type { SegmentJob, SegmentTools } from './segment-job.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ownInput } from '../ffmpeg/ffmpeg-input.ts'
import { layOutFonts } from '../plan/caption-fonts.ts'
import { adjust, endGroup, passesOf } from './adjust-layers.ts'
import { backgroundInput, rateOf, toEncoded } from './drawing.ts'
import { ungraded } from './graded-layer.ts'
import { drawingFilters, firstFrameOf, frameFilters, layerInput } from './layer-filters.ts'
import { edgeAt, hasVeil, steadyOpacity } from './layer.ts'
import { matteOf, veilOf } from './mattes.ts'
import { isSeenItself } from './segments.ts'
import { titleFile } from './titles.ts'

/** Each open file takes memory, and a command line has an end: more layers than these are drawn in several passes. */
const layersOfPass = 20

/** `overlay` takes premultiplied colours for luminance, and darkens them: it is given straight ones. */
const straight = 'unpremultiply=inplace=1'

/** To look into files before drawing. */
export type Looking = Pick<SegmentTools, 'ffmpeg' | 'signal'>

export interface Composite {
  /** Arguments of ffmpeg for what is drawn first, each into the file that is named last. */
  readonly passes: readonly (readonly string[])[]
  /** Reads what the passes wrote. */
  readonly drawing: Drawing
}

/** Writes into the job's folder what the drawing reads, but for what its passes write. */
export async function composite(job: SegmentJob, tools: Looking): Promise<Composite> {
  const { layers } = job.segment
  let below: Below = { input: backgroundInput(job.plan), filters: 'null' }
  const passes: string[][] = []
  let pass = 0
  for (const last = passesOf(layers, layersOfPass).length - 1; pass < last; pass++) {
    const file = `${job.name}-pass-${pass}.nut`
    const drawn = await drawOver(job, tools, below, pass)
    passes.push([
      ...['-y', ...drawn.input, '-filter_complex', `${drawn.graph}[v]`, '-map', '[v]', '-frames:v', String(job.segment.frames)],
      ...['-c:v', 'utvideo', '-pix_fmt', 'gbrp', '-f', 'nut', file],
    ])
    below = { input: ownInput(file, 'nut'), filters: `settb=${job.plan.rate.denominator}/${job.plan.rate.numerator},setpts=N,format=gbrp` }
  }
  const { input, graph } = await drawOver(job, tools, below, pass)
  return { passes, drawing: { input, graph: `${graph},${toEncoded(job.plan)}` } }
}

/** What was drawn before, as the first input. */
interface Below { readonly input: readonly string[], readonly filters: string }

async function drawOver(job: SegmentJob, tools: Looking, below: Below, pass: number): Promise<Drawing> {
  const input = [...below.input]
  const chains = [`[0:v]${below.filters}[base0]`]
  let inputs = 1
  let base = 0
  const passes = passesOf(job.segment.layers, layersOfPass)
  const layers = passes[pass] ?? []
  const done = passes.slice(0, pass).flat().length
  /** What was below the groups that have begun. */
  const held: string[] = []
  const put = (drawn: Drawn | null): void => {
    if (drawn === null)
      return
    input.push(...drawn.input)
    chains.push(...drawn.chains(inputs, `layer${base}`), `[base${base}][layer${base}]overlay=${drawn.left}:${drawn.top}:format=gbrp[base${base + 1}]`)
    inputs += drawn.inputs
    base++
  }
  for (const [index, layer] of layers.entries()) {
    const name = `${job.name}-${done + index}`
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
        ? await adjust(job, layer, { name, below: lower, to, first: inputs })
        : await endGroup(job, layer, { name, below: lower, to, first: inputs, before }, 'shallow')
      input.push(...adjusted.input)
      inputs += adjusted.inputs
      chains.push(...adjusted.chains)
      base++
      continue
    }
    if (layer.source === null) {
      chains.push(`[base${base}]${(await titleFilters(job, [layer], name)).join(',')}[base${base + 1}]`)
      base++
    }
    else if (!hasVeil(layer) || isSeenItself(layer, job.plan)) {
      put(await drawLayer(job, tools, layer, `${name}.raw`))
    }
    if (hasVeil(layer))
      put(await drawVeil(job, layer, `${name}-veil.raw`))
  }
  return { input, graph: `${chains.join(';')};[base${base}]null` }
}

/** Writes the titles into the job's folder; the filters draw them. */
export async function titleFilters(
  { segment, plan, folder }: SegmentJob,
  layers: readonly Layer[],
  name: string,
): Promise<string[]> {
  const { ass, filters } = titleFile(layers, segment, plan)
  await writeFile(join(folder, `${name}.ass`), ass)
  await layOutFonts(ass, join(folder, 'title-fonts'))
  return filters(`${name}.ass`, 'title-fonts')
}

interface Drawn {
  readonly input: readonly string[]
  readonly inputs: number
  readonly left: number
  readonly top: number
  /** Chains that end in `[name]`, when the first of the inputs has this number. */
  readonly chains: (firstInput: number, name: string) => string[]
}

async function drawLayer(job: SegmentJob, tools: Looking, layer: Layer, matte: string): Promise<Drawn | null> {
  const { plan, folder } = job
  const way = await isReachedBySeeking(layer, plan, tools) ? 'seek' : 'read-from-start'
  const drawn = drawingFilters(layer, plan, 'clear', await frameFilters(layer, plan, way))
  if (drawn === null)
    return null
  const { box, filters } = drawn
  const own = { input: await layerInput(layer, job, way), left: box.left, top: box.top }
  const opacity = steadyOpacity(layer)
  if (opacity !== null && edgeAt(layer, 0) === null) {
    const faded = opacity === 1 ? [] : [`colorchannelmixer=aa=${opacity}`]
    return { ...own, inputs: 1, chains: (first, name) => [`[${first}:v]${[...filters, straight, ...faded].join(',')}[${name}]`] }
  }
  const seen = matteOf(layer, { part: box, screen: plan })
  await writeFile(join(folder, matte), seen.bytes)
  const size = `${box.right - box.left}:${box.bottom - box.top}`
  const raw = ['-pixel_format', 'gbrap', '-video_size', seen.size, '-framerate', rateOf(plan)]
  return {
    ...own,
    input: [...own.input, ...ownInput(matte, 'rawvideo', { options: raw })],
    inputs: 2,
    chains: (first, name) => [
      `[${first}:v]${[...filters, straight].join(',')}[${name}full]`,
      `[${first + 1}:v]scale=${size}:flags=neighbor,format=gbrap,setsar=1[${name}matte]`,
      `[${name}full][${name}matte]blend=c0_mode=normal:c1_mode=normal:c2_mode=normal:c3_mode=multiply[${name}]`,
    ],
  }
}

/** Over the whole frame. */
export const wholeVeil = ({ width, height }: RenderPlan): string => `scale=${width}:${height}:flags=neighbor,format=gbrap,setsar=1`

/** The colour over a layer; written into the job's folder. */
async function drawVeil(job: SegmentJob, layer: Layer, file: string): Promise<Drawn> {
  return {
    ...{ input: await veilInput(job, layer, file), inputs: 1, left: 0, top: 0 },
    chains: (first, name) => [`[${first}:v]${wholeVeil(job.plan)}[${name}]`],
  }
}

export async function veilInput({ plan, folder }: SegmentJob, layer: Layer, file: string): Promise<string[]> {
  await writeFile(join(folder, file), veilOf(layer))
  return ownInput(file, 'rawvideo', { options: ['-pixel_format', 'gbrap', '-video_size', '2x2', '-framerate', rateOf(plan)] })
}

/** Whether any frame follows the in point: some files end earlier than they say. */
export async function isReachedBySeeking(layer: Layer, plan: RenderPlan, { ffmpeg, signal }: Looking): Promise<boolean> {
  if (layer.picture.file?.medium !== 'video' || firstFrameOf(layer) === 0)
    return true
  // Its colours do not matter, nor is there a folder for a grade.
  const frames = await frameFilters({ ...layer, picture: ungraded(layer.picture) }, plan, 'seek')
  const { stdout } = await ffmpeg.run(
    [
      ...[...await layerInput(layer, { plan }, 'seek'), '-map', '0:v:0', '-frames:v', '1'],
      ...['-vf', [...frames, 'scale=2:2'].join(','), '-pix_fmt', 'gray', '-f', 'rawvideo', '-'],
    ],
    { signal },
  )
  return stdout.length > 0
}
