/** A layer placed by `fit` alone: its frames only need scaling. */
import type { Size } from '#rules/sequence/placement.ts'
import type { RenderPlan } from '../plan/render-plan.ts'
import type { PixelForm } from '../probe/colour.ts'
import type { Way } from './layer-filters.ts'
import type { Layer } from './layer.ts'
import { isRgb } from '#rules/deliver/picture-form.ts'
import { filmColours } from '../probe/colour.ts'
import { backgroundColour, formOf } from './drawing.ts'
import { isChanged } from './graded-layer.ts'
import { frameFilters, held } from './layer-filters.ts'
import { isPlain } from './layer.ts'

function isStill({ picture: { file } }: Layer): boolean {
  return file?.medium === 'picture'
}

/** Where the film has more frames than the source, each is fitted before it is repeated: that is less work for the same picture. */
export function isFittedFirst(layer: Layer, plan: RenderPlan): boolean {
  const { colours, framesPerSecond } = layer.source ?? {}
  // What is brighter than a screen is brought into its colours first.
  if (!isPlain(layer) || colours?.hdr)
    return false
  if (isStill(layer))
    return true
  // A grade or a blur comes before its frames are repeated, and so does not know their size.
  return !isChanged(layer) && framesPerSecond != null && framesPerSecond < plan.rate.numerator / plan.rate.denominator
}

/** What is made of the frames. */
interface Fit {
  readonly form: PixelForm
  /** With the background around them; else with nothing, and alpha says so. */
  readonly isOpaque: boolean
}

/** The form of the film. */
function asFilm(plan: RenderPlan): Fit {
  const { pixels } = formOf(plan)
  // What is composed does not come here.
  return { form: pixels === 'yuva444p10le' || isRgb(pixels) ? 'yuv444p10le' : pixels, isOpaque: true }
}

/** The frames of a picture, for `fittedFilters` or to be drawn otherwise. */
export async function ownFrames(layer: Layer, plan: RenderPlan, way: Way, fit: Fit = asFilm(plan)): Promise<string[]> {
  const frames = await frameFilters(layer, plan, way)
  if (!isFittedFirst(layer, plan))
    return frames
  // A grade comes last: `fps` would lose a single frame that its mask was laid over.
  if (isChanged(layer))
    return [...frames, ...fitFilters(layer, plan, fit)]
  const [upright, repeated] = isStill(layer) ? [frames.slice(0, -1), frames.slice(-1)] : [[], frames]
  return [...upright, ...fitFilters(layer, plan, fit), ...repeated]
}

/** Of one that is plain; after `frames`, which begin with `ownFrames` of the same fit. */
export function fittedFilters(layer: Layer, plan: RenderPlan, frames: readonly string[], fit: Fit = asFilm(plan)): string[] {
  // The filter that holds the last frame keeps a reference to each, so captions need a copy; a frame that is fitted afterwards is a copy.
  return [...frames, ...held(layer, plan), ...isFittedFirst(layer, plan) ? [] : fitFilters(layer, plan, fit)]
}

/** The same with alpha. */
const clearForm = (form: PixelForm): string => form.replace('yuv', 'yuva')

/**
 * How large a whole picture is in the frame. Where colours are stored for two pixels at once, it begins with an even one, and is in the
 * middle only where what is free is a multiple of four; in RGB it may begin with any.
 */
export function containedSize(source: Size, { width, height }: Size, multiple: 2 | 4 = 4): Size {
  const scale = Math.min(width / source.width, height / source.height)
  const near = (whole: number, part: number): number =>
    whole - multiple * Math.min(Math.round((whole - part * scale) / multiple), Math.floor((whole - 1) / multiple))
  return { width: near(width, source.width), height: near(height, source.height) }
}

/** As options of `scale`. */
export function fittedSize({ picture: { look }, source }: Layer, plan: Size, multiple: 2 | 4 = 4): string {
  const { width, height } = look.fit === 'contain' && source !== null ? containedSize(source, plan, multiple) : plan
  return look.fit === 'contain' && source !== null ? `${width}:${height}` : `${width}:${height}:force_original_aspect_ratio=increase`
}

function fitFilters(layer: Layer, plan: RenderPlan, { form, isOpaque }: Fit): string[] {
  const { picture: { look }, source } = layer
  const { width, height } = plan
  const around = isOpaque ? backgroundColour(plan) : 'black@0'
  const frame = look.fit === 'contain' ? `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2:${around}` : `crop=${width}:${height}`
  const isLarger = source !== null && width * height > source.width * source.height
  return [
    `scale=w='trunc(iw*sar/2+0.5)*2':h=ih`,
    'setsar=1',
    ...source === null ? [] : filmColours(source.colours, form, { size: fittedSize(layer, plan), isLarger }),
    ...isOpaque ? [] : [`format=${clearForm(form)}`],
    frame,
    'setsar=1',
  ]
}
