/**
 * Grades the frames of a layer: by a lattice of colours in RGB of sixteen bits, and a mask for its vignette. To what draws them afterwards
 * they are frames of any other source, so that an ungraded layer is drawn as ever.
 */
import type { Grade } from '#contract/grade.ts'
import type { Cube } from '#rules/colour/cube.ts'
import type { Size } from '#rules/sequence/placement.ts'
import type { RenderPicture, RenderPlan } from '../plan/render-plan.ts'
import type { Layer, SourceFacts } from './layer.ts'
import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readCube } from '#rules/colour/cube.ts'
import { hasColours, hasLut, isNeutral } from '#rules/colour/grade.ts'
import { cubeText, latticeOf } from '#rules/colour/lattice.ts'
import { writeFileAtomic } from '../../base/atomic-file.ts'
import { sha256 } from '../../base/hash.ts'
import { inPieces } from '../../base/in-pieces.ts'
import { exactly, filmRgb } from '../probe/colour.ts'
import { toneMapFilters } from '../probe/tone-map.ts'
import { rateOf } from './drawing.ts'
import { number } from './expressions.ts'

type Graded = Pick<RenderPicture, 'grade' | 'file' | 'isAdjustment'>

/** Null where it leaves the picture, or what is below it, as it is. */
export function gradeOfPicture({ grade, file, isAdjustment }: Graded): Grade | null {
  return grade && (file !== null || isAdjustment) && !isNeutral(grade) ? grade : null
}

/** Whether a mask is laid over its frames, which then last for nothing. */
export const hasMask = (picture: Pick<RenderPicture, 'grade' | 'file'>): boolean => (gradeOfPicture(picture)?.vignette ?? 0) > 0

/** What is told of the frames of a source after `gradeFilters`: RGB of a film where one can see through them, else as a film stores them. */
export function gradedFacts(picture: RenderPicture, source: SourceFacts): SourceFacts {
  if (gradeOfPicture(picture) === null)
    return source
  const { colours, hasAlpha } = source
  return {
    ...source,
    ungraded: colours,
    colours: { colourMatrix: hasAlpha ? 'auto' : 'bt709', hdr: null, map: null, isRounded: false, isAsFilm: !hasAlpha },
  }
}

/** The name of the lattice, which `writeGrades` writes. */
function fileOf(grade: Grade): string {
  const { vignette: _, vignetteStart: __, ...colours } = grade
  return `grade-${sha256(JSON.stringify(colours)).slice(0, 20)}.cube`
}

/** Into the folder where ffmpeg runs; other segments may write the same at the same time. */
export async function writeGrades(layers: readonly Layer[], folder: string): Promise<void> {
  for (const { picture } of layers) {
    const grade = gradeOfPicture(picture)
    if (grade === null || !hasColours(grade))
      continue
    const path = join(folder, fileOf(grade))
    if (!await access(path).then(() => true, () => false))
      await writeFileAtomic(path, cubeText(latticeOf(grade, await lutOf(picture))))
  }
}

/** It was checked when it came into the library. */
async function lutOf({ grade, lut }: Pick<RenderPicture, 'grade' | 'lut'>): Promise<Cube | null> {
  return grade && hasLut(grade) && lut ? inPieces(readCube(await readFile(lut.path, 'utf8'))) : null
}

/** Labels of parts of a filter graph must each be another. */
let masks = 0

/** For frames at the rate of the film, no more of them than are shown. None without a grade. */
export function gradeFilters({ picture, source }: Pick<Layer, 'picture' | 'source'>, plan: Pick<RenderPlan, 'rate'>): string[] {
  const grade = gradeOfPicture(picture)
  if (grade === null || !source?.ungraded)
    return []
  const { ungraded, hasAlpha } = source
  const form = hasAlpha ? 'gbrap16' : 'gbrp16'
  return [
    ...ungraded.hdr ? toneMapFilters(ungraded.hdr) : [],
    ...filmRgb(ungraded, form, source),
    'setsar=1',
    ...hasColours(grade) ? [`lut3d=file=${fileOf(grade)}:interp=tetrahedral`] : [],
    ...grade.vignette > 0 ? [vignetteFilters(grade, source, { form, rate: rateOf(plan) })] : [],
    ...hasAlpha
      ? [`scale=${exactly}`, 'format=gbrap']
      : [`scale=out_color_matrix=bt709:out_range=tv:${exactly}`, 'format=yuv444p16'],
  ]
}

/** On straight RGB of sixteen bits with alpha, as a film of BT.709 stores it. */
export function adjustingFilters(grade: Grade, plan: Pick<RenderPlan, 'rate' | 'width' | 'height'>): string[] {
  return [
    ...hasColours(grade) ? [`lut3d=file=${fileOf(grade)}:interp=tetrahedral`] : [],
    ...grade.vignette > 0 ? ['format=gbrap16', vignetteFilters(grade, plan, { form: 'gbrap16', rate: rateOf(plan) })] : [],
  ]
}

/** Both sides of the mask are computed in fewer pixels: it changes slowly. */
const maskPixels = 256

/** `vignetteAt`, computed once for all frames. Of another rate, the mask would change the unit in which the frames are timed. */
function vignetteFilters(
  { vignette, vignetteStart }: Grade,
  { width, height }: Size,
  { form, rate }: { readonly form: 'gbrp16' | 'gbrap16', readonly rate: string },
): string {
  const name = `vignette${masks++}`
  const distance = 'hypot(2*(X+0.5)/W-1,2*(Y+0.5)/H-1)/sqrt(2)'
  const into = `clip((${distance}-${number(vignetteStart)})/${number(1 - vignetteStart)},0,1)`
  const share = `65535*(1-${number(vignette)}*pow(${into},2)*(3-2*${into}))`
  const [across, down] = [Math.min(width, maskPixels), Math.min(height, maskPixels)]
  return [
    `null[${name}picture]`,
    `color=c=black:s=${across}x${down}:r=${rate},trim=end_frame=1,format=gbrp16,geq=${['r', 'g', 'b'].map(plane => `${plane}='${share}'`).join(':')},`
    + `scale=${width}:${height}:${exactly},setsar=1,format=${form}[${name}mask]`,
    `[${name}picture][${name}mask]blend=${['0', '1', '2'].map(plane => `c${plane}_mode=multiply`).join(':')}`,
  ].join(';')
}
