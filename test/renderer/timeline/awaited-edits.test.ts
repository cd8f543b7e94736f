/** What is made again for a clip comes into it in place, whoever tried it how often, and never over what a person chose meanwhile. */
import type { Job } from '#contract/jobs.ts'
import type { PictureClip, SoundClip } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { JobId } from '#contract/words.ts'
import { expect, it } from 'vitest'
import { findClip } from '#rules/sequence/document.ts'
import { applyEdits, patched } from '#rules/sequence/edit/apply.ts'
import { takeFor } from '../../../src-renderer/parts/takes/awaited-clips.ts'
import { awaitedEdits } from '../../../src-renderer/rooms/timeline/acts/awaited-edits.ts'
import { clipId, documentOf, picture, pictureTrack, sound, soundTrack, takeId, trackId } from '../../kit/sequence.ts'

const shot = { takeId: takeId(7), linkId: clipId(1) }
const film = documentOf(
  pictureTrack(10, [picture(1, 20, 60, { ...shot, sourceLength: 60, fadeIn: 5 }), picture(2, 80, 30)]),
  soundTrack(11, [sound(3, 20, 60, shot), sound(4, 80, 30, { linkId: clipId(1) })]),
)
const awaited = { clipId: clipId(1), takeId: takeId(7) }
function longer(clip: PictureClip | SoundClip): SequenceEdit {
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
