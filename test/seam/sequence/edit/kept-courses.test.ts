/** Many small edits of a shot with a ramp, of one played backwards and of a sequence: they do not add up to other places than its sound's. */
import type { FrameRate, PictureClip, SequenceDocument, SoundClip } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { SequenceId } from '#contract/words.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findClip } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { sampleOfFrame } from '#rules/sequence/frames.ts'
import { placeOf, rampOf, soundRampOf } from '#rules/sequence/ramp.ts'
import { clipId, documentOf, picture, pictureTrack, sound, soundTrack, takeId } from '../../../kit/sequence.ts'

const same = { linkId: clipId(90), takeId: takeId(90) }
const rates: readonly FrameRate[] = [{ numerator: 30, denominator: 1 }, { numerator: 30_000, denominator: 1001 }]

interface Film { readonly rate: FrameRate, readonly early: number, readonly has: Partial<PictureClip> }
/** A shot at 100 with its sound, which begins so many frames before it. */
function film({ rate, early, has }: Film): SequenceDocument {
  const samples = (frames: number): number => sampleOfFrame(frames, rate)
  const { speed = 100, takeId = same.takeId, ...rest } = has
  const shot = picture(12, 100, 100, { ...same, in: 400, sourceLength: 1000, speed, takeId, ...rest })
  const [start, first] = [samples(100 - early), samples(400) - Math.round(samples(early) * speed / 100)]
  const heard = sound(22, 0, 1, { ...same, start, length: samples(200) - start, in: first, sourceLength: samples(1000), speed })
  if (shot.ramp) {
    heard.ramp = soundRampOf({ start: shot.start, ramp: shot.ramp }, rate, start)
    heard.in = Math.floor(placeOf(heard, 0) / 100)
  }
  return { ...documentOf(pictureTrack(1, [shot]), soundTrack(2, [heard])), rate }
}
const ramp = rampOf({ in: 400, speed: 100 }, [
  { at: -20, speed: 60, easing: 'hold' },
  { at: 10, speed: 33, easing: 'linear' },
  { at: 77, speed: 150, easing: 'ease' },
  { at: 140, speed: 90, easing: 'linear' },
])

/** Which place of its source each plays at this frame, in its frames. */
function places(document: SequenceDocument, frame: number): [seen: number, heard: number] {
  const { rate } = document
  const [shot, heard] = [12, 22].map(number => findClip(document, clipId(number))!.clip) as [PictureClip, SoundClip]
  const offset = shot.isReversed ? shot.length - 1 - (frame - shot.start) : frame - shot.start
  const perFrame = 48_000 * rate.denominator / rate.numerator
  return [placeOf(shot, offset) / 100, placeOf(heard, sampleOfFrame(frame, rate) - heard.start) / 100 / perFrame]
}
/** How far the sound is ahead of the picture, in frames of the source. */
function ahead(document: SequenceDocument, frame = 150): number {
  const [seen, heard] = places(document, frame)
  return heard - seen
}
function applied(document: SequenceDocument, edits: readonly SequenceEdit[]): SequenceDocument {
  return edits.reduce((now, edit) => applyEdits(now, [edit]).document, document)
}
function slip(byFrames: number): SequenceEdit {
  return { do: 'slip', clipIds: [clipId(12)], byFrames }
}
function trim(byFrames: number, edge: 'start' | 'end', ripples: boolean): SequenceEdit {
  return { do: 'trim', clipIds: [clipId(12)], edge, byFrames, ripples }
}
const by = fc.integer({ min: -3, max: 3 }).filter(frames => frames !== 0)
const slips = by.map(slip)
const trims = fc.tuple(by, fc.constantFrom('start' as const, 'end' as const), fc.boolean()).map(([frames, ...how]) => trim(frames, ...how))

describe.each(rates)('at $numerator/$denominator', (rate) => {
  it('a ramp and the ramp of its sound stay in step to the sample, after any slips and trims', () => {
    // Each point of the sound is at a whole sample.
    const samples = 4 / 1600
    fc.assert(fc.property(fc.array(fc.oneof(slips, trims), { minLength: 1, maxLength: 40 }), fc.constantFrom(0, 7), (edits, early) => {
      expect(Math.abs(ahead(applied(film({ rate, early, has: { ramp } }), edits)))).toBeLessThan(samples)
    }), { numRuns: 60 })
    const many = Array.from({ length: 40 }, () => trim(1, 'start', true))
    expect(Math.abs(ahead(applied(film({ rate, early: 0, has: { ramp } }), many)))).toBeLessThan(samples)
  })

  it.each([25, 50, 75, 150])('what is played backwards at %i slips as far as its sound, however often, also after trims', (speed) => {
    fc.assert(fc.property(fc.array(trims, { maxLength: 4 }), fc.array(slips, { minLength: 1, maxLength: 30 }), (first, edits) => {
      const before = applied(film({ rate, early: 0, has: { speed, isReversed: true } }), first)
      const after = applied(before, edits)
      const [[seen, heard], [seenNow, heardNow]] = [places(before, 150), places(after, 150)]
      expect(Math.abs((seenNow - seen) - (heardNow - heard))).toBeLessThan(1.05)
    }), { numRuns: 60 })
  })

  it.each([25, 50, 75, 150])('a sequence at %i slips as far as the sound that it is linked with', (speed) => {
    const nested = { takeId: null, nested: { sequenceId: clipId(77) as string as SequenceId } } // an id of that form
    fc.assert(fc.property(fc.array(fc.oneof(slips, trims), { minLength: 1, maxLength: 30 }), (edits) => {
      expect(Math.abs(ahead(applied(film({ rate, early: 0, has: { speed, ...nested } }), edits)))).toBeLessThan(0.05)
    }), { numRuns: 60 })
  })
})

it.each([25, 50, 75, 150])('what is played backwards at %i shows the same pictures, however often its end is trimmed', (speed) => {
  const before = film({ rate: rates[0]!, early: 0, has: { speed, isReversed: true } })
  fc.assert(fc.property(fc.array(by, { minLength: 1, maxLength: 20 }), fc.boolean(), (frames, ripples) => {
    const after = applied(before, frames.map(each => trim(each, 'end', ripples)))
    expect(Math.abs(places(after, 120)[0] - places(before, 120)[0])).toBeLessThan(1)
  }), { numRuns: 60 })
})

it('a sequence does not slip out of its source, and a slip back brings back what it was', () => {
  const nested = { takeId: null, nested: { sequenceId: clipId(77) as string as SequenceId }, speed: 50 } // an id of that form
  const alone = documentOf(pictureTrack(1, [picture(12, 100, 99, { ...nested, in: 1, sourceLength: 52 })]))
  for (const [fits, doesNot] of [[-2, -3], [3, 4]] as const) {
    expect(() => applyEdits(alone, [slip(doesNot)])).toThrow()
    const there = applyEdits(alone, [slip(fits)]).document
    expect(findClip(applyEdits(there, [slip(-fits)]).document, clipId(12))).toEqual(findClip(alone, clipId(12)))
  }
})
