/** What is linked with a shot that was already divided: a cut gives all that begins behind it one link of its own. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import { expect, it } from 'vitest'
import { clipsOf, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { sampleOfFrame } from '#rules/sequence/frames.ts'
import { clipId, documentOf, picture, pictureTrack, rate, sound, soundTrack, trackId } from '../../../kit/sequence.ts'

const link = clipId(90)
/** A shot with its sound; another one was put over a part of it, and the rest of it is two pictures. */
const divided = documentOf(
  pictureTrack(1, [
    picture(11, 0, 40, { linkId: link, sourceLength: 200 }),
    picture(12, 40, 20, { sourceLength: 20 }),
    picture(13, 60, 40, { linkId: link, takeId: picture(11, 0, 1).takeId, in: 60, sourceLength: 200 }),
  ]),
  soundTrack(2, [sound(21, 0, 100, { linkId: link })]),
)

/** Which clips of each track, in order of time, are linked with the first picture and with the last. */
function linksOf(document: SequenceDocument, ...edits: SequenceEdit[]) {
  const { document: after } = applyEdits(document, edits)
  const all = tracksOf(after).map(track => clipsOf(track).map(({ linkId }) => linkId))
  const [first, last] = [all[0]?.at(0), all[0]?.at(-1)]
  return all.map(own => own.map(one => one === null ? '-' : one === first ? 'first' : one === last ? 'last' : 'other'))
}

it('a cut in the first part takes the later picture along with the later sound', () => {
  const split: SequenceEdit
    = { do: 'split', atFrame: 30, pieces: [{ clipId: clipId(11), newId: clipId(14) }, { clipId: clipId(21), newId: clipId(24) }] }
  expect(linksOf(divided, split)).toEqual([['first', 'last', '-', 'last'], ['first', 'last']])
  const removed = applyEdits(divided, [split, { do: 'remove', clipIds: [clipId(11)], closesGap: false }]).document
  expect(tracksOf(removed).map(track => clipsOf(track).map(({ id }) => id)))
    .toEqual([[clipId(14), clipId(12), clipId(13)], [clipId(24)]])
})

it('a cut in the sound alone gives the picture behind it to the later sound, but none of a locked track', () => {
  const split: SequenceEdit = { do: 'split', atFrame: 60, pieces: [{ clipId: clipId(21), newId: clipId(24) }] }
  expect(linksOf(divided, split)).toEqual([['first', '-', 'last'], ['first', 'last']])
  const track = divided.tracks[trackId(1)]!
  const locked: SequenceDocument = { ...divided, tracks: { ...divided.tracks, [trackId(1)]: { ...track, isLocked: true } } }
  expect(applyEdits(locked, [split]).document.tracks[trackId(1)]).toEqual(locked.tracks[trackId(1)])
})

it('a range of time that is cleared leaves what is behind it with its own sound', () => {
  const clear: SequenceEdit
    = { do: 'clearTime', fromFrame: 20, untilFrame: 30, trackIds: [trackId(1), trackId(2)], closesGap: true }
  expect(linksOf(divided, clear)).toEqual([['first', 'last', '-', 'last'], ['first', 'last']])
})

it.each([20, 35, 45])('time that is cut out of it, at frame %i, too', (frame) => {
  const cut: SequenceEdit
    = { do: 'cutTime', trackIds: [trackId(2)], cuts: [{ at: sampleOfFrame(frame, rate), frames: 10 }], crossFade: 0 }
  const [pictures, sounds] = linksOf(divided, cut)
  expect([pictures?.[0], pictures?.at(-1)]).toEqual(['first', 'last'])
  expect(sounds).toEqual(['first', 'last'])
})
