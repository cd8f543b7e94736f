/** Transitions of which a part is before the cut: what plays is what a roll and a transition after its cut would play. */
import type { PictureClip, SequenceDocument, SoundClip } from '#contract/sequence-document.ts'
import type { SequenceId } from '#contract/words.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aligned, mostBefore } from '#rules/sequence/aligned.ts'
import { clipsOf, durationFrames, endOf, findClip, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import {
  alignmentEdits,
  alignmentOf,
  alignments,
  crossFadeLengthEdits,
  crossFadeSpanEdits,
  missingBefore,
  missingMaterial,
} from '#rules/sequence/edit/cross-fades.ts'
import { isPlayed } from '#rules/sequence/edit/draft.ts'
import { EditRefusedError } from '#rules/sequence/edit/refused.ts'
import { sampleOfFrame } from '#rules/sequence/frames.ts'
import { soundEvents } from '#rules/sequence/levels.ts'
import { placedAt, resolve, sourceFrameAt, stretchAt } from '#rules/sequence/resolve.ts'
import { withOwnTakes } from '../../kit/kept-clips.ts'
import { clipId, documentOf, picture, pictureTrack, rate, sound, soundTrack, trackId } from '../../kit/sequence.ts'
import { transitions } from './arbitrary.ts'
import { documents, editsOf } from './edits.ts'

const cut = 60
function film(has: Partial<PictureClip>, before: Partial<PictureClip> = {}): SequenceDocument {
  return documentOf(pictureTrack(1, [
    picture(1, 0, cut, { sourceLength: 400, in: 100, ...before }),
    picture(2, cut, 50, { sourceLength: 400, in: 100, ...has }),
  ]))
}
/** What is seen at each frame: of which clip, which picture of its source, and how. */
function seenIn(document: SequenceDocument): unknown[] {
  const { stretches, durationFrames: frames } = resolve(aligned(document))
  return Array.from({ length: frames }, (_, frame) => {
    const stretch = stretchAt(stretches, frame)
    return stretch?.layers.map(({ clip, offset }) => {
      const at = offset + frame - stretch.startFrame
      return [clip.id, sourceFrameAt(clip, at), placedAt(clip, at)]
    })
  })
}

/** Another sequence as a clip. */
const scene = { takeId: null, nested: { sequenceId: '0192f0c1-0000-7000-8000-00000000aaaa' as SequenceId } }

const fades = fc.record({
  ...{ crossIn: fc.integer({ min: 1, max: 40 }), part: fc.nat(40) },
  transition: fc.option(transitions, { nil: undefined }),
})

describe('a transition that is before its cut, in part or as a whole', () => {
  it('plays as after a roll by that part', () => {
    fc.assert(fc.property(fades, fc.constantFrom<Partial<PictureClip>>(
      ...[{}, { sourceLength: null, in: 0 }, { isFrozen: true as const }, { isReversed: true as const }, { speed: 200 }],
      { keys: { x: [{ at: 9000, value: 0, easing: 'ease' }, { at: 12_000, value: 0.4, easing: 'linear' }] } },
      { ramp: { at: 40, from: 10_000, points: [{ at: 0, speed: 50, easing: 'ease' }, { at: 90, speed: 200, easing: 'linear' }] } },
      ...[scene, { ...scene, speed: 37 }, { ...scene, speed: 150, isReversed: true as const }],
    ), ({ crossIn, part, transition }, has) => {
      const crossBefore = Math.min(part, crossIn)
      const crosses = { crossIn, ...transition && { transition } }
      const centred = film({ ...has, ...crosses, ...crossBefore > 0 && { crossBefore } }, has)
      const roll = { do: 'roll', clipId: clipId(2), byFrames: -crossBefore } as const
      const rolled = applyEdits(film({ ...has, ...crosses }, has), crossBefore > 0 ? [roll] : []).document
      expect(seenIn(centred)).toEqual(seenIn(rolled))
    }))
  })

  it('waits in the first frame where its source has no more before, and in the last frame of the clip before', () => {
    const crossed = film({ in: 4, crossIn: 20, crossBefore: 12 }, { in: 337 })
    const { stretches } = resolve(aligned(crossed))
    const [leaving, coming] = stretchAt(stretches, cut - 1)!.layers
    const at = (offset: number) => sourceFrameAt(coming!.clip, offset)
    expect(Array.from({ length: 14 }, (_, offset) => at(offset))).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5])
    expect(sourceFrameAt(leaving!.clip, cut + 7)).toBe(399)
    const [one, other] = clipsOf(crossed.tracks[trackId(1)]!) as PictureClip[]
    expect([missingBefore(one!, other!), missingMaterial(one!, other!)]).toEqual([8, 5])
  })

  it('begins where a sound does that has no more before, and has its curve after a roll', () => {
    const clips = (has: Partial<SoundClip>) => documentOf(soundTrack(1, [
      sound(1, 0, 60, { sourceLength: 960_000 }),
      sound(2, 60, 60, { sourceLength: 960_000, crossIn: 24_000, crossCurve: 's-curve', ...has }),
    ]))
    const heard = (document: SequenceDocument) =>
      soundEvents(aligned(document)).map(({ start, length, levels, clip }) => [start, length, levels, clip.in])
    const rolled = applyEdits(clips({ in: 96_000 }), [{ do: 'roll', clipId: clipId(2), byFrames: -5 }]).document
    expect(heard(clips({ in: 96_000, crossBefore: 8000 }))).toEqual(heard(rolled))
    expect(heard(clips({ crossBefore: 8000 }))).toEqual(heard(clips({ crossIn: 16_000 })))
  })

  it('never makes clips overlap, makes nothing longer, and changes no document without one', () => {
    fc.assert(fc.property(
      documents.map(withOwnTakes).chain(document => fc.tuple(fc.constant(document), fc.array(editsOf(document), { maxLength: 6 }))),
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
        }
        const played = aligned(now)
        const all = tracksOf(now).flatMap(track => clipsOf(track)).filter(clip => isPlayed(clip))
        if (all.every(({ crossBefore }) => crossBefore === undefined))
          expect(played).toBe(now)
        for (const { crossIn, crossBefore = 0, length } of all) {
          expect(crossBefore).toBeLessThanOrEqual(crossIn)
          expect(crossIn - crossBefore).toBeLessThanOrEqual(length)
        }
        expect(durationFrames(played)).toBe(durationFrames(now))
        for (const track of tracksOf(played)) {
          let end = 0
          for (const clip of clipsOf(track).filter(each => !each.isDisabled)) {
            expect(clip.start).toBeGreaterThanOrEqual(end)
            expect(clip.length).toBeGreaterThan(0)
            end = endOf(clip)
          }
        }
      },
    ), { numRuns: 200 })
  })
})

