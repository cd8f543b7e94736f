/** A nested sequence that is slower, faster, reversed or frozen: each frame is one of the sequence as that is, and its sounds keep step. */
import type { PictureClip, SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceId } from '#contract/words.ts'
import type { InnerOf } from '#rules/sequence/nested/flat.ts'
import type { NestedClip } from '#rules/sequence/nested/nested-clips.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clipsOf, findClip, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { sampleOfFrame } from '#rules/sequence/frames.ts'
import { soundEvents } from '#rules/sequence/levels.ts'
import { matchAt } from '#rules/sequence/match-frame.ts'
import { flat } from '#rules/sequence/nested/flat.ts'
import { measuredEdits } from '#rules/sequence/nested/nested-clips.ts'
import { shownInside } from '#rules/sequence/nested/shown-inside.ts'
import { takeApartEdits } from '#rules/sequence/nested/take-apart.ts'
import { offsetIn, placedAt, resolve, sourceFrameAt, stretchAt } from '#rules/sequence/resolve.ts'
import { caption, captionTrack, clipId, documentOf, picture, pictureTrack, rate, sound, soundTrack } from '../../kit/sequence.ts'

const sceneId = '00000000-0000-7000-8000-000000009001' as SequenceId
const actId = '00000000-0000-7000-8000-000000009002' as SequenceId

function among(all: Readonly<Record<string, SequenceDocument>>): InnerOf {
  return id => all[id] ?? null
}
function nested(number: number, start: number, length: number, has: object = {}, sequenceId = sceneId): NestedClip {
  const plain = { takeId: null, sourceLength: 4000, speed: 100, fadeIn: 0, fadeOut: 0, crossIn: 0 }
  return picture(number, start, length, { ...plain, nested: { sequenceId }, ...has }) as NestedClip
}
/** Without the edges of what is drawn apart. */
function seen(document: SequenceDocument, frame: number) {
  const stretch = stretchAt(resolve(document).stretches, frame)
  return (stretch?.layers ?? []).filter(({ clip }) => !clip.group).map((layer) => {
    const at = offsetIn(layer, stretch!, frame)
    return { takeId: layer.clip.takeId, source: sourceFrameAt(layer.clip, at), placed: placedAt(layer.clip, at) }
  })
}
/** Of each take that is heard, how loud it is and which of its samples it is, to within `off` of them. */
function heard(document: SequenceDocument, at: number) {
  return soundEvents(document)
    .filter(({ start, length }) => start <= at && start + length > at)
    .map(({ clip, start, length, levels, isReversed }) => {
      const next = Math.max(1, levels.findIndex(level => level.at > at - start))
      const [a, b] = [levels[next - 1]!, levels[next]!]
      const share = b.at === a.at ? 0 : (at - start - a.at) / (b.at - a.at)
      return {
        takeId: clip.takeId,
        sample: clip.in + (isReversed ? length - (at - start) : at - start) * clip.speed / 100,
        amplitude: a.amplitude + (b.amplitude - a.amplitude) * share,
      }
    })
    .sort((a, b) => a.takeId < b.takeId ? -1 : 1)
}

const moves = { x: [{ at: 0, value: 0, easing: 'ease' as const }, { at: 3000, value: 1, easing: 'linear' as const }] }
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
const length = 120
const innerOf = among({ [sceneId]: scene })
const ways = fc.record({
  speed: fc.oneof(fc.integer({ min: 10, max: 1000 }), fc.constantFrom(10, 33, 50, 100, 200, 1000)),
  isReversed: fc.boolean(),
  from: fc.nat({ max: 90 }),
  start: fc.nat({ max: 40 }),
  share: fc.double({ min: 0.05, max: 1, noNaN: true }),
})
type Way = typeof ways extends fc.Arbitrary<infer One> ? One : never

