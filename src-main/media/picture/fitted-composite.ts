/**
 * Composites layers placed by `fit` that have no transparency but that of their fades: most of what fades. They stay in the
 * YUV of the film, as where they are drawn alone, and are merged in sixteen bits, for which eight of RGB are too few: none jumps where its
 * fade is over.
 */
import type { WholeForm } from '../probe/colour.ts'
import type { Composite, Looking } from './composite.ts'
import type { Layer } from './layer.ts'
import type { Planes } from './mattes.ts'
import type { SegmentJob } from './segment-job.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ownInput } from '../ffmpeg/ffmpeg-input.ts'
import { isAdjusted } from './adjust-layers.ts'
import { isReachedBySeeking, titleFilters } from './composite.ts'
import { backgroundInput, formOf, rateOf } from './drawing.ts'
import { fittedFilters, ownFrames } from './fitted.ts'
import { layerInput } from './layer-filters.ts'
import { edgeAt, hasVeil, hidesAll, isPlain, steadyOpacity } from './layer.ts'
import { deepMatteOf, deepVeilOf, veilColour } from './mattes.ts'
import { isSeenItself } from './segments.ts'
import { isInGreys } from './titles.ts'

/** How many are drawn by one command. */
const mostLayers = 10

/** zscale rounds when it brings sixteen bits back to eight; swscale does not. */
const needs = ['zscale', 'maskedmerge'] as const

interface Form { readonly whole: WholeForm, readonly planes: Planes }
/** By the form of the film. */
const forms: Readonly<Record<string, Form | undefined>> = {
  yuv420p: { whole: 'yuv420p16le', planes: [[1, 1], [2, 2], [2, 2]] },
  yuv422p: { whole: 'yuv422p16le', planes: [[1, 1], [2, 1], [2, 1]] },
}

/** Whether the layers of a segment are put together here. */
export function isMergedFitted({ plan, segment: { layers } }: SegmentJob, { ffmpeg }: Pick<Looking, 'ffmpeg'>): boolean {
  const { pictures, titles } = parted(layers)
  const isFitted = (layer: Layer): boolean => layer.source !== null && !layer.source.hasAlpha && isPlain(layer)
  return forms[formOf(plan).pixels] !== undefined && needs.every(name => ffmpeg.filters.has(name)) && layers.length <= mostLayers
    && !isAdjusted(layers) && pictures.every(isFitted) && titles.every(title => isInGreys(title) && !hasVeil(title))
}

/** The titles above all pictures are drawn in the form of the film. */
function parted(layers: readonly Layer[]): { readonly pictures: readonly Layer[], readonly titles: readonly Layer[] } {
  const count = layers.findLastIndex(({ source }) => source !== null) + 1
  return { pictures: layers.slice(0, count), titles: layers.slice(count) }
}

/** Like `composite`, where `isMergedFitted`. */
export async function mergeFitted(job: SegmentJob, tools: Looking): Promise<Composite> {
  const { plan, segment: { layers } } = job
  const form = forms[formOf(plan).pixels] ?? forms.yuv420p!
  const { pictures, titles } = parted(layers)
  const [lowest] = pictures
  const covering = lowest !== undefined && hidesAll(lowest, plan) ? lowest : null
  const input = covering ? [] : backgroundInput(plan)
  const chains = covering ? [] : [`[0:v]zscale=min=gbr:rin=full:m=709:r=limited,format=${form.whole}[base0]`]
  let inputs = covering ? 0 : 1
  // Counts what is drawn: -1 is not even a base.
  let base = covering ? -1 : 0
  const put = (drawn: Drawn, name: string): void => {
    input.push(...drawn.input)
    inputs += drawn.inputs
    chains.push(...drawn.chains, ...base < 0 ? [] : [`[base${base}][${name}][${name}mask]maskedmerge[base${base + 1}]`])
    base++
  }
  for (const layer of pictures) {
    const name = base < 0 ? 'base0' : `layer${base + 1}`
    if (!hasVeil(layer) || isSeenItself(layer, plan))
      put(await drawLayer(job, tools, layer, { file: `${job.name}-${base + 1}.raw`, name, first: inputs, isBase: base < 0, ...form }), name)
    const over = `layer${base + 1}`
    if (hasVeil(layer))
      put(await drawVeil(job, layer, { file: `${job.name}-${base + 1}-veil.raw`, name: over, first: inputs, ...form }), over)
  }
  const above = titles.length === 0 ? [] : await titleFilters(job, titles, `${job.name}-titles`)
  const ending = ['zscale=min=709:rin=limited:m=709:r=limited', `format=${formOf(plan).pixels}`, 'setsar=1', ...above]
  return { passes: [], drawing: { input, graph: `${chains.join(';')};[base${base}]${ending.join(',')}` } }
}

