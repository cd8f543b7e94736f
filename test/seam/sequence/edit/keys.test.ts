/** Keys as they are set, moved and taken away in the inspector and in the lane. */
import type { Grade } from '#contract/grade.ts'
import type { PictureClip } from '#contract/sequence-document.ts'
import type { Keyed, Values } from '#rules/sequence/edit/keys.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { neutralGrade } from '#rules/colour/grade.ts'
import {
  easingAt,
  framesOfKeys,
  frozenAt,
  isKeyed,
  keyedMotions,
  nextKey,
  withEasing,
  withKey,
  withKeysMoved,
  withoutKey,
  withoutKeys,
  withValues,
  withZoom,
} from '#rules/sequence/edit/keys.ts'
import { gradeAt } from '#rules/sequence/graded.ts'
import { motionNames, movedAt } from '#rules/sequence/motion.ts'
import { markerId, picture } from '../../../kit/sequence.ts'
import { lutId } from '../../colour/arbitrary.ts'

const still = picture(1, 0, 100)
const grade: Grade = { ...neutralGrade, tint: 0.2, lut: { id: lutId, amount: 0.5 } }
const shot = picture(1, 0, 100, { in: 20, speed: 200, sourceLength: 400, grade })
const given = (clip: PictureClip, keyed: Keyed): PictureClip => ({ ...clip, ...keyed })

describe('a value', () => {
  it('without keys is the look’s, with keys it is a key in that frame, and it is what is seen there', () => {
    const values = fc.double({ min: 0.1, max: 4, noNaN: true })
    const any = [fc.constantFrom(still, shot), fc.nat(99), fc.nat(99), values, fc.boolean()] as const
    fc.assert(fc.property(...any, (clip, first, second, value, isKeyedFirst) => {
      const keyed = isKeyedFirst ? given(clip, withKey(clip, 'scale', first)) : clip
      const after = given(keyed, withValues(keyed, second, { scale: value }))
      expect(movedAt(after, second).scale).toBe(value)
      expect(isKeyed(after, 'scale')).toBe(isKeyedFirst)
      if (isKeyedFirst && first !== second)
        expect(movedAt(after, first).scale).toBe(1)
    }))
  })

  it('of one side of a crop leaves the other sides', () => {
    const after = given(still, withValues(still, 0, { cropTop: 0.2 } satisfies Values))
    expect(after.look.crop).toEqual({ left: 0, top: 0.2, right: 0, bottom: 0 })
  })
})

describe('a key', () => {
  it('changes nothing of what is seen, set or taken away while it is the only one', () => {
    fc.assert(fc.property(fc.constantFrom(...motionNames), fc.nat(99), fc.nat(99), (motion, at, seenAt) => {
      const keyed = given(shot, withKey(shot, motion, at))
      expect([movedAt(keyed, seenAt), gradeAt(keyed, seenAt)]).toEqual([movedAt(shot, seenAt), grade])
      expect(keyedMotions(keyed)).toEqual([motion])
      const without = given(keyed, withoutKey(keyed, motion, at))
      expect([movedAt(without, seenAt), without.grade]).toEqual([movedAt(shot, seenAt), grade])
      expect(keyedMotions(without)).toEqual([])
    }))
  })

  const two = given(shot, withValues(given(shot, withKey(shot, 'scale', 10)), 50, { scale: 3 }))

  it('has an easing until the next one', () => {
    const eased = given(two, withEasing(two, 'scale', 10, 'ease'))
    expect([easingAt(eased, 'scale', 10), easingAt(eased, 'scale', 11), easingAt(eased, 'scale', 50)]).toEqual(['ease', null, 'linear'])
    expect(movedAt(eased, 30).scale).toBe(2)
    expect(movedAt(eased, 20).scale).toBeLessThan(movedAt(two, 20).scale)
  })

  it('comes to another frame with all that is in its own, in place of what is there', () => {
    const both = given(two, withKey(two, 'opacity', 10))
    const moved = given(both, withKeysMoved(both, 10, 30))
    expect(framesOfKeys(moved)).toEqual([30, 50])
    expect(movedAt(moved, 40).scale).toBe(2)
    expect(framesOfKeys(given(both, withKeysMoved(both, 10, 50)), 'scale')).toEqual([50])
    expect(withKeysMoved(both, 10, 10).keys).toEqual(both.keys)
  })

  it('is found before and behind a frame', () => {
    expect([nextKey(two, 10, 'next'), nextKey(two, 10, 'previous'), nextKey(two, 60, 'previous'), nextKey(two, 0, 'next', 'opacity')])
      .toEqual([50, null, 50, null])
  })

  it('all of them are taken away where the picture is as it is seen', () => {
    const steady = given(two, withoutKeys(two, 'scale', 30))
    expect([isKeyed(steady, 'scale'), steady.look.scale]).toEqual([false, 2])
    const tinted = given(shot, withValues(given(shot, withKey(shot, 'tint', 10)), 50, { tint: 0.6 }))
    expect(given(tinted, withoutKeys(tinted, 'tint', 30))).toMatchObject({ keys: {}, grade: { ...grade, tint: 0.4 } })
  })
})

it('a zoom is two keys over the whole clip', () => {
  const zoomed = given(still, withZoom(still, 1.5))
  expect([0, 99].map(frame => movedAt(zoomed, frame).scale)).toEqual([1, 1.5])
})

it('a held frame is one picture, as it looks there, by itself', () => {
  const moving = given(shot, withValues(given(shot, withKey(shot, 'scale', 0)), 99, { scale: 3 }))
  const tinted = given(moving, withValues(given(moving, withKey(moving, 'tint', 0)), 66, { tint: 0.6 }))
  expect(frozenAt(tinted, 33, 60, 86)).toMatchObject({ grade: { ...grade, tint: expect.closeTo(0.4, 9) } })
  const frozen = { ...frozenAt({ ...moving, linkId: shot.id, fadeIn: 5 }, 33, 60, 86), id: shot.id }
  expect(frozen).toMatchObject({ start: 33, length: 60, in: 86, isFrozen: true, speed: 100, fadeIn: 0, linkId: null })
  expect([0, 59].map(frame => movedAt(frozen, frame).scale)).toEqual([movedAt(moving, 33).scale, movedAt(moving, 33).scale])
})

it('a held frame has neither the markers of its shot, which would be in two places, nor its transition', () => {
  const marked = { ...shot, crossIn: 10, transition: { kind: 'zoom' } as const, markers: [{ id: markerId(1), at: 40, name: 'Turn' }] }
  const frozen = frozenAt(marked, 33, 60, 86)
  expect(frozen).not.toHaveProperty('markers')
  expect(frozen).not.toHaveProperty('transition')
})
