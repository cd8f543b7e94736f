/** A nested sequence whose speed changes: pictures and sounds are where its ramp says, in step, however it is cut and wherever it is. */
import type { Ramp, RampPoint } from '#contract/ramp.ts'
import type { PictureClip, SequenceDocument, SoundClip } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { SequenceId } from '#contract/words.ts'
import type { InnerOf } from '#rules/sequence/nested/flat.ts'
import type { NestedClip } from '#rules/sequence/nested/nested-clips.ts'
import type { Pace, Paces } from '#rules/sequence/nested/pace.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CourseKey } from '#contract/ramp.ts'
import { courseKey, courseOfKey } from '#rules/sequence/course.ts'
import { clipsOf, endOf, findClip, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { patched } from '#rules/sequence/edit/patched.ts'
import { sampleOfFrame } from '#rules/sequence/frames.ts'
import { soundEvents } from '#rules/sequence/levels.ts'
import { movedAt } from '#rules/sequence/motion.ts'
import { courseThrough } from '#rules/sequence/nested/course-through.ts'
import { flat } from '#rules/sequence/nested/flat.ts'
import { wholeClip } from '#rules/sequence/nested/nested-clips.ts'
import { insideAt, momentInside, momentOutside } from '#rules/sequence/nested/pace.ts'
import { lostApart, takeApartEdits } from '#rules/sequence/nested/take-apart.ts'
import { averageSpeed, consumedBy, placeOf } from '#rules/sequence/ramp.ts'
import { offsetIn, placedAt, resolve, sourceFrameAt, stretchAt } from '#rules/sequence/resolve.ts'
import { placeOnCourse, speedOnCourse, timeOnCourse } from '#rules/sequence/speed-course.ts'
import { clipId, documentOf, picture, pictureTrack, rate, sound, soundTrack } from '../../kit/sequence.ts'

const sceneId = '00000000-0000-7000-8000-000000009001' as SequenceId
const actId = '00000000-0000-7000-8000-000000009002' as SequenceId
const length = 120

function among(all: Readonly<Record<string, SequenceDocument>>): InnerOf {
  return id => all[id] ?? null
}
const moves = { x: [{ at: 500, value: 0, easing: 'ease' as const }, { at: 3000, value: 1, easing: 'linear' as const }] }
const scene = documentOf(
  pictureTrack(11, [
    picture(100, 0, 40, { sourceLength: 90, in: 5, keys: moves }),
    picture(101, 40, 30, { sourceLength: 200, in: 20, speed: 130, crossIn: 6, fadeOut: 5 }),
    picture(102, 75, 45, { sourceLength: 60, isReversed: true, speed: 70 }),
  ]),
  pictureTrack(12, [picture(110, 10, 50, { fadeIn: 7, sourceLength: null, takeId: picture(7, 0, 1).takeId })]),
  soundTrack(13, [
    sound(120, 0, 60, { gainDb: -3, fadeIn: sampleOfFrame(20, rate), sourceLength: sampleOfFrame(90, rate) }),
    sound(121, 70, 50, { speed: 150, fadeOut: sampleOfFrame(10, rate), sourceLength: sampleOfFrame(300, rate) }),
  ]),
)
const innerOf = among({ [sceneId]: scene })

const easing = fc.constantFrom('linear' as const, 'ease' as const, 'hold' as const)
const point = fc.record({ at: fc.integer({ min: -20, max: 90 }), speed: fc.integer({ min: 25, max: 400 }), easing })
const points = fc.array(point, { minLength: 1, maxLength: 4 })
  .map((all): RampPoint[] => [...new Map(all.map(one => [one.at, one])).values()].sort((a, b) => a.at - b.at))
const ways = fc.record({
  points,
  at: fc.integer({ min: -10, max: 30 }),
  isReversed: fc.boolean(),
  from: fc.nat({ max: 60 }),
  start: fc.nat({ max: 40 }),
  share: fc.double({ min: 0.1, max: 1, noNaN: true }),
  shiftsPitch: fc.boolean(),
})
type Way = typeof ways extends fc.Arbitrary<infer One> ? One : never

/** As long as its sequence lasts, or shorter. */
function ramped(number: number, way: Way, sequenceId = sceneId, whole = length): NestedClip {
  const zero: Ramp = { at: way.at, from: 0, points: way.points, ...way.shiftsPitch && { shiftsPitch: true } }
  const ramp = { ...zero, from: way.from * 100 - Math.floor(placeOf({ in: 0, speed: 100, ramp: zero }, 0)) }
  const paced = { in: way.from, speed: 100, ramp }
  let most = 1
  while (most < 150 && Math.ceil(placeOf(paced, most + 1) / 100) <= whole)
    most++
  const has = { takeId: null, sourceLength: whole, speed: 100, fadeIn: 0, fadeOut: 0, crossIn: 0, nested: { sequenceId } }
  const own = { in: way.from, ramp, ...way.isReversed && { isReversed: true as const } }
  return picture(number, way.start, Math.max(1, Math.floor(most * way.share)), { ...has, ...own }) as NestedClip
}
function filmOf(clip: NestedClip): SequenceDocument {
  return documentOf(pictureTrack(1, [clip]))
}

/** Without the edges of what is drawn apart. */
function seen(document: SequenceDocument, frame: number) {
  const stretch = stretchAt(resolve(document).stretches, frame)
  return (stretch?.layers ?? []).filter(({ clip }) => !clip.group).map((layer) => {
    const at = offsetIn(layer, stretch!, frame)
    return { takeId: layer.clip.takeId, source: sourceFrameAt(layer.clip, at), placed: placedAt(layer.clip, at) }
  })
}
/** Of each take that is heard, how loud it is, and which of its samples it is. */
function heard(document: SequenceDocument, at: number) {
  return soundEvents(document)
    .filter(({ start, length }) => start <= at && start + length > at)
    .map(({ clip, start, length, levels, isReversed }) => {
      const next = Math.max(1, levels.findIndex(level => level.at > at - start))
      const [a, b] = [levels[next - 1]!, levels[next]!]
      const share = b.at === a.at ? 0 : (at - start - a.at) / (b.at - a.at)
      return {
        takeId: clip.takeId,
        sample: placeOf(clip, isReversed ? length - (at - start) : at - start) / 100,
        amplitude: a.amplitude + (b.amplitude - a.amplitude) * share,
      }
    })
    .sort((a, b) => a.takeId < b.takeId ? -1 : 1)
}
/** That both play the same in these frames: the pictures to the frame, the sounds to a few samples. */
function expectAlike(is: SequenceDocument, was: SequenceDocument, from: number, until: number, by = 0): void {
  for (let at = from; at < until; at++) {
    expect(seen(is, at)).toEqual(seen(was, at + by))
    const [own, there] = [heard(is, sampleOfFrame(at, rate) + 300), heard(was, sampleOfFrame(at + by, rate) + 300)]
    expect(own.map(one => one.takeId)).toEqual(there.map(one => one.takeId))
    own.forEach(({ sample, amplitude }, index) => {
      expect(Math.abs(sample - there[index]!.sample)).toBeLessThan(8)
      expect(amplitude).toBeCloseTo(there[index]!.amplitude, 2)
    })
  }
}

describe('a nested sequence whose speed changes', () => {
  it('shows in each frame what the sequence shows in one of its own', () => {
    fc.assert(fc.property(ways, (way) => {
      const clip = ramped(1, way)
      const film = flat(filmOf(clip), innerOf)
      for (let at = 0; at < clip.length; at++)
        expect(seen(film, clip.start + at)).toEqual(seen(scene, sourceFrameAt(clip, at)))
      expect(seen(film, clip.start + clip.length)).toEqual([])
    }))
  })

  it('is heard where its pictures are, to the sample, and as loud as the sequence is there', () => {
    fc.assert(fc.property(ways, (way) => {
      const clip = ramped(1, way)
      const film = flat(filmOf(clip), innerOf)
      const [begin, end, perFrame] = [sampleOfFrame(clip.start, rate), sampleOfFrame(endOf(clip), rate), sampleOfFrame(1, rate)]
      for (let at = begin + 400; at < end - 400; at += 2000) {
        // Where the ramp says the sequence is at this moment, between two of its frames.
        const inside = placeOf(clip, (clip.isReversed ? end - at : at - begin) / perFrame) / 100 * perFrame
        const [own, there] = [heard(film, at), heard(scene, Math.round(inside))]
        // Where one begins or ends, both may be a sample apart.
        if (own.length !== there.length)
          continue
        own.forEach(({ takeId, sample, amplitude }, index) => {
          expect(takeId).toBe(there[index]!.takeId)
          expect(Math.abs(sample - there[index]!.sample)).toBeLessThan(4)
          // A fade that a steep ramp bends is points with lines between them: up to a quarter of a decibel apart.
          expect(Math.abs(amplitude - there[index]!.amplitude)).toBeLessThan(0.03)
        })
      }
    }))
  })

  it('holds its last frame while the next clip comes, and plays on where its sequence does', () => {
    fc.assert(fc.property(ways, (way) => {
      const clip = ramped(1, way)
      const next = picture(2, endOf(clip), 30, { crossIn: 8 })
      const film = flat(documentOf(pictureTrack(1, [clip, next])), innerOf)
      for (let at = 0; at < 8; at++) {
        const shown = seen(film, endOf(clip) + at).filter(({ takeId }) => takeId !== next.takeId)
        expect(shown).toEqual(seen(scene, sourceFrameAt(clip, clip.length + at)))
      }
    }))
  })

  it('comes by a transition that begins before its cut, as after a roll', () => {
    fc.assert(fc.property(ways, fc.integer({ min: 1, max: 6 }), (way, crossBefore) => {
      const slow = way.points.map(one => ({ ...one, speed: Math.round(one.speed / 4) + 20 }))
      const clip = ramped(2, { ...way, from: 40, isReversed: false, start: 30, points: slow })
      const before = picture(1, 0, 30, { takeId: picture(9, 0, 1).takeId })
      const crossed: NestedClip = { ...clip, crossIn: 8, crossBefore }
      fc.pre(clip.length > 12)
      const [plain, film] = [filmOf(clip), documentOf(pictureTrack(1, [before, crossed]))].map(one => flat(one, innerOf))
      for (let at = 0; at < clip.length; at++)
        expect(seen(film!, 30 + at).filter(({ takeId }) => takeId !== before.takeId)).toEqual(seen(plain!, 30 + at))
      const early = seen(film!, 30 - crossBefore).filter(({ takeId }) => takeId !== before.takeId)
      expect(early).toEqual(seen(scene, Math.floor(placeOf(clip, -crossBefore) / 100)))
    }))
  })

  it('may be in another one whose speed changes, and in one of the speed of the film', () => {
    fc.assert(fc.property(ways, ways, fc.nat({ max: 20 }), (way, other, later) => {
      const own = ramped(2, way)
      const act = documentOf(pictureTrack(21, [own]))
      const clip = ramped(1, { ...other, from: 0 }, actId, endOf(own))
      const around = wholeClip({ id: clipId(3), sequenceId: 'film' as SequenceId, start: later, length: endOf(clip) })
      const film = documentOf(pictureTrack(31, [around]))
      const all = among({ [sceneId]: scene, [actId]: act, film: filmOf(clip) })
      const [inner, outer] = [flat(act, all), flat(film, all)]
      for (let at = 0; at < clip.length; at++)
        expect(seen(outer, later + clip.start + at)).toEqual(seen(inner, sourceFrameAt(clip, at)))
    }), { numRuns: 60 })
  })

  it('brings its sounds in step through two ramps, forwards and backwards', () => {
    fc.assert(fc.property(ways, ways, (way, other) => {
      const own = ramped(2, way)
      const act = documentOf(pictureTrack(21, [own]))
      const clip = ramped(1, { ...other, from: 0 }, actId, endOf(own))
      const all = among({ [sceneId]: scene, [actId]: act })
      const [inner, outer] = [flat(act, all), flat(filmOf(clip), all)]
      const [begin, end, perFrame] = [sampleOfFrame(clip.start, rate), sampleOfFrame(endOf(clip), rate), sampleOfFrame(1, rate)]
      for (let at = begin + 400; at < end - 400; at += 3000) {
        const inside = placeOf(clip, (clip.isReversed ? end - at : at - begin) / perFrame) / 100 * perFrame
        const [mine, there] = [heard(outer, at), heard(inner, Math.round(inside))]
        if (mine.length === there.length)
          mine.forEach(({ sample }, index) => expect(Math.abs(sample - there[index]!.sample)).toBeLessThan(12))
      }
    }), { numRuns: 60 })
  })
})

describe('a cut of it', () => {
  it('changes no frame and no sound, where it is split', () => {
    fc.assert(fc.property(ways, fc.double({ min: 0, max: 0.999, noNaN: true }), (way, where) => {
      const clip = ramped(1, way)
      fc.pre(clip.length > 1)
      const outer = filmOf(clip)
      const atFrame = clip.start + 1 + Math.floor((clip.length - 1) * where)
      const { document, inverse } = applyEdits(outer, [{ do: 'split', atFrame, pieces: [{ clipId: clipId(1), newId: clipId(2) }] }])
      expectAlike(flat(document, innerOf), flat(outer, innerOf), clip.start, endOf(clip))
      expect(patched(document, inverse)).toEqual(outer)
    }))
  })

  it('changes nothing of what stays, where it is trimmed and extended again', () => {
    fc.assert(fc.property(ways, fc.constantFrom('start' as const, 'end' as const), fc.integer({ min: 1, max: 30 }), (way, edge, by) => {
      const clip = ramped(1, way)
      fc.pre(clip.length > by + 1)
      const outer = filmOf(clip)
      const trim = (frames: number): SequenceEdit =>
        ({ do: 'trim', clipIds: [clip.id], edge, byFrames: edge === 'end' ? -frames : frames, ripples: false })
      const shorter = applyEdits(outer, [trim(by)]).document
      const { start, length: left } = findClip(shorter, clip.id)!.clip
      expectAlike(flat(shorter, innerOf), flat(outer, innerOf), start, start + left)
      expect(findClip(applyEdits(shorter, [trim(-by)]).document, clip.id)!.clip).toEqual(clip)
    }))
  })

  it('keeps its course when it is moved, so that its sounds need no new copies', () => {
    fc.assert(fc.property(ways, fc.nat({ max: 200 }), (way, by) => {
      const clip = ramped(1, way)
      const keysOf = (one: NestedClip) => soundEvents(flat(filmOf(one), innerOf)).map(({ clip: { ramp } }) => ramp && courseKey(ramp))
      expect(keysOf({ ...clip, start: clip.start + by })).toEqual(keysOf(clip))
    }))
  })

  it('slips it by whole frames of its sequence', () => {
    fc.assert(fc.property(ways, fc.integer({ min: -5, max: 5 }), (way, by) => {
      const clip = ramped(1, { ...way, from: 20, share: way.share * 0.5 })
      fc.pre(clip.in + by >= 0 && clip.in + by + consumedBy(clip) <= length)
      const { document } = applyEdits(filmOf(clip), [{ do: 'slip', clipIds: [clip.id], byFrames: by }])
      const slipped = findClip(document, clip.id)!.clip as NestedClip
      const film = flat(document, innerOf)
      for (let at = 0; at < clip.length; at++) {
        expect(sourceFrameAt(slipped, at)).toBe(sourceFrameAt(clip, at) + by)
        expect(seen(film, clip.start + at)).toEqual(seen(scene, sourceFrameAt(clip, at) + by))
      }
    }))
  })
})

describe('what a person gives it', () => {
  const plain = { ...wholeClip({ id: clipId(1), sequenceId: sceneId, start: 0, length }), length: 60 }
  const outer = filmOf(plain)
  const course: RampPoint[] = [{ at: 0, speed: 50, easing: 'ease' }, { at: 30, speed: 200, easing: 'linear' }]
  const own = (document: SequenceDocument): PictureClip => findClip(document, clipId(1))!.clip as PictureClip
  const setRamp = (points: RampPoint[], keepsPitch?: boolean): SequenceEdit =>
    ({ do: 'setRamp', clipIds: [clipId(1)], points, ripples: true, ...keepsPitch !== undefined && { keepsPitch } })

  it('is a ramp over the same part of the sequence, whose pitch is kept or not, and none again', () => {
    const first = applyEdits(outer, [setRamp(course)])
    expect(own(first.document)).toMatchObject({ ramp: { at: 0, from: 0, points: course }, in: 0 })
    expect(Math.abs(consumedBy(own(first.document)) - 60)).toBeLessThanOrEqual(1)
    const shifted = applyEdits(first.document, [setRamp(course, false)]).document
    expect(own(shifted).ramp?.shiftsPitch).toBe(true)
    const shifts = (document: SequenceDocument) => soundEvents(flat(document, innerOf)).map(({ clip }) => clip.ramp?.shiftsPitch)
    expect(new Set(shifts(first.document))).toEqual(new Set([undefined]))
    expect(shifts(shifted)).toContain(true)
    const none = own(applyEdits(shifted, [setRamp([])]).document)
    expect(none.ramp).toBeUndefined()
    expect(none.speed).toBe(averageSpeed(own(shifted)))
    const faster: SequenceEdit = { do: 'setSpeed', clipIds: [clipId(1)], speed: 200, ripples: true }
    expect(own(applyEdits(shifted, [faster]).document)).toMatchObject({ speed: 200, in: 0 })
  })

  it('is kept by another frame rate', () => {
    const refit: SequenceEdit = { do: 'refit', width: 640, height: 360, rate: { numerator: 60, denominator: 1 } }
    const { document } = applyEdits(outer, [setRamp(course, false), refit])
    expect(own(document).ramp).toMatchObject({ shiftsPitch: true, points: [{ at: 0, speed: 50 }, { at: 60, speed: 200 }] })
  })

  it('keeps its keys on their pictures', () => {
    const opacity = [0, 1].map(value => ({ at: 4000 * value, value, easing: 'linear' as const }))
    const keyed = filmOf({ ...plain, keys: { opacity } })
    const { document } = applyEdits(keyed, [setRamp(course)])
    const [whole, ramp] = [own(keyed), own(document)]
    for (const frame of [0, 40]) {
      const at = Array.from({ length: ramp.length }, (_, offset) => offset).find(offset => sourceFrameAt(ramp, offset) >= frame)!
      expect(movedAt(ramp, at).opacity).toBeCloseTo(movedAt(whole, frame).opacity, 1)
    }
  })
})

describe('taken apart', () => {
  const still = documentOf(
    pictureTrack(11, [picture(100, 0, 60, { sourceLength: 400, in: 10 }), picture(101, 60, 60, { sourceLength: 800, in: 100, speed: 50 })]),
    soundTrack(13, [sound(120, 0, 120, { sourceLength: sampleOfFrame(200, rate) })]),
  )
  let last = 5000
  const newId = <Id extends string>(): Id => String(clipId(++last)) as Id

  it('tells where a sound had a pitch that one ramp does not give it', () => {
    const clip = (shiftsPitch: boolean) =>
      ramped(1, { points: [{ at: 0, speed: 50, easing: 'ease' }], at: 0, isReversed: false, from: 0, start: 0, share: 1, shiftsPitch })
    const heardAt = (has: Partial<SoundClip>) => documentOf(soundTrack(13, [sound(120, 0, 120, has)]))
    const own: SoundClip['ramp'] = { at: 0, from: 0, points: [{ at: 0, speed: 80, easing: 'linear' }], shiftsPitch: true }
    expect([{}, { speed: 150 }, { ramp: own }].map(has => lostApart(clip(true), heardAt(has)))).toEqual([[], ['pitch'], []])
    expect([{}, { speed: 150 }, { ramp: own }].map(has => lostApart(clip(false), heardAt(has)))).toEqual([[], [], ['pitch']])
  })

  it('becomes clips with ramps that show and sound the same, to a frame', () => {
    fc.assert(fc.property(ways, (way) => {
      const clip = ramped(1, way)
      const outer = filmOf(clip)
      const { document } = applyEdits(outer, takeApartEdits(outer, clip.id, still, newId)!.edits)
      const film = flat(outer, among({ [sceneId]: still }))
      for (let at = clip.start; at < endOf(clip); at++) {
        const [shown, there] = [seen(document, at), seen(film, at)]
        expect(shown.map(one => one.takeId)).toEqual(there.map(one => one.takeId))
        shown.forEach(({ source }, index) => expect(Math.abs(source - there[index]!.source)).toBeLessThanOrEqual(2))
        const sample = sampleOfFrame(at, rate) + 300
        const sounding = clip.isReversed ? [] : heard(film, sample)
        const own = heard(document, sample)
        sounding.forEach((one, index) => expect(Math.abs(one.sample - own[index]!.sample)).toBeLessThan(sampleOfFrame(1, rate)))
      }
      const sounds = tracksOf(document).flatMap(track => track.kind === 'sound' ? clipsOf(track) : [])
      expect(sounds).toMatchObject([{ start: sampleOfFrame(clip.start, rate), ramp: way.shiftsPitch ? { shiftsPitch: true } : {} }])
    }), { numRuns: 60 })
  })
})

describe('a course through others', () => {
  const samples = points.map(all => all.map(one => ({ ...one, at: one.at * 1600 })))
  const pace = fc.record({
    points: samples,
    at: fc.integer({ min: -20_000, max: 90_000 }),
    from: fc.integer({ min: 0, max: 4_000_000 }),
    speed: fc.integer({ min: 25, max: 400 }),
    isReversed: fc.boolean(),
    isRamped: fc.boolean(),
    shiftsPitch: fc.boolean(),
  }).map(({ points, at, from, isReversed, shiftsPitch, speed, isRamped }): Pace => ({
    ...{ start: 5000, length: 200_000, plays: 200_000, from, speed },
    ...isRamped && { ramp: { at, from, points, ...shiftsPitch && { shiftsPitch: true as const } } },
    ...isReversed && { isReversed: true as const },
  }))
  const paces: fc.Arbitrary<Paces> = fc.array(pace, { minLength: 1, maxLength: 3 })

  it('is at the moment of the clip that the sequences are at, forwards in its own time, and is the same by its key', () => {
    fc.assert(fc.property(samples, fc.boolean(), paces, fc.integer({ min: 0, max: 200_000 }), (points, isRamped, all, at) => {
      const clip: SoundClip = { ...sound(1, 0, 200_000, { speed: 150, in: 700 }), ...isRamped && { ramp: { at: 100, from: 50, points } } }
      const { course, turn, zero } = courseThrough(clip, all)
      const wanted = placeOf(clip, momentInside(all, at) - clip.start)
      const place = placeOnCourse(course, turn * at + zero)
      // The place of each sequence is rounded to a hundredth of a sample, which the ones inside play faster.
      const fastest = 1 + all.length * 40
      expect(Math.abs(place - wanted)).toBeLessThan(fastest + Math.abs(wanted) * 1e-6)
      expect(timeOnCourse(course, place)).toBeCloseTo(turn * at + zero, 2)
      expect(speedOnCourse(course, turn * at + zero)).toBeGreaterThan(0)
      expect(courseOfKey(CourseKey.parse(courseKey(course)))).toEqual(course)
    }), { numRuns: 300 })
  })

  it('has as its inverse the moment of the film', () => {
    fc.assert(fc.property(paces, fc.integer({ min: 0, max: 200_000 }), (all, at) => {
      expect(momentOutside(all, momentInside(all, at))).toBeCloseTo(at, 2)
      expect(Number.isInteger(insideAt(all, at))).toBe(true)
    }))
  })
})
