/** Encodes one segment of picture: its layers over the background, an exact number of frames. */
import type { RenderPlan } from '../plan/render-plan.ts'
import type { Looking } from './composite.ts'
import type { Drawing } from './drawing.ts'
import type { Way } from './layer-filters.ts'
import type { Layer } from './layer.ts'
import type { SegmentJob, SegmentTools } from './segment-job.ts'
import type { Segment } from './segments.ts'
import { resolve } from 'node:path'
import { countFrames } from '../probe/probe-tracks.ts'
import { isAdjusted } from './adjust-layers.ts'
import { burnFilters } from './burn-captions.ts'
import { composite, isReachedBySeeking, titleFilters } from './composite.ts'
import { drawDeep, isDrawnDeep } from './deep-composite.ts'
import { backgroundAlone, backgroundColour, formOf, isGrey, toEncoded } from './drawing.ts'
import { filmFrames, filmRate, rateFilters } from './film-rate.ts'
import { isMergedFitted, mergeFitted } from './fitted-composite.ts'
import { fittedFilters, ownFrames } from './fitted.ts'
import { removeGrades, writeGrades } from './grade-files.ts'
import { drawingFilters, layerInput } from './layer-filters.ts'
import { edgeAt, hasVeil, hidesAll, isCropMoving, isPlain, steadyOpacity } from './layer.ts'
import { colourTags, deviceArgs, encoderArgs, segmentMuxer, uploadFilters } from './picture-encoders.ts'
import { isInGreys } from './titles.ts'

/** The file that `renderSegment` writes. */
export const segmentFile = ({ name }: Pick<SegmentJob, 'name'>): string => `${name}.mp4`

export async function renderSegment(job: SegmentJob, tools: SegmentTools): Promise<void> {
  try {
    await drawSegment(job, tools)
  }
  finally {
    await removeGrades(job.segment.layers, job.folder)
  }
}

async function drawSegment(job: SegmentJob, tools: SegmentTools): Promise<void> {
  await encode(job, tools, await segmentCommands(job, tools, 'seek'))
  if (await isWhole(job))
    return
  // The in point is behind the last frame: only reading from the beginning finds the frame to hold.
  await encode(job, tools, await segmentCommands(job, tools, 'read-from-start'))
  requireFrames(await countFrames(resolve(job.folder, segmentFile(job))), job)
}

/** Whether the file that was written has all frames. */
export async function isWhole(job: SegmentJob): Promise<boolean> {
  return await countFrames(resolve(job.folder, segmentFile(job))) === filmFrames(job.plan, job.segment).frames
}

/**
 * Arguments of ffmpeg for one command after another, run in the job's folder; the last writes `segmentFile`, the others what it reads.
 * Writes titles and fades into the folder, which they read, too. Several layers are looked into first, and need no second way.
 */
export async function segmentCommands(job: SegmentJob, tools: Looking, way: Way): Promise<readonly (readonly string[])[]> {
  const { segment, plan } = job
  await writeGrades(segment.layers, job.folder)
  const { layer, titles } = simple(segment, plan)
  if (titles === null) {
    const draw = isDrawnDeep(job, tools) ? drawDeep : isMergedFitted(job, tools) ? mergeFitted : composite
    const { passes, drawing } = await draw(job, tools)
    return [...passes, encoding(job, drawing)]
  }
  const above = titles.length === 0 ? [] : await titleFilters(job, titles, `${job.name}-titles`)
  const { input, graph } = layer ? await alone(layer, job, way) : backgroundAlone(plan)
  return [encoding(job, { input, graph: [graph, ...above].join(',') })]
}

/** The way on which the frames of the segment are there: found out by looking, where there is one file to look into. */
export async function wayOf({ segment, plan }: SegmentJob, tools: Looking): Promise<Way> {
  const { layer } = simple(segment, plan)
  return layer === null || await isReachedBySeeking(layer, plan, tools) ? 'seek' : 'read-from-start'
}

/** One picture or none, and titles above it, can be drawn without composition; `titles` is null where that is not enough. */
export function simple({ layers }: Segment, plan: RenderPlan): { layer: Layer | null, titles: readonly Layer[] | null } {
  if (formOf(plan).isComposed || isAdjusted(layers))
    return { layer: null, titles: null }
  const titles = layers.slice(layers.findLastIndex(({ source }) => source !== null) + 1)
  const [layer = null, ...others] = layers.slice(0, layers.length - titles.length)
  const isSimple = others.length === 0 && !layers.some(hasVeil) && titles.every(isInGreys) && (layer === null || isDrawnAlone(layer, plan))
  return { layer, titles: isSimple ? titles : null }
}

