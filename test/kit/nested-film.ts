/** A film with nested sequences, one of them in another and used twice, for tests of edit lists. */
import type { PictureClip, SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceId } from '#contract/words.ts'
import { wholeClip } from '#rules/sequence/nested/nested-clips.ts'
import { clipId, documentOf, picture, pictureTrack, sound, soundTrack, takeId } from './sequence.ts'

export const nestedId = (number: number): SequenceId => `00000000-0000-7000-8000-0000000005${String(number).padStart(2, '0')}` as SequenceId

type Has = Pick<PictureClip, 'start' | 'length'> & Partial<PictureClip>

export function nested(number: number, of: number, { start, length, ...has }: Has): PictureClip {
  const whole = wholeClip({ id: clipId(number), sequenceId: nestedId(of), start, length: 1000 })
  return { ...whole, length, ...has, look: { ...whole.look, ...has.look }, nested: { ...whole.nested, ...has.nested } }
}

const shot = { takeId: takeId(1), sourceLength: 300 }
const music = { takeId: takeId(3), sourceLength: 20 * 48_000 }

/** Number 2 is in number 1, and both are in the film, number 1 twice. */
export function nestedFilm(clips: readonly PictureClip[] = [
  nested(12, 1, { start: 20, length: 40, in: 5, fadeIn: 6, fadeOut: 8, look: { opacity: 0.5 } as PictureClip['look'] }),
  nested(13, 1, { start: 70, length: 30, nested: { sequenceId: nestedId(1), gainDb: -6, pan: 40 } }),
  nested(14, 2, { start: 100, length: 20 }),
]): { film: SequenceDocument, innerOf: (id: SequenceId) => SequenceDocument | null } {
  const inner = new Map([
    [nestedId(1), {
      ...documentOf(
        pictureTrack(101, [picture(111, 0, 50, { ...shot, in: 30 }), nested(112, 2, { start: 50, length: 15, in: 3 })]),
        pictureTrack(102, [picture(121, 10, 20, { takeId: takeId(2) })]),
        soundTrack(103, [sound(131, 0, 60, { ...music, gainDb: -3 })]),
      ),
      name: 'Scene one',
    }],
    [nestedId(2), {
      ...documentOf(
        pictureTrack(201, [picture(211, 0, 25, { takeId: takeId(2) }), picture(212, 25, 20, { ...shot, in: 90 })]),
        soundTrack(202, [sound(221, 5, 30, { ...music, in: 48_000 })]),
      ),
      name: 'Scene & two',
    }],
  ])
  const film = documentOf(
    pictureTrack(1, [picture(11, 0, 20, shot), ...clips, picture(15, 130, 20, { ...shot, in: 60 })]),
    soundTrack(2, [sound(21, 10, 100, { ...music, in: 96_000 })]),
  )
  return { film, innerOf: id => inner.get(id) ?? null }
}
