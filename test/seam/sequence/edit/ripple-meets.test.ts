/** Sounds that met with a cross-fade meet after what follows has moved along, at a rate whose frames are not all of the same length. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import { expect, it } from 'vitest'
import { clipsOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { clipBefore } from '#rules/sequence/edit/cross-fades.ts'
import { sampleOfFrame } from '#rules/sequence/frames.ts'
import { clipId, documentOf, picture, pictureTrack, sound, soundTrack, trackId } from '../../../kit/sequence.ts'

const rate = { numerator: 30_000, denominator: 1001 }
const at = (frame: number): number => sampleOfFrame(frame, rate)

/** A shot from 0 to 30, another behind a gap, and two sounds from 62 on that meet so many samples into a frame. */
function film(cut: number, into: number): SequenceDocument {
  const place = at(cut) + into
  const long = { sourceLength: 400_000 }
  return { ...documentOf(
    pictureTrack(1, [picture(11, 0, 30, { sourceLength: 400 }), picture(12, 40, 10)]),
    soundTrack(3, [
      sound(31, 0, 0, { ...long, start: at(62), length: place - at(62) }),
      sound(32, 0, 0, { ...long, start: place, length: 48_000, in: 48_000, crossIn: 1600 }),
    ]),
  ), rate }
}
const edits: Record<string, (frames: number) => SequenceEdit[]> = {
  'insert': frames => [{ do: 'place', placements: [{ trackId: trackId(1), clip: picture(13, 30, frames) }], how: 'insert' }],
  'trim': frames => [{ do: 'trim', clipIds: [clipId(11)], edge: 'end', byFrames: -frames, ripples: true }],
  'remove': () => [{ do: 'remove', clipIds: [clipId(12)], closesGap: true }],
  'close a gap': () => [{ do: 'closeGap', trackId: trackId(1), atFrame: 35 }],
  'close gaps': () => [{ do: 'closeGaps', trackIds: [trackId(1), trackId(3)] }],
  'cut time': frames => [{ do: 'cutTime', trackIds: [trackId(1)], cuts: [{ at: at(2), frames }], crossFade: 0 }],
}

it.each(Object.keys(edits))('%s', (what) => {
  for (let cut = 66; cut < 100; cut++) {
    for (const into of [0, 700]) {
      for (const frames of [1, 7, 20]) {
        const after = applyEdits(film(cut, into), edits[what]!(frames)).document
        const track = after.tracks[trackId(3)]!
        const [first, second] = clipsOf(track)
        expect([cut, into, frames, clipBefore(track, second!)?.id]).toEqual([cut, into, frames, first!.id])
      }
    }
  }
})
