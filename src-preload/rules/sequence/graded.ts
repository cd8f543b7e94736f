/** The grade of a picture at each of its frames, by its keys. Preview and render both ask here. */
import type { Grade } from '#contract/grade.ts'
import type { PictureClip } from '#contract/sequence-document.ts'
import type { ColourProperty } from '../colour/properties.ts'
import type { Moved } from './motion.ts'
import { gradeOf, hasLut, isNeutral } from '../colour/grade.ts'
import { latticeSize } from '../colour/lattice.ts'
import { colourProperties, withGradeValue } from '../colour/properties.ts'
import { courseOf, keyPlaceAt, valueAt } from './motion.ts'

export function hasColourKeys({ keys }: Pick<PictureClip, 'keys'>): boolean {
  return keys !== undefined && colourProperties.some(property => keys[property] !== undefined)
}

/** At this distance from the clip's start. The same object in every frame where none of it has keys. */
export function gradeAt(clip: Moved, offset: number): Grade {
  const grade = gradeOf(clip)
  const { keys } = clip
  if (!keys || !hasColourKeys(clip))
    return grade
  const at = keyPlaceAt(clip, offset)
  return colourProperties.reduce((now, property) => {
    const own = keys[property]
    return own ? withGradeValue(now, property, valueAt(own, at)) : now
  }, grade)
}

/** The render gives the lattices of a grade that changes to `haldclut`, which knows those only whose number of points is a square. */
const movingLatticeSize = 36

/** Points along each axis of its lattice. All frames of a clip have the same, so that none is seen to differ where a change begins. */
export function latticePoints(clip: Pick<PictureClip, 'keys'>): number {
  return hasColourKeys(clip) ? movingLatticeSize : latticeSize
}

/** What is made of the colours of a picture in one frame. */
export interface Shade {
  readonly grade: Grade
  /** Of its lattice, along each axis. */
  readonly points: number
}

/** Null where it leaves the picture as it is. */
export function shadeAt(clip: Moved, offset: number): Shade | null {
  if (!clip.grade && !clip.keys)
    return null
  const grade = gradeAt(clip, offset)
  return isNeutral(grade) ? null : { grade, points: latticePoints(clip) }
}

/** Whether its grade changes from here to where the next key takes effect; of some properties, whether they do. */
export function isGradeMoving(clip: Moved, offset: number, of: readonly ColourProperty[] = colourProperties): boolean {
  return hasColourKeys(clip) && of.some((property) => {
    const { from, to } = courseOf(clip, property, offset)
    return from !== to
  })
}

/** Its grade with each value of each key, one at a time: what is in none of them is in no frame. */
function extremes(clip: Pick<PictureClip, 'keys' | 'grade'>): Grade[] {
  const values = (property: ColourProperty): number[] => clip.keys?.[property]?.map(({ value }) => value) ?? []
  // What is keyed has no other value.
  const first = colourProperties.reduce((grade, property) => {
    const [value] = values(property)
    return value === undefined ? grade : withGradeValue(grade, property, value)
  }, gradeOf(clip))
  return [first, ...colourProperties.flatMap(property => values(property).map(value => withGradeValue(first, property, value)))]
}

type Graded = Pick<PictureClip, 'keys' | 'grade' | 'title'>

/** Whether any frame of it may have other colours than its source. */
export function isGraded(clip: Graded): boolean {
  return clip.title === null && (clip.grade ?? clip.keys) !== undefined && extremes(clip).some(grade => !isNeutral(grade))
}

/** Whether any frame of it may show its look-up table. */
export function showsLut(clip: Graded): boolean {
  return clip.title === null && extremes(clip).some(hasLut)
}
