/** What is made again for a clip comes into it in place, whoever tried it how often, and never over what a person chose in the meantime. */
import type { Job } from '#contract/jobs.ts'
import type { PictureClip, SoundClip } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { JobId } from '#contract/words.ts'
import { expect, it } from 'vitest'
import { clipsOf, endOf, findClip, isInSamples, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { patched } from '#rules/sequence/edit/patched.ts'
import { takeFor } from '../../../src-renderer/parts/takes/awaited-clips.ts'
import { awaitedEdits, swapsOfAll } from '../../../src-renderer/rooms/timeline/acts/awaited-edits.ts'
import { clipId, documentOf, picture, pictureTrack, sound, soundTrack, takeId, trackId } from '../../kit/sequence.ts'

const shot = { takeId: takeId(7), linkId: clipId(1) }
const film = documentOf(
  pictureTrack(10, [picture(1, 20, 60, { ...shot, sourceLength: 60, fadeIn: 5 }), picture(2, 80, 30)]),
  soundTrack(11, [sound(3, 20, 60, shot), sound(4, 80, 30, { linkId: clipId(1) })]),
)
const awaited = { clipId: clipId(1), takeId: takeId(7) }
type SwapTake = Extract<SequenceEdit, { do: 'swapTake' }>
function longer(clip: PictureClip | SoundClip): SwapTake {
  return { do: 'swapTake', clipId: clip.id, takeId: takeId(9), sourceLength: 'look' in clip ? 90 : 90 * 1600, ripples: false }
}

it('the shot and its own sound have the new take, where they were and as they looked, and one undo brings the old ones back', () => {
  const { document, inverse } = applyEdits(film, awaitedEdits(film, awaited, longer))
  expect(findClip(document, clipId(1))?.clip).toMatchObject({ takeId: takeId(9), start: 20, length: 60, fadeIn: 5, keepsTake: true })
  expect(findClip(document, clipId(3))?.clip).toMatchObject({ takeId: takeId(9), keepsTake: true })
  expect([2, 4].map(number => findClip(document, clipId(number))?.clip))
    .toEqual([2, 4].map(number => findClip(film, clipId(number))?.clip))
  expect(patched(document, inverse)).toEqual(film)
})

it('a take of another length moves what follows once, and nothing where that would cut another clip', () => {
  const own = { takeId: takeId(7), linkId: clipId(1) }
  const shots = (...music: Parameters<typeof sound>[]) => documentOf(
    pictureTrack(10, [
      picture(1, 0, 60, { ...own, sourceLength: 60 }),
      picture(2, 60, 30),
      picture(5, 90, 60, { ...own, linkId: clipId(6), sourceLength: 60 }),
    ]),
    soundTrack(11, [sound(3, 0, 60, own), sound(4, 60, 30), sound(6, 90, 60, { ...own, linkId: clipId(6) })]),
    soundTrack(12, music.map(each => sound(...each))),
  )
  const lasting = (frames: number) => (clip: PictureClip | SoundClip): SwapTake =>
    ({ do: 'swapTake', clipId: clip.id, takeId: takeId(9), sourceLength: 'look' in clip ? frames : frames * 1600, ripples: true })
  const placesOf = (document: ReturnType<typeof shots>, edits: readonly SequenceEdit[]) =>
    tracksOf(applyEdits(document, edits).document).map(track => clipsOf(track).map(clip => isInSamples(track.kind)
      ? [clip.start / 1600, endOf(clip) / 1600]
      : [clip.start, endOf(clip)]))
  const awaits = { clipId: clipId(1), takeId: takeId(7) }
  const free = shots()
  // A shot stays as long as it was where its new take is longer.
  expect(placesOf(free, awaitedEdits(free, awaits, lasting(40))).slice(0, 2))
    .toEqual([[[0, 40], [40, 70], [70, 130]], [[0, 40], [40, 70], [70, 130]]])
  const both = swapsOfAll(free, takeId(7), lasting(40))
  expect(placesOf(free, both).slice(0, 2)).toEqual([[[0, 40], [40, 70], [70, 110]], [[0, 40], [40, 70], [70, 110]]])
  const scored = shots([20, 0, 100], [21, 100, 100])
  expect(placesOf(scored, awaitedEdits(scored, awaits, lasting(40))))
    .toEqual([[[0, 40], [60, 90], [90, 150]], [[0, 40], [60, 90], [90, 150]], [[0, 100], [100, 200]]])
})

it('nothing comes where the clip is gone, locked or has another take, or cannot play what was made', () => {
  expect(awaitedEdits(film, { ...awaited, clipId: clipId(99) }, longer)).toEqual([])
  expect(awaitedEdits(film, { ...awaited, takeId: takeId(8) }, longer)).toEqual([])
  expect(awaitedEdits(film, awaited, () => null)).toEqual([])
  const locked = applyEdits(film, [{ do: 'setTrack', trackId: trackId(10), values: { isLocked: true } }]).document
  expect(awaitedEdits(locked, awaited, longer)).toEqual([])
})

it('a job that was tried again gives the take, and one that has none yet is waited for', () => {
  const job = (id: string, createdAt: number, has: Partial<Job>) =>
    ({ id: id as JobId, createdAt, retryOf: null, takeIds: [], ...has }) as unknown as Job // what is not asked for is left out
  const [first, again] = [job('a', 1, {}), job('b', 2, { retryOf: 'a' as JobId })]
  const last = job('c', 3, { retryOf: 'b' as JobId, takeIds: [takeId(9), takeId(10)] })
  const jobIds = ['a' as JobId]
  expect(takeFor({ jobIds }, [again, first])).toBeNull()
  expect(takeFor({ jobIds }, [last, job('x', 4, { takeIds: [takeId(1)] }), again, first])).toBe(takeId(9))
})
