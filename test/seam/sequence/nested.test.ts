/** A nested sequence plays what its clips play: in flat documents each frame and each sound is that of the inner sequence. */
import type { PictureClip, SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { NewId, SequenceId } from '#contract/words.ts'
import type { InnerOf } from '#rules/sequence/nested/flat.ts'
import type { NestedClip } from '#rules/sequence/nested/nested-clips.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { captionGroups } from '#rules/captions/tracks.ts'
import { neutralGrade } from '#rules/colour/grade.ts'
import { clipsOf, durationFrames, findClip, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { attributeEdits, attributesFor } from '#rules/sequence/edit/attributes.ts'
import { EditRefusedError } from '#rules/sequence/edit/refused.ts'
import { sampleOfFrame } from '#rules/sequence/frames.ts'
import { shadeAt } from '#rules/sequence/graded.ts'
import { insertSequenceEdits } from '#rules/sequence/insert-sequence.ts'
import { audibleTracks, duckingCurve, soundEvents } from '#rules/sequence/levels.ts'
import { matchAt } from '#rules/sequence/match-frame.ts'
import { flat } from '#rules/sequence/nested/flat.ts'
import { hasApart, hasGroup } from '#rules/sequence/nested/group.ts'
import { makeNestedEdits } from '#rules/sequence/nested/make-nested.ts'
import { nestedClip, nestedIds } from '#rules/sequence/nested/nested-clips.ts'
import { shownInside } from '#rules/sequence/nested/shown-inside.ts'
import { lostApart, takeApartEdits } from '#rules/sequence/nested/take-apart.ts'
import { placedAt, resolve, sourceFrameAt, stretchAt } from '#rules/sequence/resolve.ts'
import { gapAt, momentsAround } from '#rules/sequence/shots-here.ts'
import { noTones, toned } from '#rules/tone/of-clips.ts'
import { chainOf } from '#rules/tone/presets.ts'
import { toneKey } from '#rules/tone/tone-key.ts'
import {
  caption,
  captionTrack,
  clipId,
  documentOf,
  picture,
  pictureTrack,
  rate,
  sound,
  soundTrack,
  takeId,
  trackId,
} from '../../kit/sequence.ts'

const sceneId = '00000000-0000-7000-8000-000000009001' as SequenceId
const actId = '00000000-0000-7000-8000-000000009002' as SequenceId
const plain = { speed: 100, fadeIn: 0, fadeOut: 0, crossIn: 0 }

function among(all: Readonly<Record<string, SequenceDocument>>): InnerOf {
  return id => all[id] ?? null
}
function nested(number: number, start: number, length: number, has: object = {}, sequenceId = sceneId) {
  return picture(number, start, length, { takeId: null, sourceLength: 1000, ...plain, nested: { sequenceId }, ...has })
}
function seen(document: SequenceDocument, frame: number) {
  const stretch = stretchAt(resolve(document).stretches, frame)
  return (stretch?.layers ?? []).map(({ clip, offset }) => {
    const at = offset + frame - (stretch?.startFrame ?? 0)
    return { takeId: clip.takeId, source: sourceFrameAt(clip, at), placed: placedAt(clip, at) }
  })
}
/** How loud each take is at a sample, and which of its samples is heard. */
function heard(document: SequenceDocument, at: number) {
  return soundEvents(document)
    .filter(({ start, length }) => start <= at && start + length > at)
    .map(({ clip, start, levels }) => {
      const next = levels.findIndex(level => level.at > at - start)
      const [a, b] = [levels[Math.max(0, next - 1)]!, levels[Math.max(0, next)]!]
      const share = b.at === a.at ? 0 : (at - start - a.at) / (b.at - a.at)
      const loud = a.amplitude + (b.amplitude - a.amplitude) * share
      return `${clip.takeId} ${clip.in + at - start} ${loud.toFixed(6)}`
    })
    .sort()
}

/** What a pixel is, by the layers in their order: at the end of a group, what was before it comes through. */
function composed(document: SequenceDocument, frame: number, shadeOf: (takeId: string | null) => number): number {
  const stretch = stretchAt(resolve(document).stretches, frame)
  const before: number[] = []
  return (stretch?.layers ?? []).reduce((now, { clip, offset }) => {
    const { opacity } = placedAt(clip, offset + frame - stretch!.startFrame)
    if (clip.group === 'begins')
      before.push(now)
    if (clip.group === 'begins')
      return now
    const [under, above] = clip.group ? [before.pop()!, now] : [now, shadeOf(clip.takeId)]
    return under * (1 - opacity) + above * opacity
  }, 0)
}

const runs = fc.array(
  fc.record({ gap: fc.nat({ max: 9 }), length: fc.integer({ min: 4, max: 30 }), cross: fc.nat({ max: 4 }), fade: fc.nat({ max: 4 }) }),
  { maxLength: 5 },
)
type Run = typeof runs extends fc.Arbitrary<infer One> ? One : never
function laid<One>(run: Run, make: (index: number, start: number, one: Run[number]) => One): One[] {
  let start = 0
  return run.map((one, index) => {
    const at = start + one.gap
    start = at + one.length
    return make(index, at, one)
  })
}
const scenes = fc.record({ lower: runs, upper: runs, sounds: runs }).map(({ lower, upper, sounds }) => documentOf(
  pictureTrack(11, laid(lower, (index, start, { length, cross, fade }) =>
    picture(100 + index, start, length, {
      ...{ sourceLength: 80, in: 5 },
      ...{ crossIn: Math.min(cross, length), fadeOut: Math.min(fade, length - cross) },
    }))),
  pictureTrack(12, laid(upper, (index, start, { length, fade }) => picture(200 + index, start, length, { fadeIn: fade }))),
  soundTrack(13, laid(sounds, (index, start, { length, fade }) => sound(300 + index, start, length, {
    gainDb: -3,
    fadeIn: sampleOfFrame(Math.min(fade, length), rate),
    sourceLength: sampleOfFrame(60, rate),
  }))),
))

describe('a nested sequence', () => {
  it('is seen and heard as the part of it that its clip has, whatever that cuts', () => {
    const part = { from: fc.nat({ max: 60 }), length: fc.integer({ min: 1, max: 80 }), start: fc.nat({ max: 40 }) }
    fc.assert(fc.property(scenes, fc.record(part), (scene, { from, length, start }) => {
      const outer = documentOf(pictureTrack(1, [nested(1, start, length, { in: from })]), soundTrack(2, [sound(2, 0, 10)]))
      const document = flat(outer, among({ [sceneId]: scene }))
      expect(durationFrames(document)).toBe(durationFrames(outer))
      for (let at = 0; at < length; at++)
        expect(seen(document, start + at)).toEqual(seen(scene, from + at))
      for (let at = 0; at < length; at++) {
        const sample = sampleOfFrame(start + at, rate) + 100
        const own = heard(document, sample).filter(one => !one.startsWith(sound(2, 0, 1).takeId))
        expect(own).toEqual(heard(scene, sampleOfFrame(from + at, rate) + 100))
      }
      expect(seen(document, start + length)).toEqual([])
    }))
  })

  it('plays the same as its clips do that are inserted', () => {
    let last = 5000
    const newId: NewId = <Id extends string>() => String(clipId(++last)) as Id
    fc.assert(fc.property(scenes, (scene) => {
      const empty = documentOf(pictureTrack(1, []), soundTrack(2, []))
      const { edits } = insertSequenceEdits(empty, scene, 0, newId)
      fc.pre(edits.length > 0)
      const clips = applyEdits(empty, edits).document
      const one = nestedClip(scene, { id: clipId(1), sequenceId: sceneId, start: 0, rate })!
      const document = flat(documentOf(pictureTrack(1, [one])), among({ [sceneId]: scene }))
      const by = durationFrames(document) - durationFrames(clips)
      for (let at = 0; at < durationFrames(clips); at++) {
        expect(seen(document, at + by)).toEqual(seen(clips, at))
        expect(heard(document, sampleOfFrame(at + by, rate) + 7)).toEqual(heard(clips, sampleOfFrame(at, rate) + 7))
      }
    }))
  })

  it('is split without changing a frame or a sound', () => {
    fc.assert(fc.property(scenes, fc.integer({ min: 1, max: 59 }), (scene, at) => {
      const innerOf = among({ [sceneId]: scene })
      const outer = documentOf(pictureTrack(1, [nested(1, 0, 60)]))
      const { document } = applyEdits(outer, [{ do: 'split', atFrame: at, pieces: [{ clipId: clipId(1), newId: clipId(2) }] }])
      const [whole, halves] = [flat(outer, innerOf), flat(document, innerOf)]
      for (let frame = 0; frame < 60; frame++) {
        expect(seen(halves, frame)).toEqual(seen(whole, frame))
        expect(heard(halves, sampleOfFrame(frame, rate) + 3)).toEqual(heard(whole, sampleOfFrame(frame, rate) + 3))
      }
    }))
  })

  it('is covered by tracks above its own, and covers those below', () => {
    const scene = documentOf(pictureTrack(11, [picture(100, 0, 30)]), pictureTrack(12, [picture(101, 0, 30)]))
    const [below, above] = [pictureTrack(1, [picture(1, 0, 30)]), pictureTrack(3, [picture(3, 0, 30)])]
    const outer = documentOf(below, pictureTrack(2, [nested(2, 0, 30)]), above)
    expect(seen(flat(outer, among({ [sceneId]: scene })), 5).map(({ takeId }) => takeId))
      .toEqual([1, 100, 101, 3].map(number => picture(number, 0, 1).takeId))
  })

  it('plays on while the next clip dissolves from it', () => {
    const scene = documentOf(pictureTrack(11, [picture(100, 0, 60, { sourceLength: 60 })]))
    const outer = documentOf(pictureTrack(1, [nested(1, 0, 30), picture(2, 30, 30, { crossIn: 6 })]))
    const document = flat(outer, among({ [sceneId]: scene }))
    expect(seen(document, 33)).toMatchObject([{ takeId: picture(100, 0, 1).takeId, source: 33 }, { placed: { opacity: 0.5 } }])
    expect(seen(document, 36)).toHaveLength(1)
  })

  it('may have sequences in it, at other frame rates, each with a gain of its own', () => {
    const shot = documentOf(pictureTrack(11, [picture(100, 0, 50, { sourceLength: 50 })]), soundTrack(12, [sound(101, 0, 60)]))
    const scene = { ...shot, rate: { numerator: 25, denominator: 1 } }
    const act = documentOf(pictureTrack(21, [nested(200, 30, 60, { nested: { sequenceId: sceneId, gainDb: -6 } })]))
    const outer = documentOf(pictureTrack(1, [nested(1, 10, 90, { nested: { sequenceId: actId, gainDb: -4 } }, actId)]))
    const document = flat(outer, among({ [sceneId]: scene, [actId]: act }))
    expect(seen(document, 39)).toEqual([])
    expect(seen(document, 40)).toMatchObject([{ takeId: picture(100, 0, 1).takeId, source: 0 }])
    expect(seen(document, 99)).toMatchObject([{ source: 59 }])
    expect(soundEvents(document)).toMatchObject([{ start: sampleOfFrame(40, rate), length: sampleOfFrame(60, rate) }])
    expect(audibleTracks(document).map(({ gainDb }) => gainDb)).toEqual([-10])
  })

  it('is heard through the chains of its clips and tracks, also in another one at another speed, and when it is taken apart', () => {
    const [film, podcast] = [chainOf('film'), chainOf('podcast')]
    const scene = documentOf(soundTrack(11, [sound(100, 0, 30, { tone: film }), sound(101, 30, 30)], { tone: podcast }))
    const act = documentOf(pictureTrack(21, [nested(200, 0, 60, { nested: { sequenceId: sceneId } })]))
    const chains = (document: SequenceDocument) =>
      soundEvents(toned(document, noTones)).map(({ clip: { heard } }) => heard && 'chain' in heard ? heard.chain : undefined)
    for (const speed of [100, 50]) {
      const outer = documentOf(pictureTrack(1, [nested(1, 0, 60, { speed, nested: { sequenceId: actId } }, actId)]))
      const innerOf = among({ [sceneId]: scene, [actId]: act })
      const count = speed === 100 ? 2 : 1
      expect(chains(flat(outer, innerOf)).slice(0, count)).toEqual([toneKey(film), toneKey(podcast)].slice(0, count))
    }
    const outer = documentOf(pictureTrack(1, [nested(1, 0, 60, { nested: { sequenceId: sceneId } })]), soundTrack(2, []))
    const apart = applyEdits(outer, takeApartEdits(outer, clipId(1), scene, newIds())!.edits).document
    expect(chains(apart)).toEqual([toneKey(film), toneKey(podcast)])
  })

  it('is panned as a whole, after the pans inside and with those of the sequences that it is in', () => {
    const pans = fc.integer({ min: -100, max: 100 })
    fc.assert(fc.property(pans, pans, pans, pans, (ofClip, ofTrack, ofScene, ofAct) => {
      const moving = { panPoints: [{ at: 0, pan: -40 }, { at: sampleOfFrame(20, rate), pan: 60 }] }
      const scene = documentOf(soundTrack(11, [sound(100, 0, 30, { pan: ofClip }), sound(101, 30, 30, moving)], { pan: ofTrack }))
      const act = documentOf(pictureTrack(21, [nested(200, 0, 60, { nested: { sequenceId: sceneId, pan: ofScene } })]))
      const outer = documentOf(pictureTrack(1, [nested(1, 0, 60, { nested: { sequenceId: actId, pan: ofAct } }, actId)]))
      const innerOf = among({ [sceneId]: scene, [actId]: act })
      // A pan of a side leaves it, and lowers the other one as a cosine.
      const left = (pan: number): number => pan > 0 ? Math.cos(pan / 200 * Math.PI) : 1
      const sidesOf = (...all: number[]) => [1, -1].map(side => all.reduce((product, pan) => product * left(side * pan), 1))
      const [still, moved] = soundEvents(flat(outer, innerOf))
      const [l, r] = sidesOf(ofClip, ofTrack, ofScene, ofAct)
      expect(still?.balance?.left ?? 1).toBeCloseTo(l!, 6)
      expect(still?.balance?.right ?? 1).toBeCloseTo(r!, 6)
      expect(moved?.sides?.left.at(-1)?.amplitude).toBeCloseTo(sidesOf(60, ofTrack, ofScene, ofAct)[0]!, 6)
      expect(moved?.sides?.right[0]?.amplitude).toBeCloseTo(sidesOf(-40, ofTrack, ofScene, ofAct)[1]!, 6)
    }))
  })

  it('is as opaque as its clip says, as a whole and frame by frame, also in another one', () => {
    const fade = fc.nat({ max: 9 })
    const opacities = fc.record({ opacity: fc.double({ min: 0, max: 1, noNaN: true }), fadeIn: fade, fadeOut: fade })
    const own = ({ opacity, ...fades }: { opacity: number, fadeIn: number, fadeOut: number }) =>
      ({ ...fades, look: { ...picture(1, 0, 1).look, opacity } })
    fc.assert(fc.property(scenes, opacities, opacities, fc.nat({ max: 20 }), (scene, ofScene, ofAct, from) => {
      // Each picture has one value, by its take.
      const shadeOf = (takeId: string | null): number => Number(takeId?.slice(-2)) / 100
      const drawn = (layers: ReturnType<typeof seen>, below: number): number =>
        layers.reduce((all, { takeId, placed }) => all * (1 - placed.opacity) + shadeOf(takeId) * placed.opacity, below)
      const clearIn = (clip: ReturnType<typeof nested>, frame: number): number => placedAt(clip, frame).opacity
      const inAct = nested(200, 0, 60, own(ofScene))
      const act = documentOf(pictureTrack(21, [inAct]))
      const inFilm = nested(1, 5, 50, { in: from, ...own(ofAct) }, actId)
      const film = documentOf(pictureTrack(2, [picture(2, 0, 90)]), pictureTrack(1, [inFilm]))
      const document = flat(film, among({ [sceneId]: scene, [actId]: act }))
      for (let at = 0; at < 50; at++) {
        const [below] = seen(document, 5 + at)
        const base = shadeOf(below!.takeId)
        const inner = from + at < 60 ? seen(scene, from + at) : []
        const shareOf = (under: number, frame: number): number => {
          const share = clearIn(inAct, frame)
          return under * (1 - share) + drawn(inner, under) * share
        }
        const share = clearIn(inFilm, at)
        const wanted = base * (1 - share) + shareOf(base, from + at) * share
        expect(composed(document, 5 + at, shadeOf)).toBeCloseTo(wanted, 9)
      }
    }), { numRuns: 40 })
  })

  it('is the same clip and the same tracks while it is opaque, and none of both edges without pictures', () => {
    const groupsIn = (outer: SequenceDocument, scene: SequenceDocument) =>
      tracksOf(flat(outer, among({ [sceneId]: scene }))).filter(hasGroup).length
    const [pictures, sounds] = [documentOf(pictureTrack(11, [picture(100, 0, 30)])), documentOf(soundTrack(12, [sound(101, 0, 30)]))]
    const [opaque, fading] = [{}, { fadeIn: 4 }].map(has => documentOf(pictureTrack(1, [nested(1, 0, 30, has)])))
    expect([groupsIn(opaque!, pictures), groupsIn(fading!, pictures), groupsIn(fading!, sounds)]).toEqual([0, 1, 0])
  })

  it('is drawn apart as one picture where it has a place or colours, with all that it has on its upper edge', () => {
    const scene = documentOf(pictureTrack(11, [picture(100, 0, 60)]))
    const exposure = [{ at: 0, value: 0.5, easing: 'linear' as const }]
    const [{ look }, grade] = [picture(1, 0, 1), { ...neutralGrade, contrast: 0.3 }]
    const all: [has: object, isApart: boolean][] = [
      ...[[{}, false], [{ fadeIn: 3 }, false], [{ look: { ...look, opacity: 0.4 } }, false]] satisfies [object, boolean][],
      ...[[{ look: { ...look, x: 0.1 } }, true], [{ grade, fadeIn: 3 }, true]] satisfies [object, boolean][],
      [{ keys: { exposure } }, true],
    ]
    for (const [has, isApart] of all) {
      const clip = nested(1, 5, 40, { in: 7, ...has })
      const document = flat(documentOf(pictureTrack(1, [clip])), among({ [sceneId]: scene }))
      expect(tracksOf(document).some(hasApart)).toBe(isApart)
      const layers = stretchAt(resolve(document).stretches, 20)!.layers.map(one => one.clip)
      if (!isApart)
        continue
      expect(layers.map(({ group, takeId }) => group ?? takeId)).toEqual(['begins', picture(100, 0, 1).takeId, 'ends'])
      const [below, , above] = layers
      expect([below!.isApart, above!.isApart, below!.grade, below!.keys]).toEqual([true, true, undefined, undefined])
      for (let offset = 0; offset < 40; offset++) {
        expect(placedAt(above!, offset)).toEqual(placedAt(clip, offset))
        expect(shadeAt(above!, offset)).toEqual(shadeAt(clip, offset))
      }
    }
  })

  describe('at a cut', () => {
    const takes = (document: SequenceDocument, frame: number) => seen(document, frame).map(({ takeId }) => takeId)
    const [a, b, c] = [picture(1, 0, 1).takeId, picture(100, 0, 1).takeId, picture(3, 0, 1).takeId]
    /** A shot, the sequence and a shot on one track, each 30 frames long. */
    const filmOf = (ofScene: object, ofLast: object, sceneLength = 60) => {
      const scene = documentOf(pictureTrack(11, [picture(100, 0, sceneLength, { sourceLength: 90, ...plain })]))
      const clips = [
        picture(1, 0, 30, { sourceLength: 90, ...plain }),
        nested(2, 30, 30, { sourceLength: sceneLength, ...ofScene }),
        picture(3, 60, 30, { sourceLength: 90, ...plain, ...ofLast }),
      ]
      return flat(documentOf(pictureTrack(1, clips)), among({ [sceneId]: scene }))
    }

    it('comes from the clip before it, and the next one from it, each above the other', () => {
      const dissolves = filmOf({ crossIn: 10 }, { crossIn: 8 })
      expect([takes(dissolves, 29), takes(dissolves, 30), takes(dissolves, 39)]).toEqual([[a], [a, null, b, null], [a, null, b, null]])
      expect([takes(dissolves, 40), takes(dissolves, 60), takes(dissolves, 68)]).toEqual([[null, b, null], [null, b, null, c], [c]])
      expect(seen(dissolves, 35)[3]!.placed.opacity).toBe(0.5)
      expect(seen(dissolves, 62).map(({ placed }) => placed.opacity)).toEqual([1, 1, 1, 0.25])
      expect(durationFrames(dissolves)).toBe(90)
    })

    it('moves as the picture that comes, and as the one that leaves', () => {
      const push = { kind: 'push' as const, direction: 'left' as const }
      const film = filmOf({ crossIn: 10, transition: push }, { crossIn: 10, transition: push })
      expect(seen(film, 35).map(({ placed }) => placed.x)).toEqual([-0.5, 0, 0, 0.5])
      expect(seen(film, 65).map(({ placed }) => placed.x)).toEqual([0, 0, -0.5, 0.5])
      expect(tracksOf(film).filter(hasApart)).toHaveLength(1)
    })

    it('stays on its last frame where it has no more, also within another one', () => {
      const film = filmOf({}, { crossIn: 12 }, 35)
      const sources = (frame: number) => seen(film, frame).map(({ source }) => source)
      expect([sources(59), sources(64), sources(65), sources(71)]).toEqual([[29], [34, 4], [34, 5], [34, 11]])
      const act = documentOf(pictureTrack(21, [nested(200, 0, 30, { sourceLength: 30, fadeIn: 4 })]))
      const scene = documentOf(pictureTrack(11, [picture(100, 0, 30, { sourceLength: 90, in: 7, ...plain })]))
      const clips = [nested(1, 0, 30, { sourceLength: 30 }, actId), picture(2, 30, 30, { ...plain, crossIn: 6 })]
      const deep = flat(documentOf(pictureTrack(1, clips)), among({ [sceneId]: scene, [actId]: act }))
      expect(seen(deep, 33).map(({ takeId, source }) => [takeId, source])).toEqual([
        [null, expect.any(Number)],
        [b, 36],
        [null, expect.any(Number)],
        [picture(2, 0, 1).takeId, expect.any(Number)],
      ])
    })

    it('is one part of its track without a transition', () => {
      const film = documentOf(pictureTrack(1, [picture(1, 0, 30), nested(2, 30, 30), picture(3, 60, 30)]))
      const [track] = tracksOf(film)
      expect(tracksOf(flat(film, among({ [sceneId]: documentOf() })))).toEqual([track])
    })
  })

  it('that is missing, disabled, on a muted track or within itself plays nothing and keeps its time', () => {
    const scene = documentOf(pictureTrack(11, [nested(100, 0, 30), picture(101, 30, 30)]))
    const missing = flat(documentOf(pictureTrack(1, [nested(1, 0, 90)])), among({}))
    expect([resolve(missing).stretches, durationFrames(missing)]).toEqual([[], 90])
    const inItself = flat(documentOf(pictureTrack(1, [nested(1, 0, 90)])), among({ [sceneId]: scene }))
    expect(seen(inItself, 10)).toEqual([])
    expect(seen(inItself, 40)).toHaveLength(1)
    for (const off of [pictureTrack(1, [nested(1, 0, 90, { isDisabled: true })]), pictureTrack(1, [nested(1, 0, 90)], { isMuted: true })]) {
      const document = flat(documentOf(off), among({ [sceneId]: scene }))
      expect([seen(document, 40), durationFrames(document)]).toEqual([[], 90])
      expect(nestedIds(documentOf(off))).toEqual([sceneId])
    }
  })

  it('is the same object while nothing of it changes', () => {
    const scene = documentOf(pictureTrack(11, [picture(100, 0, 30)]), soundTrack(12, [sound(101, 0, 30)]))
    const innerOf = among({ [sceneId]: scene })
    const outer = documentOf(pictureTrack(1, [nested(1, 0, 30)]), pictureTrack(2, [picture(2, 0, 30)]))
    const before = flat(outer, innerOf)
    expect(flat(outer, innerOf)).toBe(before)
    const { document } = applyEdits(outer, [{ do: 'move', clipIds: [clipId(2)], byFrames: 5, toTracks: {}, how: 'free' }])
    const after = flat(document, innerOf)
    const innerIds = before.trackIds.filter(id => !outer.trackIds.includes(id))
    expect(innerIds).toHaveLength(2)
    for (const id of innerIds)
      expect(after.tracks[id]).toBe(before.tracks[id])
    const alone = documentOf(pictureTrack(1, [picture(1, 0, 30)]))
    expect(flat(alone, innerOf)).toBe(alone)
  })
})

function newIds(): NewId {
  let last = 7000
  return <Id extends string>() => String(clipId(++last)) as Id
}

describe('taking a nested sequence apart', () => {
  it('leaves what the clip was linked with, which stays linked', () => {
    const scene = documentOf(pictureTrack(11, [picture(100, 0, 30)]))
    for (const isLocked of [false, true]) {
      const outer = documentOf(
        pictureTrack(1, [nested(1, 0, 30, { linkId: clipId(1) })]),
        soundTrack(3, [sound(4, 0, 30, { linkId: clipId(1) })], { isLocked }),
        captionTrack(4, [caption(5, 0, 30, { linkId: clipId(1) })]),
      )
      const { document } = applyEdits(outer, takeApartEdits(outer, clipId(1), scene, newIds())!.edits)
      expect(nestedIds(document)).toEqual([])
      expect(document.trackIds.slice(1).map(id => document.tracks[id])).toEqual(outer.trackIds.slice(1).map(id => outer.tracks[id]))
    }
  })

  it('leaves what is seen and heard as it was', () => {
    fc.assert(fc.property(scenes, fc.nat({ max: 30 }), fc.integer({ min: 1, max: 60 }), (scene, from, length) => {
      // A cut through a fade or a dissolve leaves the rest of it out, as in every clip that is cut.
      const whole = from === 0 && length >= durationFrames(scene)
      const outer = documentOf(
        pictureTrack(1, [nested(1, 20, length, { in: from, nested: { sequenceId: sceneId, gainDb: -2 } })]),
        pictureTrack(2, [picture(2, 0, 10), picture(3, 20, 5)]),
        soundTrack(3, [sound(4, 0, 40)]),
      )
      const { edits, clipIds } = takeApartEdits(outer, clipId(1), scene, newIds())!
      const { document } = applyEdits(outer, edits)
      expect(nestedIds(document)).toEqual([])
      expect(clipIds.every(id => findClip(document, id) !== null)).toBe(true)
      const before = flat(outer, among({ [sceneId]: scene }))
      for (let at = 0; at < 90; at++) {
        const [is, was] = [seen(document, at), seen(before, at)]
        if (whole) {
          expect(is).toEqual(was)
          expect(heard(document, sampleOfFrame(at, rate) + 9)).toEqual(heard(before, sampleOfFrame(at, rate) + 9))
        }
        else {
          expect(is.at(-1)?.takeId).toEqual(was.at(-1)?.takeId)
        }
      }
    }))
  })
})

it('taking a sequence apart names what single clips do not get', () => {
  const { look } = picture(1, 0, 1)
  const key = [{ at: 0, value: 0.5, easing: 'linear' as const }]
  const lost = (has: object, inner = documentOf()) => lostApart(nested(1, 0, 30, has) as NestedClip, inner)
  expect(lost({})).toEqual([])
  expect(lost({ look: { ...look, scale: 2, opacity: 0.5 } })).toEqual(['transform', 'look'])
  expect(lost({ keys: { cropLeft: key, opacity: key, tint: key }, fadeOut: 2 })).toEqual(['transform', 'look', 'colour', 'fades'])
  expect(lost({ speed: 200, isReversed: true })).toEqual([])
  expect(lost({ isReversed: true }, documentOf(soundTrack(11, [sound(1, 0, 30)])))).toEqual(['speed'])
  expect(lost({ grade: { ...neutralGrade, exposure: 1 } })).toEqual(['colour'])
  expect(lost({ backdrop: { blur: 4 } })).toEqual(['backdrop'])
})

it('attributes are pasted from a shot to a sequence, and from that to a shot', () => {
  const grade = { ...neutralGrade, exposure: 1 }
  const { look } = picture(1, 0, 1)
  const keys = { rotation: [{ at: 500, value: 30, easing: 'ease' as const }] }
  const has = { look: { ...look, x: 0.2, scale: 0.5, opacity: 0.7 }, grade, keys }
  for (const isFromShot of [true, false]) {
    const shot = picture(1, 0, 30, { sourceLength: 90, ...plain, ...isFromShot && has })
    const scene = nested(2, 30, 30, { ...!isFromShot && has })
    const document = documentOf(pictureTrack(1, [shot, scene]))
    const [from, to] = isFromShot ? [shot, scene] : [scene, shot]
    const source = { clips: [from], rate }
    expect(attributesFor(document, source, [to.id])).toEqual(expect.arrayContaining(['transform', 'look', 'colour', 'fades']))
    const edits = attributeEdits(document, source, [to.id], new Set(['transform', 'look', 'colour']))
    expect(findClip(applyEdits(document, edits).document, to.id)?.clip).toMatchObject(has)
  }
})

describe('taking a panned sequence apart', () => {
  it('pans the tracks of its clips: exactly where these had no pan, else in whole percent', () => {
    const pans = fc.integer({ min: -99, max: 99 })
    fc.assert(fc.property(pans, pans, pans, (ofClip, ofTrack, pan) => {
      for (const track of [0, ofTrack]) {
        const scene = documentOf(soundTrack(11, [sound(100, 0, 30, { pan: ofClip })], { pan: track }))
        const outer = documentOf(pictureTrack(1, [nested(1, 0, 30, { nested: { sequenceId: sceneId, pan } })]), soundTrack(2, []))
        const { edits } = takeApartEdits(outer, clipId(1), scene, newIds())!
        const sidesIn = (document: SequenceDocument): number[] => {
          const [event] = soundEvents(document)
          const loud = event!.levels[0]!.amplitude
          return [loud * (event!.balance?.left ?? 1), loud * (event!.balance?.right ?? 1)]
        }
        const [is, was] = [sidesIn(applyEdits(outer, edits).document), sidesIn(flat(outer, among({ [sceneId]: scene })))]
        is.forEach((side, at) => expect(Math.abs(side - was[at]!)).toBeLessThan(track === 0 ? 1e-9 : 0.008))
      }
    }))
  })
})

describe('making a nested sequence of clips', () => {
  it('leaves what is seen and heard as it was', () => {
    fc.assert(fc.property(scenes, fc.array(fc.boolean(), { minLength: 15, maxLength: 15 }), (scene, chosen) => {
      const all = tracksOf(scene).flatMap(track => clipsOf(track))
      const clipIds = all.filter((_, at) => chosen[at]).map(({ id }) => id)
      fc.pre(clipIds.length > 0)
      const made = makeNestedEdits(scene, { clipIds, sequenceId: sceneId, name: 'Inner', newId: newIds() })!
      const inner = applyEdits(scene, made.inner).document
      const outer = applyEdits(scene, made.outer).document
      expect(nestedIds(outer)).toEqual([sceneId])
      expect(tracksOf(inner).flatMap(track => clipsOf(track).map(({ id }) => id)).sort()).toEqual([...clipIds].sort())
      expect(durationFrames(outer)).toBe(durationFrames(scene))
      const document = flat(outer, among({ [sceneId]: inner }))
      for (let at = 0; at < durationFrames(scene); at++)
        expect(heard(document, sampleOfFrame(at, rate) + 9)).toEqual(heard(scene, sampleOfFrame(at, rate) + 9))
      if (clipIds.length < all.length)
        return
      for (let at = 0; at < durationFrames(scene); at++)
        expect(seen(document, at)).toEqual(seen(scene, at))
    }))
  })

  it('takes what is linked along, and nothing from locked tracks', () => {
    const film = documentOf(
      pictureTrack(1, [picture(1, 10, 30, { linkId: clipId(1) }), picture(2, 40, 30)]),
      soundTrack(2, [sound(3, 10, 30, { linkId: clipId(1) })]),
      soundTrack(4, [sound(4, 0, 30)], { isLocked: true }),
    )
    const wish = { sequenceId: sceneId, name: 'Inner', newId: newIds() }
    const made = makeNestedEdits(film, { ...wish, clipIds: [clipId(1)] })!
    expect(applyEdits(film, made.inner).document).toMatchObject({ name: 'Inner', trackIds: [trackId(1), trackId(2)] })
    const found = findClip(applyEdits(film, made.outer).document, made.clipId)
    expect(found).toMatchObject({ track: { id: trackId(1) }, clip: { start: 10, length: 30 } })
    expect(makeNestedEdits(film, { ...wish, clipIds: [clipId(4)] })).toBeNull()
    expect(makeNestedEdits(film, { ...wish, clipIds: [] })).toBeNull()
  })
})

it('a clip of a sequence has a look, colours, fades, a transition and a speed, but no end beyond the sequence', () => {
  const outer = documentOf(pictureTrack(1, [nested(1, 0, 30), picture(2, 30, 30)]))
  const because = (edit: SequenceEdit) => {
    try {
      applyEdits(outer, [edit])
      return null
    }
    catch (error) {
      return error instanceof EditRefusedError ? error.because : 'broken'
    }
  }
  const { look } = picture(1, 0, 1)
  const key = [{ at: 0, value: 0.5, easing: 'linear' as const }]
  const given = [
    ...[{ look: { ...look, opacity: 0.5 } }, { fadeIn: 3 }, { fadeOut: 3 }, { keys: { opacity: key } }],
    ...[{ crossIn: 3 }, { transition: { kind: 'zoom' as const } }],
    ...[{ look: { ...look, x: 0.5, rotation: 20 } }, { keys: { x: key, exposure: key } }, { grade: { ...neutralGrade, exposure: 1 } }],
  ]
  for (const values of given)
    expect(because({ do: 'setPicture', clipIds: [clipId(1)], values })).toBe(null)
  expect(because({ do: 'setSpeed', clipIds: [clipId(1)], speed: 50, ripples: true })).toBe(null)
  expect(because({ do: 'setReversed', clipIds: [clipId(1)], isReversed: true })).toBe(null)
  expect(because({ do: 'setNestedGain', clipIds: [clipId(2)], gainDb: 3 })).toBe('wrong-track')
  expect(because({ do: 'setNestedPan', clipIds: [clipId(2)], pan: 3 })).toBe('wrong-track')
  const centred = applyEdits(outer, [
    { do: 'setNestedPan', clipIds: [clipId(1)], pan: 30 },
    { do: 'setNestedGain', clipIds: [clipId(1)], gainDb: -3 },
    { do: 'setNestedPan', clipIds: [clipId(1)], pan: 0 },
  ]).document
  expect((findClip(centred, clipId(1))?.clip as PictureClip).nested).toEqual({ sequenceId: sceneId, gainDb: -3 })
  const edited = applyEdits(outer, [
    { do: 'setNestedGain', clipIds: [clipId(1)], gainDb: -3 },
    { do: 'setNested', sequenceId: sceneId, frames: 40 },
  ]).document
  expect(findClip(edited, clipId(1))?.clip).toMatchObject({ sourceLength: 40, nested: { sequenceId: sceneId, gainDb: -3 } })
  const shorter = applyEdits(edited, [{ do: 'setNested', sequenceId: sceneId, frames: 10 }]).document
  expect(findClip(shorter, clipId(1))?.clip).toMatchObject({ length: 30, sourceLength: 30 })
})

describe('ducking', () => {
  const ducking = { amountDb: -14, attackMs: 150, releaseMs: 500 }
  const speech = (number: number, start: number) =>
    soundTrack(number, [sound(number, start, 10)], { kind: 'speech' })
  it('lowers the outer music under speech inside, and not the inner music under speech outside', () => {
    const scene = documentOf(speech(11, 10), soundTrack(12, [sound(12, 0, 60)], { ducking }))
    const outer = documentOf(pictureTrack(1, [nested(1, 100, 60)]), speech(2, 140), soundTrack(3, [sound(3, 0, 200)], { ducking }))
    const document = flat(outer, among({ [sceneId]: scene }))
    const audible = audibleTracks(document)
    const lows = audible.filter(track => track.ducking).map(track =>
      duckingCurve(track, audible)!.filter(({ db }) => db === -14).map(({ at }) => Math.round(at / 1600)))
    expect(lows).toEqual([[110, 120], [110, 120, 140, 150]])
  })
})

it('captions come to the track of their language in its style, or are drawn on one of their own', () => {
  const scene = documentOf(captionTrack(11, [caption(100, 0, 40), caption(101, 40, 20)], { language: 'en' }))
  const outer = documentOf(pictureTrack(1, [nested(1, 60, 40, { in: 10 })]), captionTrack(2, [caption(2, 0, 30)], { language: 'en' }))
  const innerOf = among({ [sceneId]: scene })
  const document = flat(outer, innerOf)
  expect(captionGroups(document)).toHaveLength(1)
  expect(captionGroups(document)[0]?.track.id).toBe(trackId(2))
  expect(resolve(document).captions.map(({ clip }) => [clip.text, clip.start, clip.length]))
    .toEqual([['words 2', 0, 30], ['words 100', 60, 30], ['words 101', 90, 10]])
  const twice = flat(documentOf(pictureTrack(1, [nested(1, 0, 60), nested(2, 60, 60)])), innerOf)
  expect(captionGroups(twice)).toHaveLength(1)
  expect(resolve(twice).captions).toHaveLength(4)
})

describe('what a nested clip shows', () => {
  const shot = (number: number, start: number, length: number, has = {}) => picture(number, start, length, { sourceLength: 300, ...has })
  const scene = documentOf(
    pictureTrack(1, [shot(1, 0, 40), shot(2, 40, 40), shot(3, 80, 20, { isDisabled: true })]),
    pictureTrack(2, [shot(4, 60, 10), picture(5, 70, 10, { takeId: null })]),
    pictureTrack(3, [shot(6, 0, 80)], { isMuted: true }),
  )
  const outer = documentOf(pictureTrack(10, [nested(20, 100, 50, { in: 20, sourceLength: 80 }), shot(21, 200, 30)]))
  const film = flat(outer, among({ [sceneId]: scene }))

  it('is each picture of its part, the lowest first, where it is on the outer tracks', () => {
    expect(shownInside(film, clipId(20)).map(({ clip, from, until }) => [clip.takeId, from, until])).toEqual([
      [takeId(1), 100, 120],
      [takeId(2), 120, 150],
      [takeId(4), 140, 150],
    ])
    expect([shownInside(film, clipId(21)), shownInside(outer, clipId(20))]).toEqual([[], []])
  })

  it('gives the moments between which a gap is filled, and those that a match frame opens', () => {
    const gap = gapAt(outer, trackId(10), 170)!
    const { first, last } = momentsAround(gap, film)
    // Frame 69 of the scene is the tenth of the upper shot.
    expect([first?.takeId, Math.floor(first!.seconds * 30)]).toEqual([takeId(4), 9])
    expect(last?.takeId).toBe(takeId(21))
    expect(momentsAround(gap, outer).first).toBeNull()
    const at = (frame: number) => matchAt(film, frame, new Set([clipId(20)]))?.moment
    expect(Math.floor(at(125)!.seconds * 30)).toBe(5)
    expect([100, 125, 145, 149, 150].map(frame => at(frame)?.takeId)).toEqual([takeId(1), takeId(2), takeId(4), takeId(4), undefined])
  })
})
