/** A recording on the tracks: in step with what was heard, inside in and out, and never over another clip. */
import type { TrackId } from '#contract/words.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clipsOf, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { sampleOfFrame } from '#rules/sequence/frames.ts'
import { placeRecording } from '../../../src-renderer/rooms/timeline/acts/place-recording.ts'
import { clipId, documentOf, picture, pictureTrack, rate, sound, soundTrack, trackId } from '../../kit/sequence.ts'
import { aTake } from '../../seam/sequence/arbitrary.ts'

let ids = 900
const newId = <Id extends string>(): Id => clipId(ids++) as string as Id
const film = documentOf(
  pictureTrack(1, [picture(11, 0, 300)]),
  soundTrack(2, [sound(21, 60, 60)], { kind: 'speech' }),
  soundTrack(3, [], { isLocked: true }),
)
const span = { seconds: fc.double({ min: 0.05, max: 12, noNaN: true }), sample: fc.integer({ min: -48_000, max: 96_000 }) }

describe('a recording', () => {
  it('keeps what was spoken at a moment at that moment, whatever its latency, and leaves every other clip as it was', () => {
    fc.assert(fc.property(
      fc.record({
        ...span,
        frame: fc.nat({ max: 200 }),
        isOut: fc.boolean(),
        chosen: fc.constantFrom<TrackId | null>(trackId(2), trackId(3), trackId(77), null),
      }),
      ({ seconds, sample, frame, isOut, chosen }) => {
        const outFrame = isOut ? frame + 30 : null
        const take = aTake(5, { kind: 'import', asset: { durationSeconds: seconds } })
        const placed = placeRecording(film, take, { frame, outFrame, trackId: chosen }, { sample, newId })
        const most = isOut ? sampleOfFrame(30, rate) + Math.min(0, sample) : Infinity
        const inside = Math.min(Math.floor(seconds * 48_000) - Math.max(0, sample), most)
        if (!placed) {
          expect(inside).toBeLessThan(sampleOfFrame(1, rate))
          return
        }
        const { document } = applyEdits(film, placed.edits)
        const track = tracksOf(document).find(one => one.clips[placed.clipId])!
        const clip = clipsOf(track).find(one => one.id === placed.clipId)!
        if (!('points' in clip))
          throw new Error('not a sound')
        expect(clip.in - clip.start).toBe(sample - sampleOfFrame(frame, rate))
        expect(clip.length).toBe(inside)
        expect(clip.in + clip.length).toBeLessThanOrEqual(clip.sourceLength ?? 0)
        expect(track.id !== trackId(3)).toBe(true)
        for (const before of tracksOf(film)) {
          for (const other of clipsOf(before))
            expect(document.tracks[before.id]?.clips[other.id]).toEqual(other)
        }
      },
    ))
  })

  it('is on the chosen track where that is free there, else on a new one', () => {
    const take = aTake(5, { kind: 'import', asset: { durationSeconds: 1 } })
    const tracksAt = (frame: number, chosen: TrackId | null): TrackId[] => {
      const placed = placeRecording(film, take, { frame, outFrame: null, trackId: chosen }, { sample: 0, newId })
      return applyEdits(film, placed?.edits ?? []).document.trackIds
    }
    expect(tracksAt(30, trackId(2))).toEqual(film.trackIds)
    expect(tracksAt(31, trackId(2))).toHaveLength(4)
    expect(tracksAt(200, trackId(3))).toHaveLength(4)
    expect(tracksAt(200, null)).toHaveLength(4)
  })
})
