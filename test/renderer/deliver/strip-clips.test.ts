/** The overview places every clip where the render will place it. */
import type { Sequence, Track } from '../../../src-preload/contract/sequence-document.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ClipId, LineId, ProjectId, SequenceId, TakeId, TrackId } from '../../../src-preload/contract/words.ts'
import { plainLook, plainTrack } from '../../../src-preload/rules/sequence/new-tracks.ts'
import { showSigned } from '../../../src-renderer/parts/text/show-signed.ts'
import { isOwnFilm, rulerMarks, stripOf, withoutTiny } from '../../../src-renderer/rooms/deliver/overview/strip-clips.ts'

const id = (digit: number): string => `00000000-0000-7000-8000-00000000000${digit}`

const plain = { linkId: null, in: 0, speed: 100, fadeIn: 0, fadeOut: 0, crossIn: 0 }
const tracks: Track[] = [
  {
    ...plainTrack('pictures', TrackId.parse(id(1))),
    clips: { [id(3)]: {
      ...{ ...plain, id: ClipId.parse(id(3)), start: 0, length: 90, sourceLength: null, lineId: null },
      ...{ takeId: TakeId.parse(id(4)), title: null, look: plainLook },
    } },
  },
  {
    ...plainTrack('speech', TrackId.parse(id(2))),
    clips: { [id(5)]: {
      ...{ ...plain, id: ClipId.parse(id(5)), start: 24_000, length: 72_000, sourceLength: 72_000, lineId: LineId.parse(id(7)) },
      ...{ takeId: TakeId.parse(id(6)), gainDb: 0, points: [] },
    } },
  },
  {
    ...plainTrack('captions', TrackId.parse(id(9))),
    clips: { [id(8)]: {
      ...{ id: ClipId.parse(id(8)), start: 15, length: 45, linkId: null },
      ...{ lineId: LineId.parse(id(7)), speaker: 'Keeper', text: 'Words' },
    } },
  },
]
const sequence: Sequence = {
  ...{ id: SequenceId.parse(id(1)), projectId: ProjectId.parse(id(2)), name: 'S', width: 1280, height: 720, revision: 1, changedAt: 0 },
  ...{ rate: { numerator: 30, denominator: 1 }, background: '#000000', inFrame: null, outFrame: null, markers: {} },
  trackIds: tracks.map(track => track.id),
  tracks: Object.fromEntries(tracks.map(track => [track.id, track])),
}

it('converts frames and samples to seconds, and labels speech with its speaker', () => {
  const strip = stripOf(sequence)
  expect(strip.durationSeconds).toBe(3)
  expect(strip.pictures.map(({ startSeconds, seconds }) => [startSeconds, seconds])).toEqual([[0, 3]])
  expect(strip.speech.map(({ startSeconds, seconds, speaker }) => [startSeconds, seconds, speaker])).toEqual([[0.5, 1.5, 'Keeper']])
  expect(strip.captions.map(({ startSeconds, seconds, text }) => [startSeconds, seconds, text])).toEqual([[0.5, 1.5, 'Words']])
})

it('shows music next to speech, not over it', () => {
  const music = {
    ...plainTrack('sound', TrackId.parse(id(6))),
    clips: { [id(6)]: {
      ...{ ...plain, id: ClipId.parse(id(6)), start: 0, length: 144_000, sourceLength: 144_000, lineId: null },
      ...{ takeId: TakeId.parse(id(9)), gainDb: 0, points: [] },
    } },
  }
  const strip = stripOf({ ...sequence, trackIds: [...sequence.trackIds, music.id], tracks: { ...sequence.tracks, [music.id]: music } })
  expect(strip.speech.map(({ takeId }) => takeId)).toEqual([id(6)])
  expect(strip.sounds.map(({ takeId, startSeconds, seconds }) => [takeId, startSeconds, seconds])).toEqual([[id(9), 0, 3]])
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

it('tells which part is rendered when that is not all of it', () => {
  expect(stripOf(sequence).range).toBeNull()
  expect(stripOf({ ...sequence, inFrame: 30, outFrame: 75 }).range).toEqual({ startSeconds: 1, endSeconds: 2.5 })
  expect(stripOf({ ...sequence, inFrame: 30, outFrame: 900 }).range).toMatchObject({ startSeconds: 1, endSeconds: 3 })
})

it('shows a place only of its own film: of this sequence, and as long as it is now', () => {
  const strip = stripOf(sequence)
  const delivery = { sequenceId: sequence.id, durationSeconds: strip.durationSeconds + 0.02 }
  expect(isOwnFilm(delivery, sequence, strip)).toBe(true)
  const longer = { ...delivery, durationSeconds: strip.durationSeconds + 4 }
  expect(isOwnFilm(longer, sequence, strip), 'rendered when there were more lines').toBe(false)
  expect(isOwnFilm({ ...delivery, sequenceId: SequenceId.parse(id(9)) }, sequence, strip)).toBe(false)
  const part = { ...strip, range: { startSeconds: 0.5, endSeconds: 1.5 } }
  expect(isOwnFilm({ ...delivery, durationSeconds: 1 }, sequence, part)).toBe(true)
})

describe('clips that are too narrow to be drawn', () => {
  const clips = (speakers: string, seconds: number, gap = 0) => [...speakers].map((speaker, at) => ({
    ...{ key: String(at), takeId: TakeId.parse(id(4)), text: 'Words', speaker, count: 1 },
    ...{ startSeconds: at * (seconds + gap), seconds },
  }))

  it('are drawn together with their neighbours of the same speaker', () => {
    expect(withoutTiny(clips('AAAB', 1), 2).map(({ speaker, startSeconds, seconds, count, takeId, text }) =>
      [speaker, startSeconds, seconds, count, takeId, text])).toEqual([['A', 0, 3, 3, null, ''], ['B', 3, 1, 1, id(4), 'Words']])
    expect(withoutTiny(clips('AA', 1, 5), 2)).toHaveLength(2)
    expect(withoutTiny(clips('AA', 3), 2)).toEqual(clips('AA', 3))
  })

  it('cover what they covered, and no clip is lost', () => {
    const seconds = (max: number) => fc.double({ min: 0.01, max, noNaN: true })
    const clip = fc.record({ speaker: fc.constantFrom('A', 'B'), startSeconds: seconds(1000), seconds: seconds(20) })
    fc.assert(fc.property(fc.array(clip, { maxLength: 300 }), seconds(10), (some, least) => {
      const all = some.map((one, at) => ({ key: String(at), takeId: null, text: '', count: 1, ...one }))
      const drawn = withoutTiny(all, least)
      expect(drawn.reduce((sum, { count }) => sum + count, 0)).toBe(all.length)
      for (const { startSeconds, seconds, speaker } of all) {
        expect(drawn.some(one => one.speaker === speaker && one.startSeconds <= startSeconds
          && one.startSeconds + one.seconds >= startSeconds + seconds - 1e-9)).toBe(true)
      }
    }))
  })
})
