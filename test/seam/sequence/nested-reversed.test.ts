/** Keys and points inside a nested sequence that plays backwards: the same moments, as it plays and in the clips that it is taken apart into. */
import type { GainPoint, Keys, PanPoint, PictureClip, SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceId } from '#contract/words.ts'
import type { NestedClip } from '#rules/sequence/nested/nested-clips.ts'
import type { SoundPoint } from '#rules/sequence/sound-points.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { sampleOfFrame } from '#rules/sequence/frames.ts'
import { soundEvents } from '#rules/sequence/levels.ts'
import { flat } from '#rules/sequence/nested/flat.ts'
import { takeApartEdits } from '#rules/sequence/nested/take-apart.ts'
import { offsetIn, placedAt, resolve, sourceFrameAt, stretchAt } from '#rules/sequence/resolve.ts'
import { gainPoints, panPoints } from '#rules/sequence/sound-points.ts'
import { clipId, documentOf, picture, pictureTrack, rate, sound, soundTrack } from '../../kit/sequence.ts'

const sceneId = '00000000-0000-7000-8000-000000009001' as SequenceId
const frames = 60

const easing = fc.constantFrom('linear' as const, 'ease' as const, 'hold' as const)
/** In frames. */
const places = fc.uniqueArray(fc.nat({ max: frames }), { minLength: 2, maxLength: 5 }).map(all => all.sort((a, b) => a - b))
const keys = places.chain(all => fc.tuple(...all.map(at =>
  fc.record({ at: fc.constant(at * 100), value: fc.integer({ min: 0, max: 10 }).map(tenths => tenths / 10), easing }))))
const pictureKeys: fc.Arbitrary<Keys> = fc.record({ x: keys, opacity: keys, rotation: keys })
const sampleAt = (frame: number): number => sampleOfFrame(frame, rate)
function points(least: number, most: number): fc.Arbitrary<SoundPoint[]> {
  return places.chain(all => fc.tuple(...all.map(at =>
    fc.record({ at: fc.constant(sampleAt(at)), value: fc.integer({ min: least, max: most }), easing }))))
}
const gains: fc.Arbitrary<GainPoint[]> = points(-12, 0).map(gainPoints)
const pans: fc.Arbitrary<PanPoint[]> = points(-80, 80).map(panPoints)

interface Has { readonly still: Keys, readonly shot: Keys, readonly gain: GainPoint[], readonly pan: PanPoint[] }
const has: fc.Arbitrary<Has> = fc.record({ still: pictureKeys, shot: pictureKeys, gain: gains, pan: pans })

function sceneOf({ still, shot, gain, pan }: Has, ramped: Partial<PictureClip> = {}): SequenceDocument {
  return documentOf(
    pictureTrack(11, [picture(100, 0, frames, { sourceLength: null, keys: still })]),
    pictureTrack(12, [picture(101, 0, frames, { sourceLength: 400, keys: shot, ...ramped })]),
    soundTrack(13, [sound(120, 0, frames, { sourceLength: sampleAt(400), points: gain })]),
    soundTrack(14, [sound(121, 0, frames, { sourceLength: sampleAt(400), panPoints: pan })]),
  )
}

function reversed(speed: number, more: Partial<PictureClip> = {}): NestedClip {
  const plain = { takeId: null, sourceLength: frames, speed, isReversed: true as const, nested: { sequenceId: sceneId } }
  return picture(1, 30, frames * 100 / speed, { ...plain, ...more }) as NestedClip
}

/** By take, from the bottom. */
function seen(document: SequenceDocument, frame: number) {
  const stretch = stretchAt(resolve(document).stretches, frame)
  return (stretch?.layers ?? []).filter(({ clip }) => !clip.group).map((layer) => {
    const at = offsetIn(layer, stretch!, frame)
    return { takeId: layer.clip.takeId, source: sourceFrameAt(layer.clip, at), placed: placedAt(layer.clip, at) }
  })
}

/** By take: how loud it is on each side. */
function loud(document: SequenceDocument, at: number): Map<string, number[]> {
  const amplitude = (levels: readonly { at: number, amplitude: number }[], place: number): number => {
    const next = Math.max(1, levels.findIndex(level => level.at > place))
    const [a, b] = [levels[next - 1]!, levels[next] ?? levels[next - 1]!]
    return a.amplitude + (b.at === a.at ? 0 : (b.amplitude - a.amplitude) * (place - a.at) / (b.at - a.at))
  }
  return new Map(soundEvents(document).filter(({ start, length }) => start <= at && start + length > at).map(event => [
    event.clip.takeId,
    (event.sides ? [event.sides.left, event.sides.right] : [event.levels]).map(levels => amplitude(levels, at - event.start)),
  ]))
}

