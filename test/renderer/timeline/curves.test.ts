/** The lane of keys along a clip: one for pictures and for the pan of sounds. */
import { expect, it } from 'vitest'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { laneOf, placesOfLine } from '../../../src-renderer/rooms/timeline/lanes/curves.ts'
import { documentOf, picture, pictureTrack, rate, sound, soundTrack } from '../../kit/sequence.ts'

const song = sound(1, 30, 60, { panPoints: [{ at: 0, pan: -100, easing: 'ease' }, { at: 48_000, pan: 100 }] })
const still = picture(2, 10, 40, { keys: { scale: [{ at: 0, value: 1, easing: 'linear' }, { at: 2000, value: 2, easing: 'linear' }] } })

it('has the keys at their frames, and moves them by an edit', () => {
  const film = documentOf(pictureTrack(1, [still]), soundTrack(2, [song]))
  for (const [clip, frames, shares] of [[song, [30, 60], [0, 0.5]], [still, [10, 30], [0, 0.5]]] as const) {
    const lane = laneOf(clip, rate)!
    expect(lane.keys.map(({ frame }) => frame)).toEqual(frames)
    expect(lane.keys.map(({ share }) => share)).toEqual(shares)
    const { document } = applyEdits(film, [lane.moved(frames[1], frames[1] + 5)])
    const after = Object.values(document.tracks).flatMap(track => Object.values(track.clips)).find(({ id }) => id === clip.id)
    expect(laneOf(after as typeof clip, rate)!.keys.map(({ frame }) => frame)).toEqual([frames[0], frames[1] + 5])
  }
  expect([laneOf(sound(1, 0, 10), rate), laneOf(picture(1, 0, 10), rate)]).toEqual([null, null])
})

it('curves where a course eases, and is straight where it does not', () => {
  const [pan] = laneOf(song, rate)!.curves
  const heights = pan!.points.split(' ').map(point => Number(point.split(',')[1]))
  expect(heights).toEqual([...heights].sort((a, b) => a - b))
  expect(new Set(heights).size).toBeGreaterThan(8)
  expect(placesOfLine([{ at: 10, value: 0, easing: 'linear' }, { at: 90, value: 1, easing: 'hold' }], 100)).toEqual([0, 10, 90, 100])
})

it('changes the value of one key, and leaves its time, its easing and the other keys', () => {
  const film = documentOf(pictureTrack(1, [still]), soundTrack(2, [song]))
  const asked = [[song, -40, [-100, -40], ['ease', 'linear']], [still, 3.5, [1, 3.5], ['linear', 'linear']]] as const
  for (const [clip, value, values, easings] of asked) {
    const lane = laneOf(clip, rate)!
    const { document } = applyEdits(film, [lane.valued(lane.keys[1]!, value)])
    const clips = Object.values(document.tracks).flatMap(track => Object.values<typeof clip>(track.clips as never))
    const after = clips.find(({ id }) => id === clip.id)!
    const own = 'panPoints' in after ? after.panPoints! : 'keys' in after ? after.keys!.scale! : []
    expect(own.map(key => 'pan' in key ? key.pan : key.value)).toEqual(values)
    expect(own.map(key => key.easing ?? 'linear')).toEqual(easings)
    expect(laneOf(after, rate)!.keys.map(({ frame }) => frame)).toEqual(lane.keys.map(({ frame }) => frame))
  }
})

it('has each key on its curve, a key for each property, and flat ones apart', () => {
  const held = { at: 1000, value: 0, easing: 'hold' } as const
  const opacity = [{ at: 0, value: 1, easing: 'hold' as const }, { at: 2000, value: 0, easing: 'linear' as const }]
  const moving = picture(3, 0, 40, { keys: { x: [held], y: [held], opacity } })
  const { keys, curves } = laneOf(moving, rate)!
  expect(keys.map(({ property, frame }) => `${property} ${frame}`)).toEqual(['x 10', 'y 10', 'opacity 0', 'opacity 20'])
  expect(keys[0]!.y).not.toBe(keys[1]!.y)
  expect(keys[2]!.y).toBeLessThan(keys[3]!.y)
  // A value that is held falls at once.
  const before = curves[2]!.points.split(' ').map(point => point.split(',').map(Number)).filter(([x]) => x! < 500)
  expect(before.map(([, y]) => y)).toEqual(before.map(() => keys[2]!.y))
})

it('loses a key, with those that are set together with it', () => {
  const one = { value: 0.5, easing: 'linear' } as const
  const [x, y, scale] = [[{ at: 0, ...one }, { at: 1000, ...one }], [{ at: 1000, ...one }], [{ at: 1000, ...one }]]
  const moving = picture(3, 0, 40, { keys: { x: x!, y: y!, scale: scale! } })
  const { document } = applyEdits(documentOf(pictureTrack(1, [moving])), [laneOf(moving, rate)!.removed({ property: 'x', frame: 10 })])
  const [after] = Object.values(document.tracks).flatMap(track => Object.values(track.clips)) as [typeof moving]
  expect(after.keys).toEqual({ x: [{ at: 0, ...one }], scale: [{ at: 1000, ...one }] })
  expect(after.look.y).toBe(0.5)
})