function paced(number: number, { speed, isReversed, from, start, share }: Way, sequenceId = sceneId): NestedClip {
  const frames = Math.max(1, Math.floor((length - from) * 100 / speed * share))
  const has = { speed, in: from, sourceLength: length, ...isReversed && { isReversed: true } }
  return nested(number, start, Math.min(frames, 150), has, sequenceId)
}

describe('a nested sequence of another speed', () => {
  it('shows in each frame what the sequence shows in one of its own', () => {
    fc.assert(fc.property(ways, (way) => {
      const clip = paced(1, way)
      const film = flat(documentOf(pictureTrack(1, [clip])), innerOf)
      for (let at = 0; at < clip.length; at++)
        expect(seen(film, clip.start + at)).toEqual(seen(scene, sourceFrameAt(clip, at)))
      expect(seen(film, clip.start + clip.length)).toEqual([])
    }))
  })

  it('is heard as loud as the sequence is at that moment, and at the same place of each source', () => {
    fc.assert(fc.property(ways, (way) => {
      const clip = paced(1, way)
      const film = flat(documentOf(pictureTrack(1, [clip])), innerOf)
      const [begin, end, first] = [clip.start, clip.start + clip.length, clip.in].map(frame => sampleOfFrame(frame, rate))
      for (let at = begin! + 400; at < end! - 400; at += 2000) {
        const inside = first! + (clip.isReversed ? end! - at : at - begin!) * clip.speed / 100
        const [own, there] = [heard(film, at), heard(scene, Math.round(inside))]
        // Where one begins or ends, both may be a sample apart.
        if (own.length !== there.length)
          continue
        own.forEach(({ takeId, sample, amplitude }, index) => {
          expect(takeId).toBe(there[index]!.takeId)
          expect(Math.abs(sample - there[index]!.sample)).toBeLessThan(2 + clip.speed / 40)
          expect(amplitude).toBeCloseTo(there[index]!.amplitude, 2)
        })
      }
    }))
  })

  it('is split anywhere without a change of any frame', () => {
    fc.assert(fc.property(ways, fc.double({ min: 0, max: 0.999, noNaN: true }), (way, where) => {
      const clip = paced(1, way)
      fc.pre(clip.length > 1)
      const outer = documentOf(pictureTrack(1, [clip]))
      const atFrame = clip.start + 1 + Math.floor((clip.length - 1) * where)
      const { document } = applyEdits(outer, [{ do: 'split', atFrame, pieces: [{ clipId: clipId(1), newId: clipId(2) }] }])
      const [whole, halves] = [flat(outer, innerOf), flat(document, innerOf)]
      for (let at = clip.start; at < clip.start + clip.length; at++) {
        expect(seen(halves, at)).toEqual(seen(whole, at))
        const [was, is] = [heard(whole, sampleOfFrame(at, rate) + 300), heard(halves, sampleOfFrame(at, rate) + 300)]
        expect(is.length).toBe(was.length)
        is.forEach(({ sample, amplitude }, index) => {
          expect(Math.abs(sample - was[index]!.sample)).toBeLessThan(3 + clip.speed / 40)
          expect(amplitude).toBeCloseTo(was[index]!.amplitude, 2)
        })
      }
    }))
  })

  it('is trimmed at either edge without a change of what stays', () => {
    fc.assert(fc.property(ways, fc.constantFrom('start' as const, 'end' as const), fc.nat({ max: 30 }), (way, edge, by) => {
      const clip = paced(1, way)
      fc.pre(clip.length > by + 1 && by > 0)
      const outer = documentOf(pictureTrack(1, [clip]))
      const byFrames = edge === 'end' ? -by : by
      const { document } = applyEdits(outer, [{ do: 'trim', clipIds: [clip.id], edge, byFrames, ripples: false }])
      const [whole, part] = [flat(outer, innerOf), flat(document, innerOf)]
      const { start, length: left } = findClip(document, clip.id)!.clip
      for (let at = start; at < start + left; at++)
        expect(seen(part, at)).toEqual(seen(whole, at))
    }))
  })

  it('may be in another one of another speed, and in one of the speed of the film', () => {
    fc.assert(fc.property(ways, ways, fc.nat({ max: 20 }), (way, other, later) => {
      const own = paced(2, way)
      const act = documentOf(pictureTrack(21, [own]))
      const whole = own.start + own.length
      const frames = Math.max(1, Math.min(100, Math.floor(whole * 100 / other.speed)))
      const has = { speed: other.speed, sourceLength: whole, ...other.isReversed && { isReversed: true } }
      const clip = nested(1, other.start, frames, has, actId)
      const film = documentOf(pictureTrack(31, [nested(3, later, other.start + frames, {}, 'film' as SequenceId)]))
      const all = among({ [sceneId]: scene, [actId]: act, film: documentOf(pictureTrack(1, [clip])) })
      const [inner, outer] = [flat(act, all), flat(film, all)]
      for (let at = 0; at < frames; at++)
        expect(seen(outer, later + other.start + at)).toEqual(seen(inner, sourceFrameAt(clip, at)))
    }), { numRuns: 60 })
  })

  it('is frozen at one frame, without a sound', () => {
    const clip = nested(1, 10, 50, { in: 33, isFrozen: true })
    const film = flat(documentOf(pictureTrack(1, [clip])), innerOf)
    for (const at of [10, 30, 59])
      expect(seen(film, at)).toEqual(seen(scene, 33))
    expect(soundEvents(film)).toEqual([])
  })

  it('holds its last frame while the next clip comes, and its first one backwards', () => {
    const at = (isReversed: boolean) => flat(documentOf(pictureTrack(1, [
      nested(1, 0, 60, { speed: 200, sourceLength: 120, ...isReversed && { isReversed: true } }),
      picture(2, 60, 30, { crossIn: 8 }),
    ])), innerOf)
    expect(seen(at(false), 65)[0]).toEqual(seen(scene, 119)[0])
    expect(seen(at(true), 65)[0]).toEqual(seen(scene, 0)[0])
    expect(seen(at(false), 65)).toHaveLength(seen(scene, 119).length + 1)
  })

  it('brings its captions and ducking in step', () => {
    const ducking = { amountDb: -12, attackMs: 200, releaseMs: 400 }
    const inner = documentOf(
      soundTrack(13, [sound(120, 0, 100, { sourceLength: sampleOfFrame(100, rate) })], { ducking }),
      { ...soundTrack(14, [sound(130, 40, 20, { sourceLength: sampleOfFrame(30, rate) })]), kind: 'speech' } as never,
      captionTrack(15, [caption(140, 40, 20, { words: [{ lettersBefore: 0, at: 0 }, { lettersBefore: 3, at: 10 }] })]),
    )
    const all = among({ [sceneId]: inner })
    const film = flat(documentOf(pictureTrack(1, [nested(1, 100, 50, { speed: 200 })])), all)
    const [seenCaption] = resolve(film).captions
    expect(seenCaption?.clip).toMatchObject({ start: 120, length: 10, words: [{ at: 0 }, { at: 5 }] })
    for (let at = 2; at < 98; at += 3) {
      const [own, there] = [heard(film, sampleOfFrame(100, rate) + sampleOfFrame(at, rate) / 2), heard(inner, sampleOfFrame(at, rate))]
      own.forEach(({ amplitude }, index) => expect(amplitude).toBeCloseTo(there[index]!.amplitude, 2))
    }
  })

  it('matches the frame of the take that is seen in it', () => {
    const clip = nested(1, 10, 40, { speed: 50, in: 20, isReversed: true })
    const film = flat(documentOf(pictureTrack(1, [clip])), innerOf)
    const found = matchAt(film, 20, new Set([clip.id]))
    const inner = matchAt(scene, sourceFrameAt(clip, 10), new Set())
    expect(found?.moment).toEqual(inner?.moment)
    expect(shownInside(film, clip.id).every(({ from, until }) => from >= 10 && until <= 50)).toBe(true)
  })

  it('is taken apart into clips that show the same', () => {
    let last = 5000
    const newId = <Id extends string>(): Id => String(clipId(++last)) as Id
    const plain = documentOf(
      pictureTrack(11, [
        picture(100, 0, 40, { sourceLength: 400, in: 10 }),
        picture(101, 40, 40, { sourceLength: 400, in: 100, speed: 50, crossIn: 8 }),
      ]),
      soundTrack(13, [sound(120, 0, 80, { sourceLength: sampleOfFrame(90, rate), fadeIn: sampleOfFrame(20, rate) })]),
    )
    for (const [speed, isReversed] of [[200, false], [50, false], [100, true], [200, true]] as const) {
      const clip = nested(1, 30, 8000 / speed, { speed, ...isReversed && { isReversed: true } })
      const outer = documentOf(pictureTrack(1, [clip]))
      const { edits } = takeApartEdits(outer, clip.id, plain, newId)!
      const { document } = applyEdits(outer, edits)
      const film = flat(outer, among({ [sceneId]: plain }))
      for (let at = 30; at < 30 + clip.length; at++) {
        const [own, there] = [seen(document, at), seen(film, at)]
        expect(own.map(one => one.takeId).sort()).toEqual(there.map(one => one.takeId).sort())
        for (const { takeId, source } of own)
          expect(Math.abs(source - there.find(other => other.takeId === takeId)!.source)).toBeLessThanOrEqual(speed / 100 + 1)
      }
      const sounds = tracksOf(document).flatMap(track => track.kind === 'sound' ? clipsOf(track) : [])
      expect(sounds).toMatchObject([{ start: sampleOfFrame(30, rate), speed }])
    }
  })

  it('is frozen in clips that are taken apart', () => {
    let last = 6000
    const newId = <Id extends string>(): Id => String(clipId(++last)) as Id
    const clip = nested(1, 0, 30, { in: 50, isFrozen: true })
    const outer = documentOf(pictureTrack(1, [clip]))
    const { document } = applyEdits(outer, takeApartEdits(outer, clip.id, scene, newId)!.edits)
    const sources = (layers: ReturnType<typeof seen>) => layers.map(({ takeId, source }) => `${takeId} ${source}`).sort()
    for (const at of [0, 20])
      expect(sources(seen(document, at))).toEqual(sources(seen(scene, 50)))
  })
})

