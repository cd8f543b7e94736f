/** A shot and its sound play the same moment of their file at each time, also where one begins or ends without the other. */
import type { RampPoint } from '#contract/ramp.ts'
import type { Clip, FrameRate, PictureClip, SequenceDocument, SoundClip } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SequenceDocument as Document } from '#contract/sequence-document.ts'
import { clipsOf, endOf, findClip, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { attributeEdits } from '#rules/sequence/edit/attributes.ts'
import { inPlaceIfBlocked } from '#rules/sequence/edit/in-place.ts'
import { frozenAt } from '#rules/sequence/edit/keys.ts'
import { EditRefusedError } from '#rules/sequence/edit/refused.ts'
import { frameFromSample, sampleOfFrame } from '#rules/sequence/frames.ts'
import { plainTrack } from '#rules/sequence/new-tracks.ts'
import { framesUntil, placeOf, speedAt } from '#rules/sequence/ramp.ts'
import { sourceFrameAt } from '#rules/sequence/resolve.ts'
import { caption, clipId, picture, sound, trackId } from '../../kit/sequence.ts'

const rates: fc.Arbitrary<FrameRate> = fc.constantFrom(
  { numerator: 24, denominator: 1 },
  { numerator: 30, denominator: 1 },
  { numerator: 30_000, denominator: 1001 },
)
const points: fc.Arbitrary<RampPoint[]> = fc.uniqueArray(fc.record({
  at: fc.integer({ min: 0, max: 120 }),
  speed: fc.integer({ min: 10, max: 1000 }),
  easing: fc.constantFrom('linear' as const, 'ease' as const, 'hold' as const),
}), { maxLength: 4, selector: ({ at }) => at }).map(all => all.sort((a, b) => a.at - b.at))

const [firstShot, firstSound, nextShot, nextSound] = [clipId(1), clipId(2), clipId(3), clipId(4)]

interface Cut { readonly rate: FrameRate, readonly from: number, readonly length: number, readonly leads: number, readonly trails: number }

/** Two shots with their sounds; the sounds of the first begin and end so many frames before or after it, and the second follows. */
function cutTogether({ rate, from, length, leads, trails }: Cut): SequenceDocument {
  const at = 1000
  const samples = (frames: number): number => sampleOfFrame(frames, rate)
  const shot = (number: number, start: number, first: number, frames: number): PictureClip =>
    picture(number, start, frames, { in: first, sourceLength: 3000, linkId: clipId(90 + number) })
  const own = (number: number, of: PictureClip, begin: number, end: number): SoundClip => {
    const first = of.in + begin - of.start
    const [start, until] = [samples(begin), samples(end)]
    const source = { in: samples(first), sourceLength: samples(3000), takeId: of.takeId!, linkId: of.linkId }
    return sound(number, 0, 1, { start, length: until - start, ...source })
  }
  const [before, first, second] = [shot(5, at - 60, 0, 60), shot(1, at, from, length), shot(3, at + length, 100, 80)]
  const [begins, ends] = [at + leads, at + length + trails]
  const sounds = [own(6, before, at - 60, Math.min(begins, at)), own(2, first, begins, ends), own(4, second, ends, at + length + 90)]
  const byId = <One extends Clip>(clips: readonly One[]) => Object.fromEntries(clips.map(clip => [clip.id, clip]))
  const tracks = [
    { ...plainTrack('pictures', trackId(50)), clips: byId([before, first, second]) },
    { ...plainTrack('sound', trackId(60)), clips: byId(sounds) },
  ]
  return Document.parse({
    ...{ name: 'S', width: 1280, height: 720, rate, background: '#000000', inFrame: null, outFrame: null, markers: {} },
    ...{ trackIds: tracks.map(({ id }) => id), tracks: Object.fromEntries(tracks.map(track => [track.id, track])) },
  })
}

const cuts: fc.Arbitrary<Cut> = fc.record({
  ...{ rate: rates, from: fc.integer({ min: 60, max: 400 }), length: fc.integer({ min: 20, max: 150 }) },
  ...{ leads: fc.integer({ min: -25, max: 25 }), trails: fc.integer({ min: -20, max: 25 }) },
}).filter(({ length, leads, trails }) => length - leads + trails > 0)

function clipsIn(document: SequenceDocument): { shots: PictureClip[], sounds: SoundClip[] } {
  const clips = tracksOf(document).flatMap((track): Clip[] => clipsOf(track))
  return { shots: clips.filter(clip => 'look' in clip), sounds: clips.filter(clip => 'points' in clip) }
}

/** By how many frames of the source a sound is ahead of its shot, at most; of those that play forwards. */
function outOfStep(document: SequenceDocument): number {
  const { rate } = document
  const { shots, sounds } = clipsIn(document)
  const perFrame = 48_000 * rate.denominator / rate.numerator
  const away = shots.filter(shot => !shot.isReversed && !shot.isFrozen).flatMap(shot => sounds.flatMap((own) => {
    if (own.linkId === null || own.linkId !== shot.linkId)
      return []
    const [from, until] = [Math.max(shot.start, frameFromSample(own.start, rate)), Math.min(endOf(shot), frameFromSample(endOf(own), rate))]
    return Array.from({ length: Math.max(0, until - from) }, (_, at) => {
      const [seen, heard] = [from + at - shot.start, sampleOfFrame(from + at, rate) - own.start]
      return Math.abs(placeOf(shot, seen) - placeOf(own, heard) / perFrame) / 100
    })
  }))
  return Math.max(0, ...away)
}

/** A sound begins with a sample, and a course has its points at samples: at ten times the speed, for each of five. */
const nearlyNothing = 0.12
/** A picture that is not the first of its link begins with a whole frame of its source. */
const aFrame = 1

function edited(document: SequenceDocument, ...edits: SequenceEdit[]): SequenceDocument | null {
  try {
    return applyEdits(document, edits).document
  }
  catch (error) {
    if (error instanceof EditRefusedError)
      return null
    throw error
  }
}
function speedEdit(document: SequenceDocument, speed: number, id = firstShot): SequenceEdit {
  return inPlaceIfBlocked(document, { do: 'setSpeed', clipIds: [id], speed, ripples: true })
}
const speeds = fc.integer({ min: 10, max: 1000 })
type Retiming = Extract<SequenceEdit, { do: 'setSpeed' | 'setRamp' }>

type Act = (document: SequenceDocument) => readonly SequenceEdit[]
/** The picture in the middle is held, and what follows moves back. */
const freeze: Act = (document) => {
  const shot = findClip(document, firstShot)?.clip as PictureClip
  const offset = Math.floor(shot.length / 2)
  if (offset === 0 || shot.isFrozen)
    return []
  const clip = { ...frozenAt(shot, offset, 40, sourceFrameAt(shot, offset)), id: clipId(70) }
  return [{ do: 'place', placements: [{ trackId: trackId(50), clip }], how: 'insert' }]
}
const reverseTwice: Act = () => [true, false].map(isReversed => ({ do: 'setReversed', clipIds: [firstShot], isReversed }))
const acts: fc.Arbitrary<Act> = fc.oneof(
  fc.tuple(speeds, fc.constantFrom(firstShot, firstSound, nextShot, nextSound)).map(([speed, id]): Act => now =>
    [speedEdit(now, speed, id)]),
  fc.tuple(points, fc.constantFrom(firstShot, nextShot)).map(([given, id]): Act => now =>
    [inPlaceIfBlocked(now, { do: 'setRamp', clipIds: [id], points: given, ripples: true })]),
  fc.constant(reverseTwice),
  fc.constant(freeze),
  speeds.map((speed): Act => (now) => {
    const from = { ...clipsIn(now).shots[0]!, speed }
    Reflect.deleteProperty(from, 'ramp')
    return attributeEdits(now, { clips: [from], rate: now.rate }, [nextShot], new Set(['speed'] as const))
  }),
)

describe('a shot whose sound begins or ends without it', () => {
  it('is in step with it at every speed, to the sample', () => {
    let carriedOut = 0
    fc.assert(fc.property(cuts, speeds, fc.constantFrom(firstShot, firstSound), (cut, speed, id) => {
      const before = cutTogether(cut)
      expect(outOfStep(before)).toBeLessThan(nearlyNothing)
      const after = edited(before, speedEdit(before, speed, id))
      carriedOut += after ? 1 : 0
      if (after)
        expect(outOfStep(after)).toBeLessThan(nearlyNothing)
    }), { numRuns: 400 })
    expect(carriedOut).toBeGreaterThan(250)
  })

  it('is in step with it after each act that changes speed', () => {
    let carriedOut = 0
    fc.assert(fc.property(cuts, fc.array(acts, { minLength: 1, maxLength: 4 }), (cut, wanted) => {
      const document = wanted.reduce((now, act) => {
        const after = edited(now, ...act(now))
        carriedOut += after ? 1 : 0
        return after ?? now
      }, cutTogether(cut))
      expect(outOfStep(document)).toBeLessThan(aFrame)
    }), { numRuns: 400 })
    expect(carriedOut).toBeGreaterThan(500)
  })

  it('is in step with it at another frame rate', () => {
    fc.assert(fc.property(cuts, speeds, rates, (cut, speed, rate) => {
      const before = cutTogether(cut)
      const faster = edited(before, speedEdit(before, speed)) ?? before
      const after = edited(faster, { do: 'refit', width: 1280, height: 720, rate })!
      const most = Math.max(1, ...clipsIn(after).shots.map(clip => speedAt(clip, 0) / 100))
      expect(outOfStep(after)).toBeLessThan(most)
    }), { numRuns: 300 })
  })

  it('plays the same part of its sound, as far as that is not over another one', () => {
    fc.assert(fc.property(cuts, speeds, (cut, speed) => {
      const before = cutTogether(cut)
      const after = edited(before, speedEdit(before, speed))
      if (!after)
        return
      const [was, is] = [before, after].map(each => clipsIn(each).sounds.find(({ id }) => id === firstSound)!) as [SoundClip, SoundClip]
      const previous = clipsIn(after).sounds.find(({ id }) => id === clipId(6))!
      if (is.start === endOf(previous) && cut.leads < 0)
        expect(is.in).toBeGreaterThanOrEqual(was.in)
      else
        expect(Math.abs(is.in - was.in)).toBeLessThanOrEqual(10)
    }))
  })

  it('keeps its changes of gain and pan on what is heard', () => {
    let compared = 0
    const changes = fc.uniqueArray(fc.integer({ min: 0, max: 80 }), { minLength: 1, maxLength: 6 }).map(all => all.sort((a, b) => a - b))
    const changesOfSpeed: fc.Arbitrary<Retiming> = fc.oneof(
      speeds.map((speed): Retiming => ({ do: 'setSpeed', clipIds: [firstShot], speed, ripples: true })),
      points.map((given): Retiming => ({ do: 'setRamp', clipIds: [firstShot], points: given, ripples: true })),
    )
    fc.assert(fc.property(cuts, changes, changesOfSpeed, (cut, places, act) => {
      const plain = cutTogether(cut)
      const was = findClip(plain, firstSound)!.clip as SoundClip
      const at = places.map(place => place * 2000).filter(each => each <= was.length)
      const values = {
        points: at.map(each => ({ at: each, gainDb: each % 7 })),
        panPoints: at.map(each => ({ at: each, pan: each % 41 })),
      }
      const before = edited(plain, { do: 'setSound', clipIds: [firstSound], values })!
      const after = edited(before, inPlaceIfBlocked(before, act))
      const is = after && findClip(after, firstSound)?.clip as SoundClip
      for (const each of is ? at : []) {
        const now = Math.round(framesUntil(is!, placeOf(was, each))) + 0
        if (now < 0 || now > is!.length)
          continue
        compared += 1
        expect(is!.points).toContainEqual(expect.objectContaining({ at: now, gainDb: each % 7 }))
        expect(is!.panPoints).toContainEqual(expect.objectContaining({ at: now, pan: each % 41 }))
      }
    }), { numRuns: 300 })
    expect(compared).toBeGreaterThan(200)
  })

  it('has the next shot and its sound in step behind it', () => {
    const rate = { numerator: 30, denominator: 1 }
    const before = cutTogether({ rate, from: 100, length: 100, leads: -10, trails: 20 })
    const after = edited(before, { do: 'setSpeed', clipIds: [firstShot], speed: 200, ripples: true })!
    const [shot, own] = [nextShot, nextSound].map(id => findClip(after, id)!.clip)
    // Both move by what the picture and the sound have become shorter: by the less of it.
    expect([shot!.start, own!.start / 1600]).toEqual([1050, 1070])
    expect(outOfStep(after)).toBe(0)
  })

  it('keeps step through what comes in before it, or is taken out', () => {
    const rate = { numerator: 30, denominator: 1 }
    const before = cutTogether({ rate, from: 100, length: 100, leads: -10, trails: -15 })
    // Over what the second sound says before its shot begins.
    const clip = picture(71, 1100, 30, { sourceLength: 100 })
    const inserted = edited(before, { do: 'place', placements: [{ trackId: trackId(50), clip }], how: 'insert' })!
    expect(findClip(inserted, nextSound)!.clip.start / 1600).toBe(1115)
    expect(outOfStep(inserted)).toBe(0)
    const removed = edited(inserted, { do: 'remove', clipIds: [clip.id], closesGap: true })!
    expect(findClip(removed, nextSound)!.clip.start).toBe(findClip(before, nextSound)!.clip.start)
    expect(outOfStep(removed)).toBe(0)
  })

  it('keeps its captions on what is said', () => {
    const rate = { numerator: 30, denominator: 1 }
    const plain = cutTogether({ rate, from: 100, length: 100, leads: 20, trails: 0 })
    const said = [caption(31, 1020, 40, { linkId: clipId(91) }), caption(32, 1060, 40, { linkId: clipId(91) })]
    const track = { ...plainTrack('captions', trackId(70)), clips: Object.fromEntries(said.map(each => [each.id, each])) }
    const before = { ...plain, trackIds: [...plain.trackIds, track.id], tracks: { ...plain.tracks, [track.id]: track } } as SequenceDocument
    const after = edited(before, { do: 'setSpeed', clipIds: [firstShot], speed: 50, ripples: true })!
    const places = [31, 32].map(number => findClip(after, clipId(number))!.clip).map(({ start, length }) => [start, length])
    expect(places).toEqual([[1040, 80], [1120, 80]])
  })
})