function apart(clip: NestedClip, scene: SequenceDocument): { film: SequenceDocument, document: SequenceDocument } {
  let last = 5000
  const outer = documentOf(pictureTrack(1, [clip]))
  const { edits } = takeApartEdits(outer, clip.id, scene, <Id extends string>(): Id => String(clipId(++last)) as Id)!
  return { film: flat(outer, id => id === sceneId ? scene : null), document: applyEdits(outer, edits).document }
}

it('are seen where the sequence shows them, and heard where it has them', () => {
  fc.assert(fc.property(has, fc.constantFrom(50, 100, 200), (own, speed) => {
    const [scene, clip] = [sceneOf(own), reversed(speed)]
    const { film } = apart(clip, scene)
    for (let at = 0; at < clip.length; at++)
      expect(seen(film, clip.start + at)).toEqual(seen(scene, sourceFrameAt(clip, at)))
    const end = sampleAt(clip.start + clip.length)
    for (let at = sampleAt(clip.start) + 500; at < end; at += 1777) {
      const there = loud(scene, Math.round((end - at) * speed / 100))
      for (const [takeId, sides] of loud(film, at))
        sides.forEach((amplitude, side) => expect(amplitude).toBeCloseTo(there.get(takeId)![side]!, 1))
    }
  }), { numRuns: 25 })
})

it('are at the same moments in the clips that it is taken apart into', () => {
  fc.assert(fc.property(has, fc.constantFrom(100, 50, 200), (own, speed) => {
    const [scene, clip] = [sceneOf(own), reversed(speed)]
    const { film, document } = apart(clip, scene)
    for (let at = clip.start; at < clip.start + clip.length; at++) {
      const [is, was] = [seen(document, at), seen(film, at)]
      expect(is).toHaveLength(was.length)
      // Where a frame is seen twice, keys are half a frame apart.
      if (speed === 100)
        is.forEach((one, index) => expectAlike(one.placed, was[index]!.placed))
    }
    for (let at = sampleAt(clip.start) + 500; at < sampleAt(clip.start + clip.length); at += 1777) {
      const was = loud(film, at)
      for (const [takeId, sides] of loud(document, at))
        sides.forEach((amplitude, side) => expect(amplitude).toBeCloseTo(was.get(takeId)![side]!, 1))
    }
  }), { numRuns: 25 })
})

it('stay on the pictures of a shot whose speed changes, at another speed too', () => {
  const points = [{ at: 0, speed: 50, easing: 'linear' as const }, { at: 40, speed: 200, easing: 'linear' as const }]
  const ramp = { at: 0, from: 0, points }
  const rotation = [{ at: 0, value: 0, easing: 'linear' as const }, { at: frames * 100, value: frames, easing: 'linear' as const }]
  const scene = (has: object): SequenceDocument =>
    documentOf(pictureTrack(12, [picture(101, 0, frames, { sourceLength: 400, keys: { rotation }, ramp, ...has })]))
  for (const speed of [50, 100, 200]) {
    for (const isTurned of [false, true]) {
      for (const more of [{}, { isReversed: undefined }]) {
        const clip = reversed(speed, more)
        const { film, document } = apart(clip, scene(isTurned ? { isReversed: true } : {}))
        for (let at = clip.start; at < clip.start + clip.length; at++) {
          const [is, was] = [seen(document, at)[0]!, seen(film, at)[0]!]
          expect(Math.abs(is.placed.rotation - was.placed.rotation)).toBeLessThan(speed / 100 + 0.01)
        }
      }
    }
  }
})

it('stay on the pictures of a shot in a sequence whose own speed changes backwards', () => {
  const ramp = { at: 0, from: 0, points: [{ at: 0, speed: 100, easing: 'linear' as const }] }
  fc.assert(fc.property(has, (own) => {
    const { film, document } = apart(reversed(100, { ramp }), sceneOf(own))
    for (let at = 30; at < 30 + frames; at++) {
      const [is, was] = [seen(document, at), seen(film, at)]
      is.forEach((one, index) => expectAlike(one.placed, was[index]!.placed))
    }
  }), { numRuns: 25 })
})

function expectAlike(is: object, was: object): void {
  for (const [name, value] of Object.entries(is).filter(([, value]) => typeof value === 'number'))
    expect(value as number, name).toBeCloseTo(Reflect.get(was, name) as number, 1)
}
