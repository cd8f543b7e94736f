/** Pasting a shot with a ramp and its sound into a sequence of another rate: they play the same moments of their source. */
import type { RampPoint } from '#contract/ramp.ts'
import type { Clip, FrameRate, PictureClip, SequenceDocument, SoundClip } from '#contract/sequence-document.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clipsOf, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { sampleOfFrame } from '#rules/sequence/frames.ts'
import { placeOf, rampOf, soundRampOf } from '#rules/sequence/ramp.ts'
import { copiedClips, pasteEdits } from '../../../src-renderer/rooms/timeline/acts/edits.ts'
import { clipId, documentOf, picture, pictureTrack, sound, soundTrack, takeId } from '../../kit/sequence.ts'

let ids = 900
const newId = <Id extends string>(): Id => clipId(ids++) as string as Id
const same = { linkId: clipId(90), takeId: takeId(90) }

/** A shot at 100 with its sound, which begins so many frames before it. `slipped`: by so many samples on purpose. */
function film(rate: FrameRate, points: readonly RampPoint[], early: number, slipped = 0): SequenceDocument {
  const samples = (frames: number): number => sampleOfFrame(frames, rate)
  const shot = picture(12, 100, 150, { ...same, in: 400, sourceLength: 3000 })
  const ramp = rampOf(shot, points)
  const start = samples(100 - early)
  const heard = sound(22, 0, 1, { ...same, start, length: samples(250) - start, sourceLength: samples(3000) })
  const own = soundRampOf({ start: 100, ramp }, rate, start)
  heard.ramp = { ...own, from: own.from + slipped * 100 }
  heard.in = Math.floor(placeOf(heard, 0) / 100)
  return { ...documentOf(pictureTrack(1, [{ ...shot, ramp }]), soundTrack(2, [heard])), rate }
}
/** How many seconds of the source the sound is ahead, at this frame of the shot. */
function ahead(document: SequenceDocument, frame: number): number {
  const { rate } = document
  const clips = tracksOf(document).flatMap((track): Clip[] => clipsOf(track))
  const shot = clips.find((clip): clip is PictureClip => 'look' in clip)!
  const heard = clips.find((clip): clip is SoundClip => 'points' in clip)!
  const seen = placeOf(shot, frame) / 100 * rate.denominator / rate.numerator
  return placeOf(heard, sampleOfFrame(shot.start + frame, rate) - heard.start) / 100 / 48_000 - seen
}
function pasted(document: SequenceDocument, rate: FrameRate, at: number): SequenceDocument {
  const other = { ...documentOf(pictureTrack(1, []), soundTrack(2, [])), rate }
  return applyEdits(other, pasteEdits(other, copiedClips(document, [clipId(12)])!, at, 'overwrite', newId).edits).document
}
const [rates, speeds] = [[24, 25, 30, 50].map(numerator => ({ numerator, denominator: 1 })), fc.integer({ min: 20, max: 400 })]
const points: fc.Arbitrary<RampPoint[]> = fc.uniqueArray(fc.record({
  at: fc.integer({ min: 0, max: 120 }),
  speed: speeds,
  easing: fc.constantFrom('linear' as const, 'ease' as const, 'hold' as const),
}), { minLength: 1, maxLength: 4, selector: ({ at }) => at }).map(all => all.sort((a, b) => a.at - b.at))

it('they stay in step, wherever the points come to whole frames', () => {
  const both = fc.tuple(fc.constantFrom(...rates), fc.constantFrom(...rates, { numerator: 30_000, denominator: 1001 }))
  fc.assert(fc.property(both, points, fc.constantFrom(0, 9), fc.nat(500), ([from, to], own, early, at) => {
    const after = pasted(film(from, own, early), to, at)
    for (const frame of [0, 20, 45, 70])
      expect(Math.abs(ahead(after, frame))).toBeLessThan(0.0008)
  }), { numRuns: 120 })
})

it('what was out of step on purpose keeps the course that it has', () => {
  const away = film(rates[2]!, [{ at: 0, speed: 50, easing: 'linear' }, { at: 55, speed: 200, easing: 'hold' }], 0, 48_000)
  const own = (document: SequenceDocument) => clipsOf(tracksOf(document)[1]!)[0] as SoundClip
  expect(own(pasted(away, rates[1]!, 7)).ramp).toEqual(own(away).ramp)
})