function requireFrames(frames: number | null, { segment, plan }: SegmentJob): void {
  const wanted = filmFrames(plan, segment).frames
  if (frames !== wanted) {
    const of = segment.layers.map(({ picture }) => picture.file?.path ?? 'title').join(', ')
    throw new Error(`Expected a segment of ${wanted} frames, rendered ${frames ?? 'none'}: ${of || 'background'}`)
  }
}

function encoding(job: SegmentJob, { input, graph }: Drawing): string[] {
  const filters = [...endingFilters(job), ...uploadFilters(job.encoder)]
  const drawn = ['-filter_complex', `${graph},${filters.join(',')}[v]`, '-map', '[v]']
  return ['-y', ...deviceArgs(job.encoder), ...input, ...drawn, ...outputOf(job)]
}

/** From what is drawn to the frames of the film. */
export function endingFilters(job: SegmentJob): string[] {
  const { range, primaries, transfer, matrix } = colourTags(formOf(job.plan))
  return [
    // What is composed whole has them already.
    ...formOf(job.plan).isComposed ? [] : captionFilters(job),
    ...rateFilters(job.plan, job.segment),
    `setparams=range=${range}:color_primaries=${primaries}:color_trc=${transfer}:colorspace=${matrix}`,
  ]
}

export function outputOf(job: SegmentJob): string[] {
  return ['-frames:v', String(filmFrames(job.plan, job.segment).frames), '-an', ...videoCodec(job), segmentFile(job)]
}

type Commands = readonly (readonly string[])[]

async function encode(job: SegmentJob, { ffmpeg, signal, onProgress }: SegmentTools, commands: Commands): Promise<void> {
  const { plan, segment, folder } = job
  const framesIn = (seconds: number) => Math.min(segment.frames, seconds * plan.rate.numerator / plan.rate.denominator)
  for (const args of commands.slice(0, -1))
    await ffmpeg.run(args, { cwd: folder, signal })
  await ffmpeg.run(commands.at(-1) ?? [], { cwd: folder, signal, onProgress: seconds => onProgress(framesIn(seconds)) })
}

/** A picture that needs no composition: opaque, and nothing below it but the background. */
function isDrawnAlone(layer: Layer, plan: RenderPlan): boolean {
  return layer.source !== null && !layer.source.hasAlpha && !isCropMoving(layer) && steadyOpacity(layer) === 1
    && edgeAt(layer, 0) === null
    && (isGrey(plan) || hidesAll(layer, plan))
}

async function alone(layer: Layer, job: SegmentJob, way: Way): Promise<Drawing> {
  const { plan } = job
  const filters = aloneFilters(layer, plan, await ownFrames(layer, plan, way))
  return filters === null ? backgroundAlone(plan) : { input: await layerInput(layer, job, way), graph: `[0:v]${filters.join(',')}` }
}

/** After `frames`, which begin with `ownFrames`. Null where nothing of it is seen. */
export function aloneFilters(layer: Layer, plan: RenderPlan, frames: readonly string[]): string[] | null {
  if (isPlain(layer))
    return fittedFilters(layer, plan, frames)
  const drawn = drawingFilters(layer, plan, 'opaque', frames)
  if (!drawn)
    return null
  const { box, filters, form } = drawn
  const around = `pad=${plan.width}:${plan.height}:${box.left}:${box.top}:${backgroundColour(plan)}`
  // YUV is drawn by BT.709 already; asked again for a matrix, ffmpeg would convert a second time.
  return [...filters, around, form === 'gbrp' ? toEncoded(plan) : `format=${formOf(plan).pixels}`]
}

function captionFilters({ plan, segment, burnsCaptions, folder }: SegmentJob): string[] {
  if (!burnsCaptions)
    return []
  // Captions know the time of the whole piece; a segment begins at zero.
  const start = `${segment.startFrame}*${plan.rate.denominator}/${plan.rate.numerator}/TB`
  return burnFilters({ folder, hasFonts: plan.captions.fontsDir !== null, start, pixels: formOf(plan).pixels })
}

function videoCodec({ plan, encoder, threads }: SegmentJob): string[] {
  const rate = filmRate(plan)
  // A frame must last whole ticks, or the joins would drift.
  const { range, primaries, transfer, matrix } = colourTags(formOf(plan))
  const ticks = rate.numerator < 1000 ? rate.numerator * 1000 : rate.numerator
  return [
    // Moved in time by `setpts`, frames of ffmpeg 7 last for nothing: without a rate the file would end before its last one.
    ...['-r', `${rate.numerator}/${rate.denominator}`],
    ...encoderArgs(encoder, { rate, width: plan.width, height: plan.height, threads }),
    ...['-color_range', range, '-color_primaries', primaries, '-color_trc', transfer, '-colorspace', matrix === 'gbr' ? 'rgb' : matrix],
    ...['-video_track_timescale', String(ticks), '-f', segmentMuxer(encoder)],
  ]
}
