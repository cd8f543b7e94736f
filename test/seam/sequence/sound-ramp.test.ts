/** Ramps of sounds: a shot and its sound are in step at every sample, and no cut makes another copy or moves a sample. */
import type { RampPoint } from '#contract/ramp.ts'
import type { FrameRate, PictureClip, SequenceDocument, SoundClip } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { SequenceId } from '#contract/words.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CourseKey } from '#contract/ramp.ts'
import { SequenceDocument as Document } from '#contract/sequence-document.ts'
import { beatsOfClip } from '#rules/sequence/beats/places.ts'
import { courseKey, courseOfKey, firstOfCopy } from '#rules/sequence/course.ts'
import { clipsOf, endOf, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { attributeEdits } from '#rules/sequence/edit/attributes.ts'
import { EditRefusedError } from '#rules/sequence/edit/refused.ts'
import { frameFromSample, sampleOfFrame } from '#rules/sequence/frames.ts'
import { soundEvents } from '#rules/sequence/levels.ts'
import { flat } from '#rules/sequence/nested/flat.ts'
import { plainTrack } from '#rules/sequence/new-tracks.ts'
import { framesUntil, placeOf, pointsInFrames, spanOf } from '#rules/sequence/ramp.ts'
import { sampleOf } from '#rules/sequence/words/spoken-parts.ts'
import { caption, clipId, picture, sound, trackId } from '../../kit/sequence.ts'

const points: fc.Arbitrary<RampPoint[]> = fc.uniqueArray(fc.record({
  at: fc.integer({ min: -30, max: 120 }),
  speed: fc.integer({ min: 10, max: 1000 }),
  easing: fc.constantFrom('linear' as const, 'ease' as const, 'hold' as const),
}), { minLength: 1, maxLength: 6, selector: ({ at }) => at }).map(all => all.sort((a, b) => a.at - b.at))
const rates: fc.Arbitrary<FrameRate> = fc.constantFrom(
  { numerator: 24, denominator: 1 },
  { numerator: 30, denominator: 1 },
  { numerator: 30_000, denominator: 1001 },
)

const [shotId, soundId, link] = [clipId(1), clipId(2), clipId(9)]

function documentOf(rate: FrameRate, shots: readonly PictureClip[], sounds: readonly SoundClip[]): SequenceDocument {
  const clipsById = <One extends PictureClip | SoundClip>(clips: readonly One[]) => Object.fromEntries(clips.map(clip => [clip.id, clip]))
  const tracks = [
    { ...plainTrack('pictures', trackId(50)), clips: clipsById(shots) },
    { ...plainTrack('sound', trackId(60)), clips: clipsById(sounds) },
  ]
  return Document.parse({
    ...{ name: 'S', width: 1280, height: 720, rate, background: '#000000', inFrame: null, outFrame: null, markers: {} },
    ...{ trackIds: tracks.map(({ id }) => id), tracks: Object.fromEntries(tracks.map(track => [track.id, track])) },
  })
}
/** A shot with its sound, cut alike out of the same file. */
function shotWithSound(rate: FrameRate, { from, length, more = 90 }: { from: number, length: number, more?: number }): SequenceDocument {
  const samples = (frames: number): number => sampleOfFrame(frames, rate)
  const shot = picture(1, 3000, length, { in: from, sourceLength: from + length + more, linkId: link })
  const own = sound(2, 0, 1, {
    ...{ start: samples(3000), length: samples(3000 + length) - samples(3000), linkId: link, takeId: shot.takeId! },
    ...{ in: samples(from), sourceLength: samples(from + length + more) },
  })
  return documentOf(rate, [shot], [own])
}
const setRamp = (of: readonly RampPoint[], id = shotId): SequenceEdit => ({ do: 'setRamp', clipIds: [id], points: [...of], ripples: true })

function shotsIn(document: SequenceDocument): PictureClip[] {
  return tracksOf(document).flatMap(track => track.kind === 'pictures' ? clipsOf(track) : [])
}
function soundsIn(document: SequenceDocument): SoundClip[] {
  return tracksOf(document).flatMap(track => track.kind === 'sound' ? clipsOf(track) : [])
}
const only = (document: SequenceDocument): SoundClip => soundsIn(document)[0]!

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

const ramped = fc.record({ rate: rates, points, from: fc.nat(50), length: fc.integer({ min: 4, max: 200 }) })
  .map(({ rate, points, ...part }) => ({ rate, document: edited(shotWithSound(rate, part), setRamp(points))! }))

/** Milliseconds by which the sound is ahead of its shot, at most, over all frames that both play. */
function outOfStep(document: SequenceDocument): number {
  const { rate } = document
  const perSecond = rate.numerator / rate.denominator
  const away = shotsIn(document).flatMap(shot => soundsIn(document).flatMap((own) => {
    const [from, until] = [Math.max(shot.start, frameFromSample(own.start, rate)), Math.min(endOf(shot), frameFromSample(endOf(own), rate))]
    return Array.from({ length: Math.max(0, until - from) }, (_, at) => {
      const seen = placeOf(shot, from + at - shot.start) / 100 / perSecond
      const heard = placeOf(own, sampleOfFrame(from + at, rate) - own.start) / 100 / 48_000
      return Math.abs(seen - heard) * 1000
    })
  }))
  return Math.max(0, ...away)
}
/** Rounding of a point to a sample, at the greatest change of speed, for each of six; and of a picture to a hundredth. */
const nothingMs = 6 * 10 * 1000 / 48_000 + 0.5

/** The place of the source that is heard at some samples of the timeline. */
function heardIn(document: SequenceDocument): Map<number, number> {
  return new Map(soundsIn(document).flatMap((clip) => {
    const first = Math.ceil(clip.start / 997) * 997
    const count = Math.max(0, Math.ceil((endOf(clip) - first) / 997))
    return Array.from({ length: count }, (_, at) => [first + at * 997, Math.round(placeOf(clip, first + at * 997 - clip.start))] as const)
  }))
}

describe('a shot and its sound', () => {
  it('have the same course, whichever of them is named', () => {
    fc.assert(fc.property(rates, points, fc.nat(50), fc.integer({ min: 4, max: 200 }), (rate, points, from, length) => {
      const before = shotWithSound(rate, { from, length })
      for (const id of [shotId, soundId]) {
        const after = edited(before, setRamp(points, id))!
        expect(outOfStep(after)).toBeLessThan(nothingMs)
        const [[shot], [own]] = [shotsIn(after), soundsIn(after)]
        expect(sampleOfFrame(shot!.start, rate)).toBe(own!.start)
        expect(frameFromSample(endOf(own!), rate)).toBe(endOf(shot!))
        expect(pointsInFrames(own!, rate)).toEqual(pointsInFrames(shot!, rate))
      }
    }), { numRuns: 300 })
  })

  it('stay in step through cuts, trims, rolls and slips', () => {
    fc.assert(fc.property(ramped, fc.integer({ min: 1, max: 150 }), fc.integer({ min: -30, max: 30 }), ({ document }, at, by) => {
      const [shot] = shotsIn(document)
      const pieces = [{ clipId: shotId, newId: clipId(11) }, { clipId: soundId, newId: clipId(12) }]
      const split = edited(document, { do: 'split', atFrame: shot!.start + at, pieces })
      const rolled = split && edited(split, { do: 'roll', clipId: clipId(11), byFrames: by })
      const slipped = edited(document, { do: 'slip', clipIds: [shotId], byFrames: by })
      const trimmed = (['start', 'end'] as const).map(edge =>
        edited(document, { do: 'trim', clipIds: [shotId], edge, byFrames: by, ripples: false }))
      const taken = edited(document, {
        ...{ do: 'clearTime', fromFrame: shot!.start + 1, untilFrame: shot!.start + 1 + at, closesGap: false },
        trackIds: [trackId(50), trackId(60)],
      })
      for (const after of [split, rolled, slipped, ...trimmed, taken])
        expect(after ? outOfStep(after) : 0).toBeLessThan(nothingMs + 0.05)
      const before = heardIn(document)
      for (const after of [split, rolled, ...trimmed, taken]) {
        for (const [sample, place] of after ? heardIn(after) : [])
          expect(Math.abs((before.get(sample) ?? place) - place)).toBeLessThanOrEqual(1)
      }
    }), { numRuns: 200 })
  })

  it('stay in step in another frame rate', () => {
    fc.assert(fc.property(ramped, rates, ({ document }, rate) => {
      const after = edited(document, { do: 'refit', width: 1280, height: 720, rate })!
      // A cut may come to another place within its frame.
      expect(outOfStep(after)).toBeLessThan(nothingMs + 1000 * rate.denominator / rate.numerator)
    }), { numRuns: 200 })
  })

  it('play at one speed again, both at the same', () => {
    fc.assert(fc.property(ramped, ({ document }) => {
      const after = edited(document, setRamp([]))!
      const [[shot], [own]] = [shotsIn(after), soundsIn(after)]
      expect([shot!.ramp, own!.ramp, own!.speed]).toEqual([undefined, undefined, shot!.speed])
    }))
  })

  it('keep step where the sound begins before the picture', () => {
    fc.assert(fc.property(points, fc.integer({ min: -20, max: 20 }), (points, by) => {
      const rate = { numerator: 30, denominator: 1 }
      const whole = shotWithSound(rate, { from: 200, length: 100, more: 900 })
      const led = edited(
        whole,
        { do: 'link', clipIds: [shotId, soundId], linkId: null },
        { do: 'trim', clipIds: [soundId], edge: 'start', byFrames: by, ripples: false },
        { do: 'link', clipIds: [shotId, soundId], linkId: link },
      )!
      const after = edited(led, setRamp(points))
      if (after)
        expect(outOfStep(after)).toBeLessThan(nothingMs)
    }))
  })

  it('are refused another course while the shot is played backwards', () => {
    const backwards = edited(shotWithSound({ numerator: 25, denominator: 1 }, { from: 0, length: 50 }), {
      ...{ do: 'setReversed', clipIds: [shotId], isReversed: true },
    })!
    expect(edited(backwards, setRamp([{ at: 0, speed: 50, easing: 'linear' }], soundId))).toBeNull()
  })
})

it('captions stay on the words of a sound whose speed changes', () => {
  const rate = { numerator: 30, denominator: 1 }
  const spoken = documentOf(rate, [], [sound(2, 30, 120, { sourceLength: 192_000, linkId: link })])
  const captions = [caption(31, 30, 40, { linkId: link }), caption(32, 70, 30, { linkId: link }), caption(33, 100, 50, { linkId: link })]
  const track = { ...plainTrack('captions', trackId(70)), clips: Object.fromEntries(captions.map(one => [one.id, one])) }
  const whole = { ...spoken, trackIds: [...spoken.trackIds, track.id], tracks: { ...spoken.tracks, [track.id]: track } } as SequenceDocument
  const course: RampPoint[] = [{ at: 20, speed: 50, easing: 'linear' }, { at: 90, speed: 300, easing: 'ease' }]
  const after = edited(whole, setRamp(course, soundId))!
  const own = only(after)
  const starts = tracksOf(after).flatMap(one => one.kind === 'captions' ? clipsOf(one) : []).map(({ start }) => start)
  const heardAt = starts.map(frame => placeOf(own, sampleOfFrame(frame, rate) - own.start) / 100 / 1600)
  // In frames of the source, at the speed of a frame there.
  expect(heardAt.map((place, at) => Math.abs(place - [0, 40, 70][at]!) <= 1.5)).toEqual([true, true, true])
})

describe('a sound', () => {
  it('lasts as long as its course, to the sample', () => {
    fc.assert(fc.property(rates, points, fc.integer({ min: 100, max: 500_000 }), (rate, points, length) => {
      const alone = documentOf(rate, [], [sound(2, 300, 1, { length, in: 12_345, sourceLength: 12_345 + length + 7 })])
      const clip = only(edited(alone, setRamp(points, soundId))!)
      expect(clip.in).toBe(12_345)
      const until = framesUntil(clip, (12_345 + length) * 100)
      expect(Math.abs(clip.length - until)).toBeLessThanOrEqual(clip.length === 1 ? 1 : 0.51)
    }))
  })

  it('has one copy for all of its parts', () => {
    fc.assert(fc.property(ramped, fc.integer({ min: 1, max: 150 }), ({ document }, at) => {
      const [shot] = shotsIn(document)
      const pieces = [{ clipId: shotId, newId: clipId(11) }, { clipId: soundId, newId: clipId(12) }]
      const split = edited(document, { do: 'split', atFrame: shot!.start + at, pieces })
      const [head, tail] = split ? soundsIn(split) : []
      if (!head || !tail)
        return
      expect(courseKey(tail.ramp!)).toBe(courseKey(head.ramp!))
      expect(firstOfCopy(tail) - firstOfCopy(head)).toBe(head.length)
      const { first, end } = spanOf(head.ramp!, head.sourceLength!)
      expect(firstOfCopy(tail) + tail.length).toBeLessThanOrEqual(end - first)
    }))
  })

  it('says its course in a word, and finds it again', () => {
    fc.assert(fc.property(ramped, fc.boolean(), ({ document }, shiftsPitch) => {
      const points = pointsInFrames(only(document), document.rate)
      const { ramp } = only(edited(document, { do: 'setRamp', clipIds: [soundId], points, ripples: true, keepsPitch: !shiftsPitch })!)
      const key = CourseKey.parse(courseKey(ramp!))
      expect(courseOfKey(key)).toEqual({ from: ramp!.from, points: ramp!.points, ...shiftsPitch && { shiftsPitch } })
    }))
  })

  it('has its beats and words where they are heard', () => {
    fc.assert(fc.property(ramped, fc.double({ min: 0, max: 0.999, noNaN: true }), ({ document }, share) => {
      const clip = only(document)
      const offset = Math.floor(clip.length * share)
      const source = Math.ceil(placeOf(clip, offset) / 100)
      const [beat] = beatsOfClip({ ...clip, beats: [source] })
      const heard = sampleOf(clip, source / 48_000) - clip.start
      // A sample of the source lasts ten at the slowest speed.
      expect(Math.abs(heard - offset)).toBeLessThanOrEqual(11)
      expect((beat ?? heard) + 0).toBe(heard + 0)
    }))
  })

  it('is cut out of a nested sequence at the same place of its course', () => {
    const rate = { numerator: 25, denominator: 1 }
    const course: RampPoint[] = [{ at: 0, speed: 50, easing: 'ease' }, { at: 60, speed: 200, easing: 'linear' }]
    const inner = edited(shotWithSound(rate, { from: 0, length: 100 }), setRamp(course))!
    const whole = only(inner)
    const sequenceId = clipId(30) as string as SequenceId
    const clip = picture(20, 7, 30, { in: 3010, sourceLength: 4000, takeId: null, nested: { sequenceId } })
    const outer = flat(documentOf(rate, [clip], []), wanted => wanted === sequenceId ? inner : null)
    const [event] = soundEvents(outer)
    expect(event!.start).toBe(sampleOfFrame(7, rate))
    expect(courseKey(event!.clip.ramp!)).toBe(courseKey(whole.ramp!))
    expect(firstOfCopy(event!.clip) - firstOfCopy(whole)).toBe(sampleOfFrame(10, rate))
  })

  it('takes the course and the pitch of another sound', () => {
    const rate = { numerator: 25, denominator: 1 }
    const two = documentOf(rate, [], [
      sound(2, 0, 60, { sourceLength: 480_000 }),
      sound(3, 3000, 60, { in: 4800, sourceLength: 480_000 }),
    ])
    const course: RampPoint[] = [{ at: 10, speed: 50, easing: 'ease' }, { at: 30, speed: 200, easing: 'hold' }]
    const one = edited(two, { do: 'setRamp', clipIds: [soundId], points: course, ripples: true, keepsPitch: false })!
    const source = { clips: [only(one)], rate }
    const after = edited(one, ...attributeEdits(one, source, [clipId(3)], new Set(['speed'] as const)))!
    const given = soundsIn(after)[1]!
    expect(pointsInFrames(given, rate)).toEqual(course)
    expect([given.in, given.ramp?.shiftsPitch]).toEqual([4800, true])
  })
})
