import type { PictureClip } from '#contract/sequence-document.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clipsOf, findClip, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import {
  clipsAtCutNear,
  crossFadeEdits,
  crossFadeLengthEdits,
  materialAfter,
  missingMaterial,
  transitionEdits,
} from '#rules/sequence/edit/cross-fades.ts'
import { EditRefusedError } from '#rules/sequence/edit/refused.ts'
import { soundEvents } from '#rules/sequence/levels.ts'
import { sourceFrameAt } from '#rules/sequence/resolve.ts'
import { withOwnTakes } from '../../../kit/kept-clips.ts'
import { clipId, documentOf, picture, pictureTrack, sound, soundTrack, trackId } from '../../../kit/sequence.ts'
import { documents, editsOf } from '../edits.ts'

function shot(number: number, start: number, length: number, has: Partial<PictureClip> = {}): PictureClip {
  return picture(number, start, length, { sourceLength: 100, ...has })
}

describe('cross-fades at the cuts of a selection', () => {
  const film = documentOf(
    pictureTrack(1, [shot(1, 0, 90), shot(2, 90, 30), shot(3, 120, 8, { crossIn: 4 }), shot(4, 140, 30)]),
    soundTrack(2, [sound(5, 0, 90), sound(6, 90, 30, { linkId: clipId(9) })]),
  )
  it('are set at every cut that has none, with those of linked sounds', () => {
    const { edits, frozenSeconds } = crossFadeEdits(film, [2, 3, 4, 6].map(clipId))
    expect(edits).toEqual([
      { do: 'setPicture', clipIds: [clipId(2)], values: { crossIn: 15 } },
      { do: 'setSound', clipIds: [clipId(6)], values: { crossIn: 24_000 } },
    ])
    // Ten frames are left of fifteen.
    expect(frozenSeconds).toBeCloseTo(5 / 30)
  })

  it('are removed where all have one, and undo returns the same document', () => {
    const { edits, frozenSeconds } = crossFadeEdits(film, [clipId(3)])
    expect([edits, frozenSeconds]).toEqual([[{ do: 'setPicture', clipIds: [clipId(3)], values: { crossIn: 0 } }], 0])
    expect(crossFadeEdits(applyEdits(film, edits).document, [clipId(3)]).edits).toMatchObject([{ values: { crossIn: 8 } }])
  })

  it('are at the cut that is nearest to the playhead, on the tracks that are targets', () => {
    const both = [clipId(2), clipId(6)]
    expect([80, 104, 106].map(frame => clipsAtCutNear(film, frame, 30))).toEqual([both, both, [clipId(3)]])
    expect([clipsAtCutNear(film, 50, 30), clipsAtCutNear(film, 140, 10)]).toEqual([[], []])
    const silent = documentOf(pictureTrack(1, [shot(1, 0, 90), shot(2, 90, 30)], { isTarget: false }))
    expect(clipsAtCutNear(silent, 90, 30)).toEqual([])
  })

  it('need a clip that plays until the cut, on an unlocked track', () => {
    const locked = documentOf(pictureTrack(1, [shot(1, 0, 90), shot(2, 90, 30)], { isLocked: true }))
    const disabled = documentOf(pictureTrack(1, [shot(1, 0, 90, { isDisabled: true }), shot(2, 90, 30)]))
    const found = [film, locked, disabled].map(document => crossFadeEdits(document, [clipId(1), clipId(document === film ? 4 : 2)]).edits)
    expect(found).toEqual([[], [], []])
  })
})

it('a last frame freezes exactly while a frame behind the source is asked for', () => {
  fc.assert(fc.property(
    fc.record({
      ...{ in: fc.nat(60), length: fc.integer({ min: 1, max: 40 }), speed: fc.integer({ min: 10, max: 400 }) },
      ...{ more: fc.nat(50), crossIn: fc.nat(60), isReversed: fc.boolean() },
    }),
    ({ in: from, length, speed, more, crossIn, isReversed }) => {
      const sourceLength = from + Math.ceil(length * speed / 100) + more
      const clip = shot(1, 0, length, { in: from, speed, sourceLength, ...isReversed && { isReversed } })
      // The same clip within a source that has enough on both sides shows what would be asked for.
      const endless = { ...clip, in: from + 10_000, sourceLength: 30_000 }
      const frozen = Array.from({ length: crossIn }, (_, at) => length + at)
        .filter(offset => sourceFrameAt(clip, offset) !== sourceFrameAt(endless, offset) - 10_000)
      expect(missingMaterial(clip, { crossIn, length: 1000 })).toBe(frozen.length)
    },
  ))
  expect([materialAfter(picture(1, 0, 30)), materialAfter(shot(1, 0, 30, { isFrozen: true }))]).toEqual([Infinity, Infinity])
})

