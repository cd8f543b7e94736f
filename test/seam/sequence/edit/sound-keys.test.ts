/** Keys of gain and pan as they are set, moved and taken away in the inspector, by keys and in the lane. */
import type { SoundClip } from '#contract/sequence-document.ts'
import type { SoundValues } from '#rules/sequence/edit/sound-keys.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  framesOfSoundKeys,
  hasSoundKeys,
  keyedSoundMotions,
  nextSoundKey,
  soundEasingAt,
  soundValueAt,
  withoutSoundKey,
  withoutSoundKeys,
  withSoundEasing,
  withSoundKey,
  withSoundKeysMoved,
  withSoundValue,
} from '#rules/sequence/edit/sound-keys.ts'
import { soundMotions } from '#rules/sequence/sound-points.ts'
import { rate, sound } from '../../../kit/sequence.ts'

/** From frame 20 to 120, beginning within a frame. */
const whole = { ...sound(1, 20, 100, { gainDb: -6, pan: 30 }), start: 20 * 1600 + 700 }
const given = (clip: SoundClip, values: SoundValues): SoundClip => ({ ...clip, ...values })
const at = (frame: number) => ({ frame, rate })
const frames = fc.integer({ min: 20, max: 119 })
const motions = fc.constantFrom(...soundMotions)

describe('a value', () => {
  it('is that of the whole clip, or with keys that of a key in its frame', () => {
    fc.assert(fc.property(motions, frames, frames, fc.integer({ min: -40, max: 12 }), (motion, first, second, value) => {
      const plain = given(whole, withSoundValue(whole, motion, at(second), value))
      expect([soundValueAt(plain, motion, at(first)), hasSoundKeys(plain, motion)]).toEqual([value, false])
      const keyed = given(whole, withSoundKey(whole, motion, at(first)))
      const set = given(keyed, withSoundValue(keyed, motion, at(second), value))
      expect(soundValueAt(set, motion, at(second))).toBeCloseTo(value, 9)
      if (first !== second)
        expect(soundValueAt(set, motion, at(first))).toBeCloseTo(soundValueAt(whole, motion, at(first)), 9)
    }))
  })
})

describe('a key', () => {
  it('changes nothing of what is heard, set or taken away while it is the only one', () => {
    fc.assert(fc.property(motions, frames, frames, (motion, frame, heardAt) => {
      const keyed = given(whole, withSoundKey(whole, motion, at(frame)))
      expect(soundValueAt(keyed, motion, at(heardAt))).toBeCloseTo(soundValueAt(whole, motion, at(heardAt)), 9)
      expect(keyedSoundMotions(keyed)).toEqual([motion])
      expect(framesOfSoundKeys(keyed, rate)).toEqual([frame])
      const without = given(keyed, withoutSoundKey(keyed, motion, at(frame)))
      expect(soundValueAt(without, motion, at(heardAt))).toBeCloseTo(soundValueAt(whole, motion, at(heardAt)), 9)
      expect(keyedSoundMotions(without)).toEqual([])
    }))
  })

  const first = given(whole, withSoundKey(whole, 'pan', at(30)))
  const two = given(first, withSoundValue(first, 'pan', at(70), -50))

  it('has an easing, which a new key after it takes over, and no other frame has one', () => {
    const eased = given(two, withSoundEasing(two, 'pan', at(30), 'ease'))
    expect([29, 30, 31, 70].map(frame => soundEasingAt(eased, 'pan', at(frame)))).toEqual([null, 'ease', null, 'linear'])
    const three = given(eased, withSoundKey(eased, 'pan', at(40)))
    expect(soundEasingAt(three, 'pan', at(40))).toBe('ease')
    expect(soundValueAt(eased, 'pan', at(50))).toBeCloseTo(-10, 9)
    expect(soundValueAt(eased, 'pan', at(40))).toBeGreaterThan(soundValueAt(two, 'pan', at(40)))
  })

  it('is reached from before and behind, also where the playhead is outside of the clip', () => {
    expect([nextSoundKey(two, at(30), 'next'), nextSoundKey(two, at(200), 'previous'), nextSoundKey(two, at(30), 'previous')])
      .toEqual([70, 70, null])
    const last = given(whole, withSoundKey(whole, 'gain', at(500)))
    expect([soundEasingAt(last, 'gain', at(500)), soundEasingAt(last, 'gain', at(120))]).toEqual(['linear', 'linear'])
  })

  it('moves to another frame, and takes the place of the one there', () => {
    const moved = given(two, withSoundKeysMoved(two, 'pan', at(30), at(40)))
    expect([framesOfSoundKeys(moved, rate), soundValueAt(moved, 'pan', at(40))]).toEqual([[40, 70], 30])
    const onto = given(two, withSoundKeysMoved(two, 'pan', at(30), at(70)))
    expect([framesOfSoundKeys(onto, rate), soundValueAt(onto, 'pan', at(70))]).toEqual([[70], 30])
  })

  it('all of them go, and the value of the playhead stays', () => {
    const none = given(two, withoutSoundKeys(two, 'pan', at(50)))
    expect(none).toMatchObject({ pan: -10, panPoints: [] })
    const loud = given(whole, { points: [{ at: 0, gainDb: 20 }], gainDb: 20 })
    expect(withoutSoundKeys(loud, 'gain', at(30))).toEqual({ gainDb: 24, points: [] })
  })
})
