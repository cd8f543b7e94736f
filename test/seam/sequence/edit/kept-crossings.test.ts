/** Transitions and cross-fades at cuts whose two sides move in one step: they stay while the clips meet. */
import type { PictureClip, SequenceDocument, SoundClip } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import { expect, it } from 'vitest'
import { endOf, findClip } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { clipId, documentOf, picture, pictureTrack, sound, soundTrack } from '../../../kit/sequence.ts'

const transition = { kind: 'push', direction: 'left' } as const
const ntsc = { numerator: 30_000, denominator: 1001 }
/** Three shots with their sounds, crossed where the last of them begins. */
const film: SequenceDocument = documentOf(
  pictureTrack(1, [
    picture(11, 0, 100, { sourceLength: 300, in: 50, linkId: clipId(11) }),
    picture(12, 100, 50, { sourceLength: 50, linkId: clipId(12) }),
    picture(13, 150, 100, { sourceLength: 300, in: 50, linkId: clipId(13), crossIn: 10, crossBefore: 5, transition }),
  ]),
  soundTrack(2, [
    sound(21, 0, 100, { sourceLength: 300 * 1600, in: 50 * 1600, linkId: clipId(11) }),
    sound(22, 100, 50, { sourceLength: 51 * 1600, linkId: clipId(12) }),
    sound(23, 150, 100, { sourceLength: 300 * 1600, in: 50 * 1600, linkId: clipId(13), crossIn: 4800, crossCurve: 'linear' }),
  ]),
)
function trim(edge: 'start' | 'end', byFrames: number, ...numbers: number[]): SequenceEdit {
  return { do: 'trim', clipIds: numbers.map(number => clipId(number)), edge, byFrames, ripples: false }
}
function slide(byFrames: number): SequenceEdit[] {
  const move: SequenceEdit = { do: 'move', clipIds: [clipId(12)], byFrames, toTracks: {}, how: 'free' }
  const [before, after] = [trim('end', byFrames, 11, 21), trim('start', byFrames, 13, 23)]
  return byFrames > 0 ? [after, move, before] : [before, move, after]
}
function crossingsOf(document: SequenceDocument) {
  const at = (number: number) => findClip(document, clipId(number))!.clip
  const [shot, heard] = [at(13) as PictureClip, at(23) as SoundClip] // as they are made above
  const meet = ([[12, 13], [22, 23]] as const).map(([before, behind]) => at(behind).start - endOf(at(before)))
  const { crossIn, crossBefore, transition } = shot
  return { meet, shot: { crossIn, crossBefore, transition }, heard: { crossIn: heard.crossIn, crossCurve: heard.crossCurve } }
}

it.each([5, 37, -5, -30])('stay with a shot that slides by %i between its neighbours', (byFrames) => {
  expect(crossingsOf(applyEdits(film, slide(byFrames)).document)).toEqual({ ...crossingsOf(film), meet: [0, 0] })
})

it.each([1, 2, 3, 4, 5, 6, 7])('stay where frames are not all of the same number of samples: by %i', (byFrames) => {
  for (const by of [byFrames, -byFrames])
    expect(crossingsOf(applyEdits({ ...film, rate: ntsc }, slide(by)).document)).toEqual({ ...crossingsOf(film), meet: [0, 0] })
})

it('stay at a cut whose both sides are trimmed together', () => {
  expect(crossingsOf(applyEdits(film, [trim('end', -8, 12), trim('start', -8, 13)]).document)).toEqual(crossingsOf(film))
})

it('go where the clips do not meet any more, and where one of them is another', () => {
  const gone = { shot: { crossIn: 0 }, heard: { crossIn: 0 } }
  const apart = applyEdits(film, [trim('start', 8, 13), trim('end', -8, 12)]).document
  expect(crossingsOf(apart)).toMatchObject({ meet: [16, 16 * 1600], ...gone })
  const other: SequenceEdit[] = [
    { do: 'move', clipIds: [clipId(12)], byFrames: 300, toTracks: {}, how: 'free' },
    trim('start', 3, 13),
    trim('end', 53, 11),
  ]
  const { document } = applyEdits(film, other)
  expect([13, 23].map(number => (findClip(document, clipId(number))!.clip as PictureClip | SoundClip).crossIn)).toEqual([0, 0])
})
