/** The overview places every clip where the render will place it. */
import type { Sequence } from '../../../src-preload/contract/sequences.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ClipId, LineId, ProjectId, SequenceId, TakeId } from '../../../src-preload/contract/words.ts'
import { showSigned } from '../../../src-renderer/rooms/deliver/show-signed.ts'
import { rulerMarks, stripOf } from '../../../src-renderer/rooms/deliver/strip-clips.ts'

const id = (digit: number): string => `00000000-0000-7000-8000-00000000000${digit}`

const sequence: Sequence = {
  id: SequenceId.parse(id(1)),
  projectId: ProjectId.parse(id(2)),
  name: 'S',
  width: 1280,
  height: 720,
  rate: { numerator: 30, denominator: 1 },
  tracks: [
    {
      holds: 'pictures',
      name: 'Pictures',
      isMuted: false,
      clips: [{ id: ClipId.parse(id(3)), takeId: TakeId.parse(id(4)), startFrame: 0, frames: 90, inFrame: 0, fit: 'cover' }],
    },
    { holds: 'sounds', name: 'Speech', isMuted: false, clips: [{
      id: ClipId.parse(id(5)),
      takeId: TakeId.parse(id(6)),
      lineId: LineId.parse(id(7)),
      startSample: 24_000,
      samples: 72_000,
      inSample: 0,
      gainDb: 0,
      fadeInSamples: 0,
      fadeOutSamples: 0,
    }] },
    {
      holds: 'captions',
      name: 'Captions',
      isMuted: false,
      clips: [{ id: ClipId.parse(id(8)), lineId: LineId.parse(id(7)), speaker: 'Keeper', text: 'Words', startFrame: 15, frames: 45 }],
    },
  ],
  revision: 1,
  changedAt: 0,
}

it('converts frames and samples to seconds, and labels speech with its speaker', () => {
  const strip = stripOf(sequence)
  expect(strip.durationSeconds).toBe(3)
  expect(strip.pictures.map(({ startSeconds, seconds }) => [startSeconds, seconds])).toEqual([[0, 3]])
  expect(strip.sounds.map(({ startSeconds, seconds, speaker }) => [startSeconds, seconds, speaker])).toEqual([[0.5, 1.5, 'Keeper']])
  expect(strip.captions.map(({ startSeconds, seconds, text }) => [startSeconds, seconds, text])).toEqual([[0.5, 1.5, 'Words']])
})

it('needs few ruler marks for any length, and none at the very end', () => {
  fc.assert(fc.property(fc.double({ min: 0.1, max: 40_000, noNaN: true }), (seconds) => {
    const marks = rulerMarks(seconds, 12)
    expect(marks[0]).toBe(0)
    expect(marks.length).toBeLessThanOrEqual(13)
    expect(marks.at(-1)).toBeLessThanOrEqual(seconds * 0.95)
  }))
})

it('formats levels with a real minus sign', () => {
  expect(showSigned(-14.24, 1)).toBe('−14.2')
})
