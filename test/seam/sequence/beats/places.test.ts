/** Marked beats on the timeline: they stay on their sound, and edges snap to them. */
import { expect, it } from 'vitest'
import { beatFrames } from '#rules/sequence/beats/places.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { snapPoints } from '#rules/sequence/edit/snap.ts'
import { clipId, documentOf, sound, soundTrack, takeId, trackId } from '../../../kit/sequence.ts'

const second = 48_000
// Its rate is 30 frames per second.
const film = documentOf(soundTrack(1, [sound(1, 30, 90, { sourceLength: 10 * second, beats: [0.5, 1, 2, 5].map(at => at * second) })]))
const framesIn = (document: typeof film): number[][] => beatFrames(document).map(({ frames }) => frames)

it('are at their sound, also where the clip is moved, cut, trimmed or played faster', () => {
  expect(framesIn(film)).toEqual([[45, 60, 90]])
  const moved = applyEdits(film, [{ do: 'move', clipIds: [clipId(1)], byFrames: -30, toTracks: {}, how: 'free' }]).document
  expect(framesIn(moved)).toEqual([[15, 30, 60]])
  const cut = applyEdits(film, [{ do: 'split', atFrame: 50, pieces: [{ clipId: clipId(1), newId: clipId(2) }] }]).document
  expect(framesIn(cut)).toEqual([[45], [60, 90]])
  const faster = applyEdits(film, [{ do: 'setSpeed', clipIds: [clipId(1)], speed: 200, ripples: false }]).document
  expect(framesIn(faster)).toEqual([[37, 45, 60]])
})

it('edges snap to those of other clips', () => {
  const beats = (ignoring: string[]): number[] => snapPoints(film, new Set(ignoring)).filter(({ is }) => is === 'beat').map(({ at }) => at)
  expect(beats([])).toEqual([45, 60, 90])
  expect(beats([clipId(1)])).toEqual([])
})

it('of another take are others, and none are left out of the document', () => {
  const swap = { do: 'swapTake', clipId: clipId(1), takeId: takeId(9), sourceLength: 8 * second, ripples: false } as const
  const other = applyEdits(film, [swap]).document
  expect(framesIn(other)).toEqual([])
  const cleared = applyEdits(film, [{ do: 'setSound', clipIds: [clipId(1)], values: { beats: [] } }]).document
  expect('beats' in cleared.tracks[trackId(1)]!.clips[clipId(1)]!).toBe(false)
})