describe('what a nested sequence is given', () => {
  const outer = documentOf(pictureTrack(1, [nested(1, 0, 60, { sourceLength: 120 })]))
  const own = (document: SequenceDocument): PictureClip => findClip(document, clipId(1))!.clip as PictureClip

  it('is no more of its sequence than that lasts, however long the clip is', () => {
    const slow = applyEdits(outer, [{ do: 'setSpeed', clipIds: [clipId(1)], speed: 25, ripples: true }]).document
    expect(own(slow).length).toBe(240)
    const measured = measuredEdits(slow, () => documentOf(pictureTrack(11, [picture(100, 0, 90)])))
    expect(measured).toEqual([{ do: 'setNested', sequenceId: sceneId, frames: 90 }])
    expect(own(applyEdits(slow, measured).document).sourceLength).toBe(90)
  })

  it('is a speed, with the length that follows, and backwards', () => {
    const faster = applyEdits(outer, [{ do: 'setSpeed', clipIds: [clipId(1)], speed: 200, ripples: true }]).document
    expect(own(faster)).toMatchObject({ speed: 200, length: 30 })
    const reversed = applyEdits(faster, [{ do: 'setReversed', clipIds: [clipId(1)], isReversed: true }]).document
    expect(own(reversed)).toMatchObject({ isReversed: true })
  })
})
