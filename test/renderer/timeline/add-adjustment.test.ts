/** A new adjustment clip is above the pictures that it is for. */
import { expect, it } from 'vitest'
import { findClip } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { addedAdjustment } from '../../../src-renderer/rooms/timeline/acts/add-adjustment.ts'
import { clipId, documentOf, picture, pictureTrack, soundTrack, trackId } from '../../kit/sequence.ts'

const title = { takeId: null, title: { text: 'Title', style: {} } } as unknown as Parameters<typeof picture>[3]

function added(document: ReturnType<typeof documentOf>, selected: readonly number[], frame: number) {
  const wish = { id: clipId(99), trackId: trackId(999), selected: new Set(selected.map(clipId)), frame }
  const after = applyEdits(document, addedAdjustment(document, wish)).document
  const found = findClip(after, clipId(99))!
  const { start, length } = found.clip
  return { at: Number(found.track.id.slice(-3)), start, length, order: after.trackIds.map(id => Number(id.slice(-3))) }
}

it('is as long as the selected clips, on the next free track above all pictures of their time', () => {
  const document = documentOf(
    pictureTrack(100, [picture(1, 0, 30), picture(2, 30, 30), picture(3, 60, 30)]),
    pictureTrack(101, [picture(4, 40, 10)]),
    pictureTrack(102, [picture(5, 55, 60, title)]),
    pictureTrack(104, []),
    soundTrack(103, []),
  )
  expect(added(document, [1, 2], 0)).toMatchObject({ at: 104, start: 0, length: 60 })
  expect(added(document, [1], 0)).toMatchObject({ at: 101, start: 0, length: 30 })
})

it('is four seconds long at the playhead, on a new track where no other is free', () => {
  const document = documentOf(pictureTrack(100, [picture(1, 0, 300)]), soundTrack(103, []))
  expect(added(document, [], 10)).toEqual({ at: 999, start: 10, length: 120, order: [100, 103, 999] })
  expect(added({ ...document, stillSeconds: 1 }, [], 10)).toMatchObject({ length: 30 })
})

it('leaves locked and hidden tracks', () => {
  const document = documentOf(
    pictureTrack(100, [picture(1, 0, 300)]),
    pictureTrack(101, [], { isLocked: true }),
    pictureTrack(102, [], { isMuted: true }),
    pictureTrack(104, []),
  )
  expect(added(document, [], 0).at).toBe(104)
})
