/** A sound with a ramp in a sequence of another speed: it is where it is inside at each moment. */
import type { SoundClip } from '#contract/sequence-document.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CourseKey } from '#contract/ramp.ts'
import { courseKey, courseOfKey } from '#rules/sequence/course.ts'
import { momentInside } from '#rules/sequence/nested/pace.ts'
import { playedThrough } from '#rules/sequence/nested/sound-through.ts'
import { placeOf } from '#rules/sequence/ramp.ts'
import { sound } from '../../kit/sequence.ts'

const speed = fc.integer({ min: 10, max: 1000 })
const easing = fc.constantFrom('linear' as const, 'ease' as const, 'hold' as const)
const courses = fc.array(fc.record({ speed, easing }), { minLength: 1, maxLength: 5 })
  .map(points => points.map((point, at) => ({ ...point, at: at * 30_000 })))

it('is at the same place of its source, to fewer samples than are heard', () => {
  fc.assert(fc.property(courses, fc.nat(60_000), speed, fc.nat(48_000), fc.nat(90_000), (points, at, outer, begins, offset) => {
    const clip: SoundClip = { ...sound(1, 0, 200_000, { sourceLength: 10_000_000 }), ramp: { at, from: 0, points } }
    const paces = [{ start: 0, length: 400_000, plays: 400_000, from: 0, speed: outer }]
    const played = playedThrough(clip, paces, begins)
    const [inner, outside] = [placeOf(clip, momentInside(paces, begins + offset)), placeOf(played, offset)]
    // Each point, and where it begins, is rounded to a sample of what is heard: at most by half of what the fastest course plays in one.
    const fastest = Math.max(...points.map(point => point.speed)) / 100 * Math.max(1, outer / 100)
    expect(Math.abs(outside - inner) / 100).toBeLessThanOrEqual(fastest * (points.length + 2) + 2)
    const { at: _, ...course } = played.ramp!
    expect(courseOfKey(CourseKey.parse(courseKey(played.ramp!)))).toEqual(course)
  }), { numRuns: 400 })
})
