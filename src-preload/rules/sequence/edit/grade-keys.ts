/** Another grade in a frame of a picture: keys take what they have of it, and the grade itself takes the rest. */
import type { Grade } from '#contract/grade.ts'
import type { PictureClip } from '#contract/sequence-document.ts'
import type { Moved } from '../motion.ts'
import type { Values } from './keys.ts'
import { gradeOf, neutralGrade } from '../../colour/grade.ts'
import { colourProperties, valueOfGrade, withoutColourKeys } from '../../colour/properties.ts'
import { gradeAt, hasColourKeys } from '../graded.ts'
import { keysOf } from '../motion.ts'
import { withValues } from './keys.ts'

/** What `setPicture` is given. */
export type Regraded = Partial<Pick<PictureClip, 'look' | 'keys' | 'grade'>>

/** Null where it changes nothing. With its look-up table, the keys of how much is seen of it are taken away. */
export function withGrade(clip: Moved, offset: number, change: (grade: Grade) => Grade): Regraded | null {
  const now = gradeAt(clip, offset)
  const { curves, lut, ...next } = change(now)
  if (JSON.stringify({ ...next, curves, lut }) === JSON.stringify({ ...now, curves: now.curves, lut: now.lut }))
    return null
  const values: Values = {}
  for (const property of colourProperties) {
    const value = valueOfGrade({ ...next, ...lut && { lut } }, property)
    if (value !== valueOfGrade(now, property))
      values[property] = value
  }
  const { look, keys, grade = gradeOf(clip) } = withValues(clip, offset, values)
  const { curves: _, lut: before, ...settled } = grade
  const amount = keys.lutAmount ? before?.amount : lut?.amount
  const table = lut && { ...lut, amount: amount ?? lut.amount }
  if (!lut)
    delete keys.lutAmount
  return { grade: { ...settled, ...curves && { curves }, ...table && { lut: table } }, ...hasColourKeys(clip) && { look, keys } }
}

/** Without a grade and its keys. */
export function withoutGrade(clip: Moved): Regraded {
  return { grade: neutralGrade, ...hasColourKeys(clip) && { look: clip.look, keys: withoutColourKeys(keysOf(clip)) } }
}
