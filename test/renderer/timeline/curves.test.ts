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
