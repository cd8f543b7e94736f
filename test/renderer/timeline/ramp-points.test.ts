/** The points of a ramp in the inspector and in the lane: they stay in order, and templates play the same part of a shot. */
import type { RampPoint } from '#contract/ramp.ts'
import { expect, it } from 'vitest'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { pointsOfTemplate, rampTemplates, templateOf } from '#rules/sequence/ramp-templates.ts'
import { placeOf, pointsInFrames, pointsOf, speedAt } from '#rules/sequence/ramp.ts'
import { filmPieces } from '../../../src-renderer/rooms/timeline/lanes/film.ts'
import { laneOf } from '../../../src-renderer/rooms/timeline/ramp/ramp-lane.ts'
import { heardWith, mayRamp, rampEdit, whyNoRamp, withPoint, withPointAt } from '../../../src-renderer/rooms/timeline/ramp/ramp-points.ts'
import { clipId, documentOf, picture, pictureTrack, sound, soundTrack } from '../../kit/sequence.ts'

const { rate } = documentOf()
const shot = picture(1, 30, 100, { in: 10, sourceLength: 400 })
const points: RampPoint[] = [{ at: 0, speed: 50, easing: 'ease' }, { at: 40, speed: 200, easing: 'linear' }]

function ramped(clip = shot, of = points) {
  const document = documentOf(pictureTrack(1, [clip]))
  const { document: after } = applyEdits(document, [rampEdit(document, clip, of)])
  return Object.values(Object.values(after.tracks)[0]!.clips)[0] as typeof shot
}

it('a point stays between its neighbours, and its speed within what a clip can play', () => {
  expect(withPoint(points, 0, { at: 90 }).map(({ at }) => at)).toEqual([39, 40])
  expect(withPoint(points, 1, { at: -5, speed: 4 })[1]).toEqual({ at: 1, speed: 10, easing: 'linear' })
  expect(withPoint(points, 1, { speed: 5000.4, easing: 'hold' })[1]).toEqual({ at: 40, speed: 1000, easing: 'hold' })
})

it('a point at the playhead has the speed that is there', () => {
  expect(withPointAt(ramped(), 20, rate).at(-1)).toEqual({ at: 20, speed: 125, easing: 'ease' })
  expect(withPointAt(shot, 20, rate)).toEqual([{ at: 20, speed: 100, easing: 'linear' }])
})

it.each(rampTemplates)('%s plays the same part of a shot, also at another speed', (template) => {
  for (const clip of [shot, { ...shot, speed: 150 }]) {
    const after = ramped(clip, pointsOfTemplate(template, clip))
    const played = placeOf(clip, clip.length) - placeOf(clip, 0)
    expect(Math.abs(placeOf(after, after.length) - placeOf(after, 0) - played)).toBeLessThanOrEqual(clip.speed)
    // Its last point is where it ends, but for a frame.
    expect(pointsOf(after).at(-1)!.at).toBeLessThanOrEqual(after.length + 1)
    expect(speedAt(after, 0)).toBe(pointsOf(after)[0]!.speed)
  }
})

it.each(rampTemplates)('%s is known by its points until one is changed', (template) => {
  for (const clip of [shot, { ...shot, speed: 150 }, { ...shot, length: 37 }]) {
    const after = ramped(clip, pointsOfTemplate(template, clip))
    const found = pointsOf(after)
    expect(templateOf(found, after.length)).toBe(template)
    expect(templateOf(withPoint(found, 1, { speed: found[1]!.speed + 20 }), after.length)).toBeNull()
    expect(templateOf(found.slice(1), after.length)).toBeNull()
  }
})

it('the lane has the points within the clip where the speed is drawn, mirrored backwards', () => {
  const clip = ramped()
  const [first, second] = laneOf(clip).points
  expect([first?.share, first?.speed, second?.speed]).toEqual([0, 50, 200])
  expect(first!.y - laneOf(clip).normal).toBeCloseTo(laneOf(clip).normal - second!.y, 1)
  expect(laneOf({ ...clip, isReversed: true }).points[0]?.share).toBe(1)
  expect(laneOf({ ...clip, length: 20 }).points).toHaveLength(1)
})

it('the filmstrip shows what plays', () => {
  const strip = { tiles: 40, columns: 12, tileWidth: 160, tileHeight: 90 }
  const clip = ramped()
  const pieces = filmPieces({ clip, strip, from: 0, until: clip.length, pixelsPerFrame: 16, height: 90 })
  const middles = pieces.map(({ left, width }) => (left + Math.min(left + width, clip.length * 16)) / 32)
  expect(pieces.map(({ tile }) => tile)).toEqual(middles.map(at => Math.floor(placeOf(clip, at) / 100 / 400 * 40)))
})

it('a still has no ramp, and neither has the audio of a shot that is played backwards', () => {
  expect([mayRamp(shot), mayRamp(picture(2, 0, 9)), mayRamp({ ...shot, isFrozen: true }), mayRamp(sound(3, 0, 9))])
    .toEqual([true, false, false, true])
  const linked = { ...shot, linkId: clipId(9) }
  const own = sound(2, 30, 100, { linkId: clipId(9) })
  const document = documentOf(pictureTrack(1, [linked]), soundTrack(2, [own]))
  expect([whyNoRamp(document, linked), whyNoRamp(document, own)]).toEqual([null, null])
  expect(heardWith(document, linked)).toEqual([own])
  const backwards = documentOf(pictureTrack(1, [{ ...linked, isReversed: true }]), soundTrack(2, [own]))
  expect([whyNoRamp(backwards, linked), whyNoRamp(backwards, own)]).toEqual(['backwards', 'backwards'])
})

it('the points of a sound are in frames, wherever in a frame it begins', () => {
  const own = { ...sound(2, 30, 100, { sourceLength: 400_000 }), start: 48_777 }
  const document = documentOf(soundTrack(2, [own]))
  const { document: after } = applyEdits(document, [rampEdit(document, own, points, false)])
  const changed = Object.values(Object.values(after.tracks)[0]!.clips)[0] as typeof own
  expect(pointsInFrames(changed, rate)).toEqual(points)
  expect(changed.ramp?.shiftsPitch).toBe(true)
  expect(withPointAt(changed, 60, rate).at(-1)).toEqual({ at: 60, speed: 200, easing: 'linear' })
  expect(laneOf(changed).points.map(({ speed }) => speed)).toEqual([50, 200])
})
