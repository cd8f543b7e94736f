/** Speed ramps: the place in the source is the integral of the speed, and no edit changes which picture is seen. */
import type { RampPoint } from '#contract/ramp.ts'
import type { Keys, PictureClip, SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId } from '#contract/words.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SequenceDocument as Document } from '#contract/sequence-document.ts'
import { clipsOf, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { attributeEdits } from '#rules/sequence/edit/attributes.ts'
import { roomBefore, roomBehind } from '#rules/sequence/edit/draft.ts'
import { frozenAt, withKey } from '#rules/sequence/edit/keys.ts'
import { EditRefusedError } from '#rules/sequence/edit/refused.ts'
import { markersOfClip, sourceAt } from '#rules/sequence/markers.ts'
import { movedAt } from '#rules/sequence/motion.ts'
import { plainTrack } from '#rules/sequence/new-tracks.ts'
import { averageSpeed, consumedBy, framesUntil, placeOf, pointsOf, speedAt } from '#rules/sequence/ramp.ts'
import { sourceFrameAt } from '#rules/sequence/resolve.ts'
import { speedOfPoints } from '#rules/sequence/speed-course.ts'
import { clipId, picture, trackId } from '../../kit/sequence.ts'

const point: fc.Arbitrary<RampPoint> = fc.record({
  at: fc.integer({ min: -30, max: 120 }),
  speed: fc.integer({ min: 10, max: 1000 }),
  easing: fc.constantFrom('linear' as const, 'ease' as const, 'hold' as const),
})
const points = fc.uniqueArray(point, { minLength: 1, maxLength: 6, selector: ({ at }) => at })
  .map(all => all.sort((a, b) => a.at - b.at))

function documentOf(...clips: PictureClip[]): SequenceDocument {
  const track = { ...plainTrack('pictures', trackId(50)), clips: Object.fromEntries(clips.map(clip => [clip.id, clip])) }
  return Document.parse({
    ...{ name: 'S', width: 1280, height: 720, rate: { numerator: 30, denominator: 1 }, background: '#000000' },
    ...{ inFrame: null, outFrame: null, markers: {}, trackIds: [track.id], tracks: { [track.id]: track } },
  })
}
function picturesIn(document: SequenceDocument): PictureClip[] {
  return tracksOf(document).flatMap(track => track.kind === 'pictures' ? clipsOf(track) : [])
}
const only = (document: SequenceDocument): PictureClip => picturesIn(document)[0]!
const id: ClipId = clipId(1)
const setRamp = (of: readonly RampPoint[]): SequenceEdit => ({ do: 'setRamp', clipIds: [id], points: [...of], ripples: true })

const keys: Keys = { x: [{ at: 1000, value: -1, easing: 'linear' }, { at: 9000, value: 1, easing: 'ease' }] }
/** A clip with a ramp, as the edit makes it. */
const ramped = fc.record({ points, from: fc.nat(50), length: fc.integer({ min: 2, max: 200 }), isReversed: fc.boolean() })
  .map(({ points, from, length, isReversed }) => {
    const clip = picture(1, 100, length, { in: from, speed: 100, sourceLength: from + length + 90, keys })
    const { document } = applyEdits(documentOf(clip), [setRamp(points)])
    return isReversed ? applyEdits(document, [{ do: 'setReversed', clipIds: [id], isReversed }]).document : document
  })

/** The picture at each frame of the timeline, and where it is. */
function seenIn(document: SequenceDocument): Map<number, object> {
  return new Map(picturesIn(document).flatMap(clip => Array.from({ length: clip.length }, (_, at) =>
    [clip.start + at, { source: sourceFrameAt(clip, at), x: movedAt(clip, at).x }] as const)))
}
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

describe('the integral', () => {
  it('grows, and its inverse leads back', () => {
    fc.assert(fc.property(ramped, fc.double({ min: -50, max: 300, noNaN: true }), (document, frames) => {
      const clip = only(document)
      expect(placeOf(clip, frames + 0.1)).toBeGreaterThan(placeOf(clip, frames))
      expect(framesUntil(clip, placeOf(clip, frames))).toBeCloseTo(frames, 4)
    }), { numRuns: 1000 })
  })

  it('is what the speeds of short steps add up to', () => {
    fc.assert(fc.property(points, fc.integer({ min: -40, max: 150 }), (points, until) => {
      const clip = { in: 0, speed: 100, ramp: { at: 0, from: 0, points } }
      const [low, high] = [Math.min(0, until), Math.max(0, until)]
      let sum = 0
      for (let frame = low; frame < high; frame++) {
        for (let step = 0; step < 20; step++)
          sum += speedOfPoints(points, frame + (step + 0.5) / 20) / 20
      }
      expect(placeOf(clip, until) * Math.sign(until || 1)).toBeCloseTo(sum, -1)
      expect(Math.abs(placeOf(clip, until) * Math.sign(until || 1) - sum)).toBeLessThan(1)
    }))
  })

  it('of one speed is exactly what that speed shows', () => {
    fc.assert(fc.property(fc.integer({ min: 10, max: 1000 }), fc.nat(90), fc.integer({ min: 1, max: 500 }), (speed, from, length) => {
      const clip = picture(1, 0, length, { in: from, speed, sourceLength: 10_000 })
      const ramp = { at: 7, from: from * 100 - 7 * speed, points: [{ at: 30, speed, easing: 'ease' as const }] }
      const flat = { ...clip, speed: 100, ramp }
      for (const offset of [0, 1, length >> 1, length - 1])
        expect(sourceFrameAt(flat, offset)).toBe(sourceFrameAt(clip, offset))
      expect([roomBefore(flat), roomBehind(flat), averageSpeed(flat)]).toEqual([roomBefore(clip), roomBehind(clip), speed])
    }))
  })
})

describe('edits', () => {
  it('play the same part of the source with other points, and with none again', () => {
    fc.assert(fc.property(points, points, fc.integer({ min: 2, max: 200 }), (first, second, length) => {
      const before = documentOf(picture(1, 100, length, { in: 20, speed: 100, sourceLength: length + 90 }))
      const there = edited(before, setRamp(first), setRamp(second))!
      const clip = only(there)
      expect([clip.start, clip.in, sourceFrameAt(clip, 0)]).toEqual([100, 20, 20])
      // To the nearest frame each time.
      const most = Math.max(...[...first, ...second].map(({ speed }) => speed)) / 100
      expect(Math.abs(placeOf(clip, clip.length) / 100 - 20 - length)).toBeLessThanOrEqual(most * 2 + 1)
      const back = only(edited(there, setRamp([]))!)
      expect(back.ramp).toBeUndefined()
      expect(back.in).toBe(20)
      expect(Math.abs(consumedBy(back) - length)).toBeLessThanOrEqual(most * 2 + 1 + back.length / 200 + back.speed / 100)
    }))
  })

  it('play a shot to its end, however often they change', () => {
    fc.assert(fc.property(fc.array(points, { minLength: 1, maxLength: 8 }), (all) => {
      const whole = documentOf(picture(1, 0, 100, { in: 10, sourceLength: 110 }))
      const after = only(edited(whole, ...all.map(setRamp), setRamp([]))!)
      expect(roomBehind(after)).toBe(0)
      expect(only(edited(whole, ...all.map(setRamp))!).in).toBe(10)
    }))
  })

  it('show the same picture with the same motion at each frame that a cut, a trim or a roll leaves', () => {
    fc.assert(fc.property(ramped, fc.integer({ min: 1, max: 150 }), fc.integer({ min: -30, max: 30 }), (document, at, by) => {
      const clip = only(document)
      const before = seenIn(document)
      const split = edited(document, { do: 'split', atFrame: clip.start + at, pieces: [{ clipId: id, newId: clipId(2) }] })
      const rolled = split && edited(split, { do: 'roll', clipId: clipId(2), byFrames: by })
      const trimmed = (['start', 'end'] as const).map(edge =>
        edited(document, { do: 'trim', clipIds: [id], edge, byFrames: by, ripples: false }))
      const taken = edited(document, {
        ...{ do: 'clearTime', fromFrame: clip.start + 1, untilFrame: clip.start + 1 + at, trackIds: [trackId(50)], closesGap: false },
      })
      for (const after of [split, rolled, ...trimmed, taken]) {
        for (const [frame, seen] of after ? seenIn(after) : [])
          expect(before.get(frame) ?? seen).toEqual(seen)
      }
      if (split)
        expect(seenIn(split)).toEqual(before)
    }), { numRuns: 300 })
  })

  it('say right how much of the source is left at both edges', () => {
    fc.assert(fc.property(ramped, (document) => {
      const clip = only(document)
      for (const [edge, room, sign] of [['start', roomBefore(clip), -1], ['end', roomBehind(clip), 1]] as const) {
        const wide = documentOf({ ...clip, start: 10_000 })
        const trim = (by: number): SequenceEdit => ({ do: 'trim', clipIds: [id], edge, byFrames: by * sign, ripples: false })
        const grown = edited(wide, trim(room))
        expect(grown).not.toBeNull()
        expect(edited(wide, trim(room + 1))).toBeNull()
        const all = only(grown!)
        expect(placeOf(all, 0)).toBeGreaterThanOrEqual(0)
        expect(placeOf(all, all.length)).toBeLessThanOrEqual(all.sourceLength! * 100 + 0.001)
      }
    }), { numRuns: 300 })
  })

  it('slip by whole frames of the source, and keep the motion on its pictures', () => {
    fc.assert(fc.property(ramped, fc.integer({ min: -60, max: 60 }), (document, byFrames) => {
      const slipped = edited(document, { do: 'slip', clipIds: [id], byFrames })
      const [clip, after] = [only(document), slipped && only(slipped)]
      if (after) {
        for (const offset of [0, clip.length >> 1, clip.length - 1])
          expect(sourceFrameAt(after, offset)).toBe(sourceFrameAt(clip, offset) + byFrames)
        expect(after.keys?.x?.map(({ at }) => Math.round(placeOf(after, at / 100 - after.ramp!.at) / 100))[0])
          .toBe(Math.round(placeOf(clip, clip.keys!.x![0]!.at / 100 - clip.ramp!.at) / 100))
      }
      expect(slipped === null).toBe(clip.in + byFrames < 0 || clip.in + byFrames + consumedBy(clip) > clip.sourceLength!)
    }), { numRuns: 300 })
  })

  it('keep a key on its picture as the speed changes', () => {
    const clip = picture(1, 0, 100, { in: 0, speed: 100, sourceLength: 300, keys })
    const course: RampPoint[] = [{ at: 0, speed: 50, easing: 'linear' }, { at: 40, speed: 400, easing: 'linear' }]
    const there = only(edited(documentOf(clip), setRamp(course))!)
    const frame = Array.from({ length: there.length }, (_, at) => at).find(at => sourceFrameAt(there, at) >= 10)!
    expect(movedAt(there, frame).x).toBeCloseTo(-1, 1)
    const back = only(edited(documentOf(there), setRamp([]))!)
    expect(back.keys?.x?.map(({ at }) => Math.round(at / 100))).toEqual([10, 90])
  })

  it('set keys in the frames of the clip', () => {
    fc.assert(fc.property(ramped, fc.nat(100), (document, at) => {
      const { keys: _, ...plain } = only(document)
      const offset = at % plain.length
      const keyed = { ...plain, ...withKey(plain, 'rotation', offset) }
      expect(keyed.keys.rotation?.map(key => key.at)).toEqual([
        (plain.ramp!.at + (plain.isReversed ? plain.length - 1 - offset : offset)) * 100,
      ])
    }))
  })

  it('hold the picture that was seen, without a ramp', () => {
    fc.assert(fc.property(ramped, fc.nat(100), (document, at) => {
      const clip = only(document)
      const offset = at % clip.length
      const frozen = frozenAt(clip, offset, 60, sourceFrameAt(clip, offset))
      expect(frozen.ramp).toBeUndefined()
      expect(sourceFrameAt(frozen, 30)).toBe(sourceFrameAt(clip, offset))
    }))
  })

  it('give another clip the same course', () => {
    const [from, to] = [picture(1, 0, 100, { sourceLength: 300 }), picture(2, 1000, 100, { in: 30, speed: 200, sourceLength: 600 })]
    const course = [{ at: 10, speed: 50, easing: 'ease' as const }, { at: 50, speed: 200, easing: 'hold' as const }]
    const document = edited(documentOf(from, to), setRamp(course))!
    const source = { clips: [only(document)], rate: document.rate }
    const after = edited(document, ...attributeEdits(document, source, [clipId(2)], new Set(['speed'] as const)))!
    const given = picturesIn(after)[1]!
    expect(pointsOf(given)).toEqual(course)
    expect([given.in, sourceFrameAt(given, 0)]).toEqual([30, 30])
    expect(Math.abs(placeOf(given, given.length) / 100 - 230)).toBeLessThanOrEqual(2)
    const plain = { clips: [to], rate: document.rate }
    const constant = edited(after, ...attributeEdits(after, plain, [clipId(2)], new Set(['speed'] as const)))!
    expect([picturesIn(constant)[1]!.ramp, picturesIn(constant)[1]!.speed]).toEqual([undefined, 200])
  })

  it('put markers where their pictures are', () => {
    fc.assert(fc.property(ramped, fc.nat(100), (document, at) => {
      const clip = only(document)
      const marked = { ...clip, markers: [{ id: id as never, at: sourceAt(clip, at % clip.length), name: '' }] }
      const [placed] = markersOfClip({ kind: 'pictures' }, marked, document.rate)
      // Of several frames with one picture, any.
      const there = placed ? sourceAt(clip, placed.frame - clip.start) : null
      const step = Math.ceil(Math.max(...clip.ramp!.points.map(({ speed }) => speed)) / 100) + 1
      expect(there === null || Math.abs(there - sourceAt(clip, at % clip.length)) <= step).toBe(true)
    }))
  })

  it('show about the same times in another frame rate', () => {
    fc.assert(fc.property(ramped, (document) => {
      const after = edited(document, { do: 'refit', width: 1280, height: 720, rate: { numerator: 60, denominator: 1 } })!
      const [clip, twice] = [only(document), only(after)]
      for (const share of [0, 0.3, 0.7, 1]) {
        const offset = Math.round((clip.length - 1) * share)
        expect(Math.abs(sourceFrameAt(twice, offset * 2) / 2 - sourceFrameAt(clip, offset))).toBeLessThanOrEqual(12)
      }
      expect(placeOf(twice, twice.length)).toBeLessThanOrEqual(twice.sourceLength! * 100 + 100)
    }))
  })

  it('are refused backwards', () => {
    const forwards = documentOf(picture(1, 0, 100, { sourceLength: 300 }))
    const course = [{ at: 0, speed: 50, easing: 'linear' as const }]
    const because = (document: SequenceDocument, edit: SequenceEdit): string => {
      try {
        applyEdits(document, [edit])
        return 'done'
      }
      catch (error) {
        return error instanceof EditRefusedError ? error.because : String(error)
      }
    }
    const backwards = applyEdits(forwards, [{ do: 'setReversed', clipIds: [id], isReversed: true }]).document
    expect(because(backwards, setRamp(course))).toBe('ramp-backwards')
    expect(speedAt({ ...only(forwards), ramp: { at: 0, from: 0, points: course } }, 5)).toBe(50)
  })
})
