/** A grade that is set in a frame is what is seen there: in its keys, in the grade itself, or in both. */
import type { PictureClip } from '#contract/sequence-document.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { neutralGrade } from '#rules/colour/grade.ts'
import { colourMotionNames, colourMotions, valueOfGrade, withGradeValue } from '#rules/colour/properties.ts'
import { findClip } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { withGrade, withoutGrade } from '#rules/sequence/edit/grade-keys.ts'
import { withKey } from '#rules/sequence/edit/keys.ts'
import { gradeAt, hasColourKeys, isGraded, isGradeMoving, latticePoints, shadeAt, showsLut } from '#rules/sequence/graded.ts'
import { documentOf, picture, pictureTrack } from '../../../kit/sequence.ts'
import { grades, lutId } from '../../colour/arbitrary.ts'

/** As the document has it afterwards. */
function edited(clip: PictureClip, values: ReturnType<typeof withGrade>): PictureClip {
  const document = documentOf(pictureTrack(1, [clip]))
  const after = values ? applyEdits(document, [{ do: 'setPicture', clipIds: [clip.id], values }]).document : document
  return findClip(after, clip.id)!.clip as PictureClip // the only one
}
const shot = picture(1, 0, 100, { in: 20, speed: 200, sourceLength: 400 })
function keyed(clip: PictureClip, ...motions: (typeof colourMotionNames)[number][]): PictureClip {
  return motions.reduce((now, motion) => ({ ...now, ...withKey(now, motion, 10) }), clip)
}

describe('a grade that is set in a frame', () => {
  it('is seen there, keys or not, and what has no keys is so in all frames', () => {
    const any = [grades(), grades(), fc.subarray([...colourMotionNames]), fc.nat(99), fc.boolean()] as const
    fc.assert(fc.property(...any, (first, second, motions, at, hasTable) => {
      const table = hasTable ? { lut: { id: lutId, amount: 0.4 } } : {}
      const clip = keyed({ ...shot, grade: { ...first, ...table } }, ...motions)
      const wanted = { ...second, ...table }
      const after = edited(clip, withGrade(clip, at, () => wanted))
      expect(gradeAt(after, at)).toEqual(wanted)
      for (const motion of colourMotionNames.filter(each => !motions.includes(each))) {
        for (const property of colourMotions[motion])
          expect(valueOfGrade(gradeAt(after, at === 10 ? 60 : 10), property)).toBe(valueOfGrade(wanted, property))
      }
    }))
  })

  it('changes nothing where it is the same, and says nothing of keys where there are none', () => {
    expect(withGrade(shot, 5, grade => ({ ...grade }))).toBeNull()
    expect(withGrade(shot, 5, grade => ({ ...grade, tint: 0.5 }))).toEqual({ grade: { ...neutralGrade, tint: 0.5 } })
    expect(edited(shot, withGrade(shot, 5, () => neutralGrade))).not.toHaveProperty('grade')
  })

  it('with its look-up table loses the keys of its amount', () => {
    const clip = keyed({ ...shot, grade: { ...neutralGrade, lut: { id: lutId, amount: 1 } } }, 'lutAmount', 'tint')
    const without = edited(clip, withGrade(clip, 10, ({ lut: _, ...others }) => others))
    expect(Object.keys(without.keys ?? {})).toEqual(['tint'])
    expect(without).not.toHaveProperty('grade')
  })

  it('is reset with all its keys, and others stay', () => {
    const clip = { ...keyed(shot, 'exposure', 'lift'), ...withKey(keyed(shot, 'exposure', 'lift'), 'scale', 3) }
    const after = edited({ ...clip, grade: { ...neutralGrade, tint: 1 } }, withoutGrade(clip))
    expect(Object.keys(after.keys ?? {})).toEqual(['scale'])
    expect(after).not.toHaveProperty('grade')
    expect(edited(keyed(shot, 'gamma'), withoutGrade(keyed(shot, 'gamma')))).not.toHaveProperty('keys')
  })
})

describe('what is known of a clip', () => {
  const exposed = (...values: number[]): PictureClip =>
    ({ ...shot, keys: { exposure: values.map((value, at) => ({ at: 3000 + 1000 * at, value, easing: 'linear' })) } })

  it('is whether any of its frames is graded, and shows the look-up table', () => {
    expect([exposed(0, 0), exposed(0, 1), shot, { ...exposed(0), grade: { ...neutralGrade, exposure: 2 } }].map(isGraded))
      .toEqual([false, true, false, false])
    const table = { ...neutralGrade, lut: { id: lutId, amount: 0 } }
    const amounts = (...values: number[]): PictureClip =>
      ({ ...shot, grade: table, keys: { lutAmount: values.map((value, at) => ({ at: 100 * at, value, easing: 'hold' })) } })
    expect([amounts(0, 0.1), amounts(0), { ...shot, grade: table }].map(showsLut)).toEqual([true, false, false])
  })

  it('is what is made of one frame: nothing where it is as its source, and a lattice that its render can have', () => {
    expect([shadeAt(shot, 0), shadeAt(exposed(0, 1), 0)]).toEqual([null, null])
    expect(shadeAt(exposed(0, 1), 10)).toEqual({ grade: { ...neutralGrade, exposure: 1 }, points: 36 })
    expect(shadeAt({ ...shot, grade: { ...neutralGrade, exposure: 1 } }, 10)).toMatchObject({ points: 33 })
    expect(Number.isInteger(latticePoints(exposed(1)) ** 0.5)).toBe(true)
    expect([0, 5, 9, 10, 50].map(at => isGradeMoving(exposed(0, 1), at))).toEqual([false, true, true, false, false])
    expect(hasColourKeys({ keys: { x: [{ at: 0, value: 1, easing: 'hold' }] } })).toBe(false)
  })

  it('is the same grade in all frames where nothing has keys', () => {
    fc.assert(fc.property(grades(), fc.nat(99), (grade, at) => {
      expect(gradeAt({ ...shot, grade }, at)).toBe(grade)
    }))
  })
})

it('a value of each property is the one that was set', () => {
  const grade = { ...neutralGrade, lut: { id: lutId, amount: 1 } }
  for (const property of colourMotionNames.flatMap(name => [...colourMotions[name]]))
    expect(valueOfGrade(withGradeValue(grade, property, 0.25), property)).toBe(0.25)
})
