/** Adjustments: they change the colours of all that is drawn below them, mixed with what was there as far as they are opaque. */
import type { RenderPlan } from '../plan/render-plan.ts'
import type { Layer } from './layer.ts'
import type { Matte } from './mattes.ts'
import type { SegmentJob } from './segment-job.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ownInput } from '../ffmpeg/ffmpeg-input.ts'
import { fromFilmLight, toFilmLight } from '../probe/colour.ts'
import { formOf, rateOf } from './drawing.ts'
import { adjustingFilters } from './grade-filters.ts'
import { steadyOpacity } from './layer.ts'
import { deepMatteOf, matteOf, rgbPlanes } from './mattes.ts'

export const isAdjusted = (layers: readonly Layer[]): boolean => layers.some(({ picture }) => picture.isAdjustment)

interface Place {
  /** For what it writes into the folder. */
  readonly name: string
  /** The labels of what is below, and of what it becomes. */
  readonly below: string
  readonly to: string
  /** The number of its first input. */
  readonly first: number
}

interface Adjusted {
  readonly input: readonly string[]
  readonly inputs: number
  readonly chains: readonly string[]
}

/** What is below is RGB of sixteen bits in the light of the film, premultiplied where one can see through it. */
export async function adjustDeep(job: SegmentJob, layer: Layer, place: Place): Promise<Adjusted> {
  const { plan } = job
  const { light, hasAlpha } = formOf(plan)
  const filters = [
    ...hasAlpha ? ['unpremultiply=inplace=1'] : [],
    ...fromFilmLight(light),
    ...adjustingFilters(layer, plan),
    ...toFilmLight(null, light),
    ...hasAlpha ? ['format=gbrap16', 'premultiply=inplace=1'] : [],
    'format=gbrap16le',
  ]
  return adjusted(job, layer, place, { filters, ...deepWay(plan, layer, place) })
}

function deepWay(plan: RenderPlan, layer: Layer, { to }: Place): Way {
  const mask = (input: string): string => `${input}scale=${plan.width}:${plan.height}:flags=neighbor,format=gbrap16le,setsar=1`
  return {
    ...{ pixels: 'gbrap16le', matte: () => deepMatteOf(layer, whole(plan), rgbPlanes) },
    merge: (before, after, opacity) => [`${mask(opacity)}[${to}mask]`, `${before}${after}[${to}mask]maskedmerge[${to}]`],
  }
}

/** The same in eight bits, where ffmpeg has no more. */
export async function adjust(job: SegmentJob, layer: Layer, place: Place): Promise<Adjusted> {
  const { plan } = job
  return adjusted(job, layer, place, { filters: [...adjustingFilters(layer, plan), 'format=gbrp'], ...shallowWay(plan, layer, place) })
}

function shallowWay(plan: RenderPlan, layer: Layer, { to }: Place): Way {
  return {
    ...{ pixels: 'gbrap', matte: () => matteOf(layer, whole(plan)) },
    merge: (before, after, opacity) => [
      `${opacity}scale=${plan.width}:${plan.height}:flags=neighbor,format=gbrap,setsar=1[${to}matte]`,
      `${after}format=gbrap[${to}full]`,
      `[${to}full][${to}matte]blend=c0_mode=normal:c1_mode=normal:c2_mode=normal:c3_mode=multiply[${to}over]`,
      `${before}[${to}over]overlay=0:0:format=gbrp[${to}]`,
    ],
  }
}

/** The upper edge of a group: what was below it comes through what has been drawn since, as far as the group is not opaque. */
export async function endGroup(
  job: SegmentJob,
  layer: Layer,
  place: Place & { readonly before: string },
  depth: 'deep' | 'shallow',
): Promise<Adjusted> {
  const way = (depth === 'deep' ? deepWay : shallowWay)(job.plan, layer, place)
  const { input, chains } = await mixed(job, place, way)
  return { input, inputs: 1, chains: chains(`[${place.before}]`, `[${place.below}]`) }
}

/** Layers that are drawn at once: so many, but for those of a group, whose ends need what was before them. */
export function passesOf(layers: readonly Layer[], most: number): Layer[][] {
  const passes: Layer[][] = [[]]
  let depth = 0
  for (const layer of layers) {
    const last = passes.at(-1)!
    if (depth === 0 && last.length >= most)
      passes.push([layer])
    else
      last.push(layer)
    depth += layer.picture.group === 'begins' ? 1 : layer.picture.group === 'ends' ? -1 : 0
  }
  return passes
}

function whole(plan: RenderPlan) {
  return { part: { left: 0, top: 0, right: plan.width, bottom: plan.height }, screen: plan }
}

interface Way {
  /** Of the matte. */
  readonly pixels: string
  readonly matte: () => Matte
  /** Chains that mix both, by the raw input that says how opaque it is. */
  readonly merge: (before: string, after: string, opacity: string) => string[]
}

interface Adjusting extends Way { readonly filters: readonly string[] }

async function adjusted(job: SegmentJob, layer: Layer, place: Place, { filters, ...way }: Adjusting): Promise<Adjusted> {
  const { below, to } = place
  if (steadyOpacity(layer) === 1)
    return { input: [], inputs: 0, chains: [`[${below}]${filters.join(',')}[${to}]`] }
  const { input, chains } = await mixed(job, place, way)
  return {
    ...{ input, inputs: 1 },
    chains: [
      `[${below}]split[${to}before][${to}own]`,
      `[${to}own]${filters.join(',')}[${to}after]`,
      ...chains(`[${to}before]`, `[${to}after]`),
    ],
  }
}

interface Mixed { readonly input: readonly string[], readonly chains: (before: string, after: string) => string[] }

async function mixed({ plan, folder }: SegmentJob, { name, first }: Place, { pixels, matte, merge }: Way): Promise<Mixed> {
  const file = `${name}-opacity.raw`
  const { bytes, size } = matte()
  await writeFile(join(folder, file), bytes)
  return {
    input: ownInput(file, 'rawvideo', { options: ['-pixel_format', pixels, '-video_size', size, '-framerate', rateOf(plan)] }),
    chains: (before, after) => merge(before, after, `[${first}:v]`),
  }
}
