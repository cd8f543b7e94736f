/** The grade of a layer: of its first frame, and whether it changes from frame to frame. */
import type { Grade } from '#contract/grade.ts'
import type { Size } from '#rules/sequence/placement.ts'
import type { RenderPicture } from '../plan/render-plan.ts'
import type { Layer, SourceFacts } from './layer.ts'
import { isNeutral } from '#rules/colour/grade.ts'
import { colourProperties, cornerProperties, withoutColourKeys } from '#rules/colour/properties.ts'
import { backdropSize, fillingFrame } from '#rules/sequence/backdrop.ts'
import { gradeAt, isGradeMoving } from '#rules/sequence/graded.ts'
import { courseIn } from './layer.ts'

type Place = Pick<Layer, 'picture' | 'from'>

/** A title has none. */
const hasOwnGrade = ({ file, isAdjustment }: RenderPicture): boolean => file !== null || isAdjustment === true

/** Of its first frame. Null where it leaves the pictures, or what is below it, as they are. */
export function gradeOfLayer({ picture, from }: Place): Grade | null {
  if (!hasOwnGrade(picture))
    return null
  const grade = gradeAt(picture, from)
  return isNeutral(grade) && !isGradeMoving(picture, from) ? null : grade
}

/** Whether each of its frames has another grade: segments are cut where a key takes effect. */
export function hasMovingGrade({ picture, from }: Place): boolean {
  return hasOwnGrade(picture) && isGradeMoving(picture, from)
}

const corners: ReadonlySet<string> = new Set(cornerProperties)
/** What is part of a lattice. */
export const latticed = colourProperties.filter(property => !corners.has(property))
/** Whether each of its frames has another lattice. */
export const hasMovingColours = ({ picture, from }: Place): boolean => isGradeMoving(picture, from, latticed)
/** Whether each of its frames has another mask. */
export const hasMovingCorners = ({ picture, from }: Place): boolean => isGradeMoving(picture, from, cornerProperties)

/** Whether a mask is laid over its frames, which then last for nothing. */
export function hasMask(layer: Place): boolean {
  const { from, to } = courseIn(layer, 'vignette')
  return gradeOfLayer(layer) !== null && Math.max(from, to) > 0
}

/** Whether its frames are others than those of its file before they are drawn. */
export function isChanged(layer: Place): boolean {
  return gradeOfLayer(layer) !== null || layer.picture.behind !== undefined
}

/** What is told of the frames of a source after `gradeFilters`: RGB of a film where one can see through them, else as a film stores them. */
export function gradedFacts(layer: Place, source: SourceFacts): SourceFacts {
  const { behind } = layer.picture
  if (!isChanged(layer))
    return source
  const hasAlpha = source.hasAlpha && !behind
  return {
    ...source,
    ...behind && backdropSize(source),
    hasAlpha,
    original: source,
    colours: { colourMatrix: hasAlpha ? 'auto' : 'bt709', hdr: null, map: null, isRounded: false, isAsFilm: !hasAlpha },
  }
}

/** Of a nested sequence with a backdrop: its blurred copy, which fills the frame behind it. */
export function behindOf(layer: Layer): Layer {
  const { backdrop, ...picture } = layer.picture
  return { ...layer, picture: { ...fillingFrame(picture), ...backdrop && { behind: backdrop } } }
}

/** What a nested sequence was drawn on, as a picture. */
export function canvasFacts({ width, height }: Size): SourceFacts {
  const colours = { colourMatrix: 'auto', hdr: null, map: null, isRounded: false, isAsFilm: false } as const
  return { width, height, colours, hasAlpha: true, decoder: null }
}

/** The same picture as its file has it. */
export function ungraded({ grade: _, behind: __, keys, ...picture }: RenderPicture): RenderPicture {
  return { ...picture, ...keys && { keys: withoutColourKeys(keys) } }
}