interface Drawn {
  readonly input: readonly string[]
  readonly inputs: number
  readonly chains: readonly string[]
}

interface Place extends Form {
  /** For how much of it is seen, in the job's folder. */
  readonly file: string
  /** Chains end in `[name]` and, of one that is no base, in `[namemask]`, both of the size and form of the film. */
  readonly name: string
  /** The number of its first input. */
  readonly first: number
  /** Nothing is seen below it. */
  readonly isBase: boolean
}

async function drawLayer(job: SegmentJob, tools: Looking, layer: Layer, place: Place): Promise<Drawn> {
  const { plan, folder } = job
  const { file, name, first, isBase, whole, planes } = place
  const isAround = !isBase && layer.picture.look.fit === 'contain'
  const way = await isReachedBySeeking(layer, plan, tools) ? 'seek' : 'read-from-start'
  const fit = { form: whole, isOpaque: !isAround }
  const filters = fittedFilters(layer, plan, await ownFrames(layer, plan, way, fit), fit)
  const input = await layerInput(layer, job, way)
  const drawn = `[${first}:v]${filters.join(',')}`
  if (isBase)
    return { input, inputs: 1, chains: [`${drawn}[${name}]`] }
  const around = isAround ? aroundChains(place, drawn) : [`${drawn}[${name}]`]
  if (isAround && steadyOpacity(layer) === 1 && edgeAt(layer, 0) === null)
    return { input, inputs: 1, chains: [...around, `[${name}part]null[${name}mask]`] }
  const seen = deepMatteOf(layer, { part: { left: 0, top: 0, right: plan.width, bottom: plan.height }, screen: plan }, planes)
  await writeFile(join(folder, file), seen.bytes)
  const raw = ['-pixel_format', whole, '-video_size', seen.size, '-framerate', rateOf(plan)]
  const matte = `[${first + 1}:v]scale=${plan.width}:${plan.height}:flags=neighbor,format=${whole},setsar=1`
  const product = ['0', '1', '2'].map(plane => `c${plane}_mode=multiply`).join(':')
  return {
    input: [...input, ...ownInput(file, 'rawvideo', { options: raw })],
    inputs: 2,
    chains: isAround
      ? [...around, `${matte}[${name}matte]`, `[${name}part][${name}matte]blend=${product}[${name}mask]`]
      : [...around, `${matte}[${name}mask]`],
  }
}

/** The colour over a picture, like one more. */
async function drawVeil(
  { plan, folder }: SegmentJob,
  layer: Layer,
  { file, name, first, whole, planes }: Omit<Place, 'isBase'>,
): Promise<Drawn> {
  await writeFile(join(folder, file), deepVeilOf(layer, planes))
  const raw = ['-pixel_format', whole, '-video_size', '2x2', '-framerate', rateOf(plan)]
  const size = `scale=${plan.width}:${plan.height}:flags=neighbor`
  return {
    input: [...backgroundInput({ ...plan, background: veilColour(layer) }), ...ownInput(file, 'rawvideo', { options: raw })],
    inputs: 2,
    chains: [
      `[${first}:v]zscale=min=gbr:rin=full:m=709:r=limited,format=${whole}[${name}]`,
      `[${first + 1}:v]${size},format=${whole},setsar=1[${name}mask]`,
    ],
  }
}

/** Of one that leaves a part of the frame free, `[namepart]` is which part it fills, in all planes. */
function aroundChains({ name, whole }: Place, drawn: string): string[] {
  const half = whole === 'yuv422p16le' ? 'iw/2:ih' : 'iw/2:ih/2'
  return [
    `${drawn},split[${name}all][${name}clear]`,
    `[${name}all]format=${whole}[${name}]`,
    `[${name}clear]extractplanes=a,split[${name}large][${name}other]`,
    `[${name}other]scale=${half}:flags=neighbor,format=gray16le[${name}small]`,
    `[${name}large][${name}small]mergeplanes=map1s=1:map2s=1:format=${whole}[${name}part]`,
  ]
}