describe('the alignment of a transition', () => {
  const shots = documentOf(
    pictureTrack(1, [
      picture(1, 0, 60, { sourceLength: 300, linkId: clipId(91) }),
      picture(2, 60, 30, { sourceLength: 300, crossIn: 11, linkId: clipId(90) }),
    ]),
    soundTrack(2, [
      sound(6, 0, 60, { sourceLength: 960_000, linkId: clipId(91) }),
      sound(7, 60, 30, { sourceLength: 960_000, crossIn: sampleOfFrame(11, rate), linkId: clipId(90) }),
    ]),
  )
  const after = (edits: Parameters<typeof applyEdits>[1], of = shots) => applyEdits(of, edits).document
  const crossOf = (of: SequenceDocument, number: number) => {
    const { clip } = findClip(of, clipId(number))!
    return isPlayed(clip) ? [clip.crossIn, clip.crossBefore ?? 0] : []
  }

  const places = [['starts', 0], ['centred', 5], ['ends', 11]] as const
  it.each(places)('%s: the sound goes with its picture, and back to the same document', (alignment, before) => {
    const { edits, heldSeconds } = alignmentEdits(shots, clipId(2), alignment)
    const now = after(edits)
    expect(crossOf(now, 2)).toEqual([11, before])
    expect(crossOf(now, 7)).toEqual([sampleOfFrame(11, rate), sampleOfFrame(before, rate)])
    expect(alignmentOf(findClip(now, clipId(2))!.clip as PictureClip)).toBe(alignment)
    expect(heldSeconds).toBeCloseTo(before / 30)
    expect(after(alignmentEdits(now, clipId(2), 'starts').edits, now)).toEqual(shots)
  })

  it('stays with another length, and with what is rolled, rippled and split', () => {
    const centred = after(alignmentEdits(shots, clipId(2), 'centred').edits)
    const longer = after(crossFadeLengthEdits(centred, clipId(2), 20 / 30).edits, centred)
    expect([crossOf(longer, 2), crossOf(longer, 7)]).toEqual([[20, 10], [sampleOfFrame(20, rate), sampleOfFrame(10, rate)]])
    const ended = after(alignmentEdits(longer, clipId(2), 'ends').edits, longer)
    expect(crossOf(after(crossFadeLengthEdits(ended, clipId(2), 0.4).edits, ended), 2)).toEqual([12, 12])
    expect(crossOf(after([{ do: 'roll', clipId: clipId(2), byFrames: 7 }], longer), 2)).toEqual([20, 10])
    expect(crossOf(after([{ do: 'trim', clipIds: [clipId(2)], edge: 'start', byFrames: 4, ripples: true }], longer), 2)).toEqual([20, 10])
    expect(crossOf(after([{ do: 'trim', clipIds: [clipId(1)], edge: 'end', byFrames: -4, ripples: true }], longer), 2)).toEqual([20, 10])
    const split = after([{ do: 'split', atFrame: 80, pieces: [{ clipId: clipId(2), newId: clipId(3) }] }], longer)
    expect([crossOf(split, 2), crossOf(split, 3)]).toEqual([[20, 10], [0, 0]])
    expect(crossOf(after(crossFadeLengthEdits(longer, clipId(2), 0).edits, longer), 2)).toEqual([0, 0])
  })

  it('is dragged to any place, as far as both clips last', () => {
    expect(crossOf(after(crossFadeSpanEdits(shots, clipId(2), { before: 3, after: 9 }).edits), 2)).toEqual([12, 3])
    const far = after(crossFadeSpanEdits(shots, clipId(2), { before: 500, after: 500 }).edits)
    expect(crossOf(far, 2)).toEqual([89, 59])
    expect(mostBefore(picture(1, 0, 60, { crossIn: 20, crossBefore: 5 }))).toBe(45)
    expect(alignmentOf({ crossIn: 12, crossBefore: 3 })).toBeNull()
    for (const alignment of alignments)
      expect(crossOf(after(alignmentEdits(far, clipId(2), alignment).edits, far), 2)[0]).toBeLessThanOrEqual(89)
  })
})
