/** Which clips are offered to match others to. */
import type { PictureClip } from '#contract/sequence-document.ts'
import { expect, it } from 'vitest'
import { offeredShots } from '../../../src-renderer/rooms/timeline/match/references.ts'
import { clipId, documentOf, picture, pictureTrack, takeId } from '../../kit/sequence.ts'

const title = { takeId: null, title: { text: 'Title', style: {} } } as unknown as Partial<PictureClip>
const document = documentOf(
  pictureTrack(100, [picture(1, 0, 10), picture(2, 10, 10), picture(3, 20, 10), picture(4, 30, 10, { isDisabled: true })]),
  pictureTrack(101, [picture(11, 0, 15), picture(12, 15, 15, title)]),
  pictureTrack(102, [picture(21, 0, 40)], { isMuted: true }),
)
function offered(targets: readonly number[], frame: number, source: PictureClip | null = null): string[] {
  return offeredShots(document, { targets: new Set(targets.map(clipId)), frame, source })
    .map(({ place, clip }) => `${place} ${Number(clip.id.slice(-3))}`)
}

it('offers what is seen at the playhead, highest first, then the neighbours', () => {
  expect(offered([2], 12)).toEqual(['playhead 11', 'before 1', 'after 3'])
  expect(offered([2], 5)).toEqual(['playhead 11', 'playhead 1', 'after 3'])
})

it('offers what is between those that are matched, and no more than can be read', () => {
  expect(offered([1, 3], 99)).toEqual(['after 2'])
  const clips = Array.from({ length: 20 }, (_, at) => picture(at + 1, at * 10, 10))
  const odd = new Set(clips.filter((_, at) => at % 2 === 0).map(({ id }) => id))
  expect(offeredShots(documentOf(pictureTrack(100, clips)), { targets: odd, frame: 0, source: null })).toHaveLength(6)
})

it('offers neither what is matched, nor titles, nor what is not seen', () => {
  expect(offered([1, 2], 3)).toEqual(['playhead 11', 'after 3'])
  expect(offered([3], 25)).toEqual(['before 2'])
  expect(offered([3], 35)).toEqual(['before 2'])
})

it('offers what the source viewer shows, whatever else', () => {
  expect(offered([1, 2, 3, 11], 20, picture(2, 0, 5, { takeId: takeId(9) }))).toEqual(['source 2'])
})
