/** What is made again for a clip comes into it in place, and never over what a person chose meanwhile. */
import type { PictureClip, SoundClip } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { SwapTake } from '#rules/sequence/swap-takes.ts'
import { expect, it } from 'vitest'
import { clipsOf, endOf, findClip, isInSamples, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { patched } from '#rules/sequence/edit/patched.ts'
import { sourcePartOf } from '#rules/sequence/source-part.ts'
import { awaitedEdits, partsOfShot, swapsOfAll } from '#rules/sequence/swap-takes.ts'
import { clipId, documentOf, picture, pictureTrack, sound, soundTrack, takeId, trackId } from '../../kit/sequence.ts'

const shot = { takeId: takeId(7), linkId: clipId(1) }
const film = documentOf(
  pictureTrack(10, [picture(1, 20, 60, { ...shot, sourceLength: 60, fadeIn: 5 }), picture(2, 80, 30)]),
  soundTrack(11, [sound(3, 20, 60, shot), sound(4, 80, 30, { linkId: clipId(1) })]),
)
const awaited = { clipId: clipId(1), takeId: takeId(7) }
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

it('what was cut off the clip meanwhile has the new take as well, also where the first part is deleted', () => {
  const shown = documentOf(pictureTrack(10, [
    picture(1, 0, 60, { takeId: takeId(7), sourceLength: 200, in: 30 }),
    picture(2, 60, 20, { takeId: takeId(7), sourceLength: 200, in: 20 }),
    picture(3, 80, 20, { takeId: takeId(7), sourceLength: 200, in: 100 }),
  ]))
  const asked = { ...awaited, part: sourcePartOf(shown.tracks[trackId(10)]!.clips[clipId(1)] as PictureClip, shown) }
  expect(asked.part).toEqual({ from: 1, until: 3, others: [clipId(2)] })
  const split: SequenceEdit = { do: 'split', atFrame: 25, pieces: [{ clipId: clipId(1), newId: clipId(8) }] }
  const copy = { trackId: trackId(10), clip: picture(9, 400, 60, { takeId: takeId(7), sourceLength: 200, in: 30 }) }
  const same = (clip: PictureClip | SoundClip): SwapTake =>
    ({ do: 'swapTake', clipId: clip.id, takeId: takeId(9), sourceLength: 200, ripples: true })
  function after(...edits: SequenceEdit[]) {
    const cut = applyEdits(shown, edits).document
    const { document } = applyEdits(cut, awaitedEdits(cut, asked, same))
    return clipsOf(document.tracks[trackId(10)]!).filter(clip => 'takeId' in clip && clip.takeId === takeId(9)).map(clip => [clip.id, clip.start, clip.length, 'in' in clip && clip.in])
  }
  const parts = [[clipId(1), 0, 25, 30], [clipId(8), 25, 35, 55]]
  expect(after(split)).toEqual(parts)
  expect(after(split, { do: 'place', placements: [copy], how: 'free' })).toEqual(parts)
  expect(after(split, { do: 'remove', clipIds: [clipId(1)], closesGap: true })).toEqual([[clipId(8), 0, 35, 55]])
  expect(after({ do: 'remove', clipIds: [clipId(1)], closesGap: true })).toEqual([])
  const chosen: SequenceEdit = { ...longer(shown.tracks[trackId(10)]!.clips[clipId(1)] as PictureClip), takeId: takeId(5) }
  expect(after(split, chosen)).toEqual([])
})

it('another try comes into all parts of a shot that was cut, and into no other clip of its take', () => {
  const part = (number: number, start: number, length: number, from: number) =>
    picture(number, start, length, { takeId: takeId(7), sourceLength: 200, in: from })
  const shown = documentOf(pictureTrack(10, [
    ...[part(1, 0, 30, 0), part(2, 40, 30, 30), picture(3, 70, 10), part(4, 80, 30, 60), part(5, 110, 30, 10)],
  ]))
  const idsOf = (number: number) => partsOfShot(shown, clipId(number)).map(({ clip }) => clip.id)
  expect([idsOf(2), idsOf(4), idsOf(3)]).toEqual([[clipId(1), clipId(2)], [clipId(4)], [clipId(3)]])
})

it('nothing comes where the clip is gone, locked or has another take, or cannot play what was made', () => {
  expect(awaitedEdits(film, { ...awaited, clipId: clipId(99) }, longer)).toEqual([])
  expect(awaitedEdits(film, { ...awaited, takeId: takeId(8) }, longer)).toEqual([])
  expect(awaitedEdits(film, awaited, () => null)).toEqual([])
  const locked = applyEdits(film, [{ do: 'setTrack', trackId: trackId(10), values: { isLocked: true } }]).document
  expect(awaitedEdits(locked, awaited, longer)).toEqual([])
})

it('tries wait for a choice until another take is chosen, or the one that is there, and undo opens that again', () => {
  const film = documentOf(pictureTrack(10, [{ ...picture(1, 0, 60), hasTries: true }]))
  const clipIn = (document: typeof film) => findClip(document, clipId(1))?.clip
  const swap: SwapTake = { do: 'swapTake', clipId: clipId(1), takeId: takeId(9), sourceLength: 60, ripples: true }
  const keep: SequenceEdit = { do: 'settleTries', clipIds: [clipId(1)] }
  for (const edit of [swap, keep]) {
    const { document, inverse } = applyEdits(film, [edit])
    expect(clipIn(document)).not.toHaveProperty('hasTries')
    expect(patched(document, inverse)).toEqual(film)
  }
  const asked = applyEdits(film, [{ ...swap, hasTries: true }]).document
  expect(clipIn(asked)).toMatchObject({ takeId: takeId(9), hasTries: true })
})
