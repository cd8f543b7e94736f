/**
 * Grades the frames of a layer, by a lattice of colours in RGB of sixteen bits and a mask for its vignette, and blurs those of a backdrop.
 * To what draws them afterwards they are frames of any other source, so that a layer without either is drawn as ever.
 */
import type { Backdrop } from '#contract/backdrop.ts'
import type { Grade } from '#contract/grade.ts'
import type { cornerProperties } from '#rules/colour/properties.ts'
import type { Size } from '#rules/sequence/placement.ts'
import type { RenderPlan } from '../plan/render-plan.ts'
import type { Layer, SourceFacts } from './layer.ts'
import { hasColours } from '#rules/colour/grade.ts'
import { backdropSize, blurOf, brightnessOf } from '#rules/sequence/backdrop.ts'
import { latticePoints } from '#rules/sequence/graded.ts'
import { exactly, filmRgb } from '../probe/colour.ts'
import { toneMapFilters } from '../probe/tone-map.ts'
import { holdLast, rateOf } from './drawing.ts'
import { expressionOf, number } from './expressions.ts'
import { fileOf } from './grade-files.ts'
import { gradeOfLayer, hasMask, hasMovingColours, hasMovingCorners, hasMovingGrade, isChanged } from './graded-layer.ts'
import { courseIn } from './layer.ts'

/** Labels of parts of a filter graph must each be another. */
let parts = 0

const smaller = (size: Size): string => `scale=w=${backdropSize(size).width}:h=${backdropSize(size).height}:flags=area`

/** For frames at the rate of the film, no more of them than are shown. None where its frames are those of its file. */
export function gradeFilters(layer: Layer, plan: Pick<RenderPlan, 'rate'>): string[] {
  const { picture: { behind }, source } = layer
  const grade = gradeOfLayer(layer)
  if (!isChanged(layer) || !source?.original)
    return []
  const { original, hasAlpha } = source
  const form = original.hasAlpha ? 'gbrap16' : 'gbrp16'
  const rate = rateOf(plan)
  // A grade, and what one can see through, need all pixels; for a blur alone fewer are soon converted.
  const isSmallFirst = behind && grade === null && !original.hasAlpha
  return [
    // A grade that changes does so on a picture that is held, too.
    ...hasMovingGrade(layer) ? [holdLast] : [],
    ...isSmallFirst ? [smaller(original)] : [],
    ...original.colours.hdr ? toneMapFilters(original.colours.hdr) : [],
    ...filmRgb(original.colours, form, isSmallFirst ? source : original),
    'setsar=1',
    ...grade ? latticeFilters(layer, grade, { form, rate }) : [],
    ...hasMask(layer) ? [vignetteFilters(layer, original, { form, rate })] : [],
    ...behind ? blurFilters(behind, isSmallFirst ? null : original) : [],
    ...hasAlpha
      ? [`scale=${exactly}`, 'format=gbrap']
      : [`scale=out_color_matrix=bt709:out_range=tv:${exactly}`, 'format=yuv444p16'],
  ]
}

/** On straight RGB of sixteen bits with alpha, as a film of BT.709 stores it. None where it changes nothing. */
export function adjustingFilters(layer: Layer, plan: Pick<RenderPlan, 'rate' | 'width' | 'height'>): string[] {
  const grade = gradeOfLayer(layer)
  const of = { form: 'gbrap16', rate: rateOf(plan) } as const
  return grade === null
    ? []
    : [...latticeFilters(layer, grade, of), ...hasMask(layer) ? ['format=gbrap16', vignetteFilters(layer, plan, of)] : []]
}

interface Drawing { readonly form: 'gbrp16' | 'gbrap16', readonly rate: string }

function latticeFilters(layer: Layer, grade: Grade, { form, rate }: Drawing): string[] {
  if (hasMovingColours(layer))
    return [latticesFilters(fileOf(layer, grade), { form, rate, points: latticePoints(layer.picture) })]
  return hasColours(grade) ? [`lut3d=file=${fileOf(layer, grade)}:interp=tetrahedral`] : []
}

/** `lut3d` reads one lattice, `haldclut` one for each frame; of pictures that are stored plane by plane, it takes green for red. */
function latticesFilters(file: string, { form, rate, points }: Drawing & { readonly points: number }): string {
  const name = `lattices${parts++}`
  const side = points ** 1.5
  const packed = form === 'gbrap16' ? 'rgba64' : 'rgb48'
  const raw = ['pixel_format=rgb48le', `video_size=${side}x${side}`, `framerate=${rate}`].join('\\:')
  return [
    `format=${packed}[${name}picture]`,
    `movie=filename=${file}:format_name=rawvideo:format_opts='${raw}',format=${packed}[${name}]`,
    `[${name}picture][${name}]haldclut=interp=tetrahedral,format=${form}`,
  ].join(';')
}

/** `blurPixels`, of RGB over black; null where it is as small as a backdrop already. */
function blurFilters(backdrop: Backdrop, large: SourceFacts | null): string[] {
  const brightness = number(brightnessOf(backdrop))
  return [
    ...large?.hasAlpha ? ['premultiply=inplace=1', 'format=gbrp16'] : [],
    ...large ? [smaller(large), 'setsar=1'] : [],
    `gblur=sigma=${number(blurOf(backdrop))}:steps=6`,
    `colorchannelmixer=rr=${brightness}:gg=${brightness}:bb=${brightness}`,
  ]
}

/** Both sides of the mask are computed in fewer pixels: it changes slowly. */
const maskPixels = 256

/** `vignetteAt`, computed once where it does not change. Of another rate, the mask would change the unit in which frames are timed. */
function vignetteFilters(layer: Layer, { width, height }: Size, { form, rate }: Drawing): string {
  const name = `vignette${parts++}`
  const at = (property: typeof cornerProperties[number]): string => expressionOf(courseIn(layer, property)).replaceAll('on-1', 'N')
  const [vignette, start] = [at('vignette'), at('vignetteStart')]
  const frames = hasMovingCorners(layer) ? layer.frames : 1
  const distance = 'hypot(2*(X+0.5)/W-1,2*(Y+0.5)/H-1)/sqrt(2)'
  const outside = hasMovingCorners(layer) ? `(1-${start})` : number(1 - courseIn(layer, 'vignetteStart').from)
  const into = `clip((${distance}-${start})/${outside},0,1)`
  const share = `65535*(1-${vignette}*pow(${into},2)*(3-2*${into}))`
  const [across, down] = [Math.min(width, maskPixels), Math.min(height, maskPixels)]
  // The same in all three planes, of which one is enough to compute where that is done for each frame.
  const planes = hasMovingCorners(layer)
    ? `g='${share}',shuffleplanes=0:0:0`
    : ['r', 'g', 'b'].map(plane => `${plane}='${share}'`).join(':')
  return [
    `null[${name}picture]`,
    `color=c=black:s=${across}x${down}:r=${rate},trim=end_frame=${frames},format=gbrp16,geq=${planes},`
    + `scale=${width}:${height}:${exactly},setsar=1,format=${form}[${name}mask]`,
    `[${name}picture][${name}mask]blend=${['0', '1', '2'].map(plane => `c${plane}_mode=multiply`).join(':')}`,
  ].join(';')
}
