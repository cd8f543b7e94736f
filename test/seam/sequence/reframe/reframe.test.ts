/** Reframing: the picture covers the frame at every moment, no pan is faster than the limit, and what barely moves is kept by one position. */
import type { Subject } from '#contract/subjects.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { movedAt } from '#rules/sequence/motion.ts'
import { placementOf } from '#rules/sequence/placement.ts'
import { fastestPan, reframable, reframed, reframeEdits, shotOf } from '#rules/sequence/reframe/reframe.ts'
import { clipId, documentOf, picture, pictureTrack } from '../../../kit/sequence.ts'

const takeId = clipId(7) as never // has the form of an id
const rate = { numerator: 25, denominator: 1 }
const upright = { width: 1080, height: 1920 }
const wide = { width: 1920, height: 1080 }
const shot = picture(11, 0, 250, { takeId, sourceLength: 250 })

const share = fc.double({ min: 0, max: 1, noNaN: true })
const subjects = fc.record({
  width: fc.integer({ min: 16, max: 4000 }),
  height: fc.integer({ min: 16, max: 4000 }),
  spots: fc.array(fc.record({ x: share, y: share }), { minLength: 1, maxLength: 40 }),
}).map(({ spots, ...size }): Subject => ({ ...size, points: spots.map((spot, at) => ({ at: at / 4, ...spot })) }))
const frames = fc.constantFrom(upright, wide, { width: 1080, height: 1080 }, { width: 1080, height: 1350 })
const ways = fc.constantFrom({}, { isReversed: true as const }, { speed: 200 }, { speed: 50 }, { in: 30 })

describe('whatever the subject does', () => {
  it('the picture covers the frame in each frame of the clip', () => {
    fc.assert(fc.property(subjects, frames, ways, (subject, frame, way) => {
      const clip = { ...shot, ...way }
      const made = { ...clip, ...reframed(clip, subject, frame, rate) }
      for (let offset = 0; offset < clip.length; offset += 7) {
        const { x, y, width, height } = placementOf(made.look, movedAt(made, offset), subject, frame)
        expect(x - width / 2).toBeLessThanOrEqual(1e-6)
        expect(y - height / 2).toBeLessThanOrEqual(1e-6)
        expect(x + width / 2).toBeGreaterThanOrEqual(frame.width - 1e-6)
        expect(y + height / 2).toBeGreaterThanOrEqual(frame.height - 1e-6)
      }
    }))
  })

  it('no pan is faster than the limit on the screen', () => {
    fc.assert(fc.property(subjects, frames, ways, (subject, frame, way) => {
      const clip = { ...shot, ...way }
      const made = { ...clip, ...reframed(clip, subject, frame, rate) }
      for (let offset = 1; offset < clip.length; offset++) {
        const [before, now] = [movedAt(made, offset - 1), movedAt(made, offset)]
        // Keys are at whole hundredths of frames.
        expect(Math.abs(now.x - before.x)).toBeLessThanOrEqual(fastestPan / 25 * 1.01)
        expect(Math.abs(now.y - before.y)).toBeLessThanOrEqual(fastestPan / 25 * 1.01)
      }
    }))
  })
})

it('keeps a subject at the side in the middle of an upright frame, by one position', () => {
  const { look, keys } = reframed(shot, { ...wide, points: [{ at: 0, x: 0.7, y: 0.5 }, { at: 9, x: 0.71, y: 0.5 }] }, upright, rate)
  expect(keys).toEqual({})
  const placed = placementOf(look, { ...look }, wide, upright)
  const seen = placed.x + (0.705 - 0.5) * placed.width
  expect(Math.abs(seen / 1080 - 0.5)).toBeLessThan(0.03)
})

it('follows one that walks across with keys in its source, and leaves rotation and opacity as they were', () => {
  const opacity = [{ at: 0, value: 0.5, easing: 'hold' as const }]
  const clip = { ...shot, keys: { opacity, scale: [{ at: 0, value: 2, easing: 'linear' as const }] } }
  const points = Array.from({ length: 41 }, (_, at) => ({ at: at / 4, x: 0.2 + 0.6 * at / 40, y: 0.5 }))
  const { look, keys } = reframed(clip, { ...wide, points }, upright, rate)
  expect(Object.keys(keys).sort()).toEqual(['opacity', 'x'])
  expect(keys.opacity).toEqual(opacity)
  expect(keys.x!.map(key => key.at)).toEqual([0, 25 * 10 * 100])
  expect(look).toMatchObject({ fit: 'cover', scale: 1, y: 0 })
})

it('asks for what is played: of a still one picture, of a slow shot less of its source', () => {
  expect(shotOf({ ...shot, in: 50, speed: 50 }, rate)).toEqual({ takeId, from: 2, seconds: 5 })
  expect(shotOf({ ...shot, sourceLength: null }, rate)).toEqual({ takeId, from: 0, seconds: 0 })
  expect(shotOf({ ...shot, in: 50, isFrozen: true }, rate)).toEqual({ takeId, from: 2, seconds: 0 })
  expect(shotOf({ ...shot, takeId: null }, rate)).toBeNull()
})

it('is for pictures with a take on unlocked tracks, and leaves what is not found', () => {
  const other = picture(12, 300, 50, { takeId, sourceLength: 50 })
  const title = picture(13, 400, 50, { takeId: null })
  const document = documentOf(pictureTrack(1, [shot, other, title]))
  expect(reframable(document, [shot.id, other.id, title.id, clipId(99)]).map(({ id }) => id)).toEqual([shot.id, other.id])
  const tracks = Object.entries(document.tracks).map(([id, track]) => [id, { ...track, isLocked: true }])
  const locked = { ...document, tracks: Object.fromEntries(tracks) }
  expect(reframable(locked, [shot.id])).toEqual([])
  const subject = { ...wide, points: [{ at: 0, x: 0.5, y: 0.5 }] }
  const edits = reframeEdits({ ...upright, rate }, [{ clip: shot, subject }, { clip: other, subject: null }])
  expect(edits.map(edit => edit.do === 'setPicture' && edit.clipIds)).toEqual([[shot.id]])
})