describe('the curve of a cross-fade of sound', () => {
  /** Amplitudes of both sounds at shares of the cross-fade. */
  function during(crossCurve: 'equal-power' | 'linear' | 's-curve' | undefined): [leaving: number, coming: number][] {
    const first = sound(1, 0, 30, { sourceLength: 480_000 })
    const second = sound(2, 30, 30, { crossIn: 16_000, ...crossCurve && { crossCurve } })
    const [one, other] = soundEvents(documentOf(soundTrack(1, [first, second])))
    const at = (event: typeof one, place: number): number => event?.levels.find(level => level.at === place)?.amplitude ?? Number.NaN
    return Array.from({ length: 17 }, (_, step) => [at(one, 48_000 + step * 1000), at(other, step * 1000)])
  }

  it.each(['equal-power', undefined] as const)('keeps the power of two different sounds: %s', (curve) => {
    for (const [leaving, coming] of during(curve))
      expect(leaving ** 2 + coming ** 2).toBeCloseTo(1)
  })

  it.each(['linear', 's-curve'] as const)('keeps the amplitude of two parts of the same sound: %s', (curve) => {
    const levels = during(curve)
    for (const [leaving, coming] of levels)
      expect(leaving + coming).toBeCloseTo(1)
    expect(levels[4]?.[1]).toBeCloseTo(curve === 'linear' ? 0.25 : 0.15625)
  })

  it('is that of its own cut only: a later part of the clip has none', () => {
    const film = documentOf(soundTrack(1, [sound(1, 0, 30), sound(2, 30, 30, { crossIn: 9600, crossCurve: 'linear' })]))
    const { document } = applyEdits(film, [{ do: 'split', atFrame: 45, pieces: [{ clipId: clipId(2), newId: clipId(3) }] }])
    const clips = Object.values(Object.values(document.tracks)[0]?.clips ?? {})
    expect(clips.map(clip => 'crossCurve' in clip && clip.crossCurve)).toEqual([false, 'linear', false])
  })
})

describe('the transition of a picture', () => {
  const wipe = { kind: 'wipe', direction: 'left', softness: 0 } as const
  const shots = documentOf(
    pictureTrack(1, [
      shot(1, 0, 60),
      shot(2, 60, 30, { linkId: clipId(90) }),
      shot(3, 90, 8, { crossIn: 4, transition: { kind: 'zoom' } }),
    ]),
    soundTrack(2, [sound(6, 0, 60), sound(7, 60, 30, { linkId: clipId(90) })]),
  )
  const transitionsOf = (edits: Parameters<typeof applyEdits>[1], of = shots) =>
    clipsOf(applyEdits(of, edits).document.tracks[trackId(1)]!).map(clip => 'look' in clip ? [clip.crossIn, clip.transition?.kind] : [])

  it('is the chosen one at new cross-fades, and of the chosen length; those that are there stay', () => {
    const { edits } = crossFadeEdits(shots, [clipId(2), clipId(3)], { transition: wipe, seconds: 1 })
    expect(transitionsOf(edits)).toEqual([[0, undefined], [30, 'wipe'], [4, 'zoom']])
    const soundAfter = clipsOf(applyEdits(shots, edits).document.tracks[trackId(2)]!)[1]
    expect(soundAfter).toMatchObject({ crossIn: 48_000 })
  })

  it('is given to cuts that have one, which keep their length, and to those that have none', () => {
    const { edits, frozenSeconds } = transitionEdits(shots, [clipId(2), clipId(3)], { transition: wipe, seconds: 0.2 })
    expect(transitionsOf(edits)).toEqual([[0, undefined], [6, 'wipe'], [4, 'wipe']])
    expect(frozenSeconds).toBe(0)
    const back = transitionEdits(shots, [clipId(3)], { transition: null, seconds: 0.2 })
    expect(transitionsOf(back.edits)).toEqual([[0, undefined], [0, undefined], [4, undefined]])
    expect(transitionEdits(shots, [clipId(1)], { transition: wipe, seconds: 0.2 }).edits).toEqual([])
  })

  it('changes its length with that of the linked sound, and without a length there is none', () => {
    const both = applyEdits(shots, crossFadeEdits(shots, [clipId(2)], { transition: wipe, seconds: 0.5 }).edits).document
    const longer = applyEdits(both, crossFadeLengthEdits(both, clipId(2), 0.8).edits).document
    expect(clipsOf(longer.tracks[trackId(2)]!)[1]).toMatchObject({ crossIn: 38_400 })
    expect(transitionsOf([], longer)[1]).toEqual([24, 'wipe'])
    const none = applyEdits(longer, crossFadeLengthEdits(longer, clipId(2), 0).edits).document
    expect(clipsOf(none.tracks[trackId(2)]!)[1]).toMatchObject({ crossIn: 0 })
    expect(findClip(none, clipId(2))!.clip).not.toHaveProperty('transition')
  })

  it('stays with the clip that comes through all edits, but for one that cuts off its beginning', () => {
    fc.assert(fc.property(
      documents.map(withOwnTakes).chain(document => fc.tuple(fc.constant(document), fc.array(editsOf(document), { maxLength: 5 }))),
      ([document, edits]) => {
        let now = document
        for (const edit of edits) {
          try {
            now = applyEdits(now, [edit]).document
          }
          catch (error) {
            if (!(error instanceof EditRefusedError))
              throw error
          }
          for (const clip of tracksOf(now).flatMap(track => clipsOf(track))) {
            if (!('look' in clip))
              continue
            expect(clip.crossIn).toBeLessThanOrEqual(clip.length + (clip.crossBefore ?? 0))
            expect('transition' in clip && clip.crossIn === 0).toBe(false)
            const before = findClip(document, clip.id)?.clip
            const isSet = edits.some(each => each.do === 'setPicture' && each.clipIds.includes(clip.id))
            if (before && 'look' in before && !isSet && clip.crossIn > 0)
              expect(clip.transition).toEqual(before.transition)
          }
        }
      },
    ), { numRuns: 200 })
  })
})
