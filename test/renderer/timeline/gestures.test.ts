/** What is dragged becomes edits that are never refused for going too far, and that put back what they took. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { Basis, Drag, Gesture } from '../../../src-renderer/rooms/timeline/gestures/gesture.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startFrameOf, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { EditRefusedError } from '#rules/sequence/edit/refused.ts'
import { sampleOfFrame } from '#rules/sequence/frames.ts'
import { rollGesture, slipGesture, trimGesture } from '../../../src-renderer/rooms/timeline/gestures/edge.ts'
import { fadeGesture, gainGesture, togglePoint } from '../../../src-renderer/rooms/timeline/gestures/level.ts'
import { moveGesture } from '../../../src-renderer/rooms/timeline/gestures/move.ts'
import { slideGesture } from '../../../src-renderer/rooms/timeline/gestures/slide.ts'
import { rowsOf } from '../../../src-renderer/rooms/timeline/view/rows.ts'
import { lossesIn, withOwnTakes } from '../../kit/kept-clips.ts'
import { caption, captionTrack, clipId, documentOf, picture, pictureTrack, rate, sound, soundTrack, trackId } from '../../kit/sequence.ts'

let ids = 900
const newId = <Id extends string>(): Id => clipId(ids++) as string as Id

function basisOf(document: SequenceDocument, selected: number[] = [], has: Partial<Basis> = {}): Basis {
  return { document, rows: rowsOf(document), selected: new Set(selected.map(clipId)), playhead: 0, snaps: false, newId, ...has }
}
const still: Drag = { byFrames: 0, frame: 0, trackId: null, share: 0.5, reach: 0, isFree: false, copies: false, inserts: false }
function after(document: SequenceDocument, gesture: Gesture, drag: Partial<Drag>): SequenceDocument {
  return applyEdits(document, gesture({ ...still, ...drag }).edits).document
}
function places(document: SequenceDocument): Record<string, number> {
  return Object.fromEntries(tracksOf(document).flatMap(track => Object.values(track.clips).map(clip => [
    Number(clip.id.slice(-12)),
    startFrameOf(track, clip, rate),
  ])))
}

/** Two picture tracks, speech with its captions linked, music. */
function film(): SequenceDocument {
  const seconds = (value: number): number => sampleOfFrame(value * 30, rate)
  return documentOf(
    pictureTrack(1, [picture(11, 0, 100), picture(12, 100, 100, { sourceLength: 200, in: 40 })]),
    pictureTrack(2, []),
    soundTrack(
      3,
      [sound(31, 10, 60, { linkId: clipId(31), sourceLength: seconds(4), in: seconds(1) }), sound(32, 90, 30)],
      { kind: 'speech' },
    ),
    soundTrack(4, [sound(41, 0, 300, { points: [{ at: 1000, gainDb: 0 }, { at: 50_000, gainDb: -6 }] })]),
    captionTrack(5, [{ id: clipId(51), start: 10, length: 60, linkId: clipId(31), lineId: null, speaker: 'Anna', text: 'Hello' }]),
  )
}
const everyClip = fc.constantFrom(11, 12, 31, 32, 41, 51)
const distance = fc.integer({ min: -1000, max: 1000 })

describe('any drag', () => {
  it('of an edge, a cut or what is shown stays where the source, the neighbour and the beginning allow', () => {
    const document = withOwnTakes(film())
    const gestures = fc.tuple(
      everyClip,
      fc.constantFrom('start', 'end', 'ripple-start', 'ripple-end', 'alone', 'roll', 'roll-alone', 'slip', 'slide', 'move', 'copy'),
      fc.constantFrom<'start' | 'end'>('start', 'end'),
    )
    fc.assert(fc.property(gestures, distance, ([number, what, edge], byFrames) => {
      const basis = basisOf(document)
      const id = clipId(number)
      const make: Record<string, () => Gesture> = {
        'start': () => trimGesture(basis, id, 'start', {}),
        'end': () => trimGesture(basis, id, 'end', {}),
        'ripple-start': () => trimGesture(basis, id, 'start', { ripples: true }),
        'ripple-end': () => trimGesture(basis, id, 'end', { ripples: true }),
        'alone': () => trimGesture(basis, id, edge, { isAlone: true }),
        'roll': () => rollGesture(basis, id, edge, {}),
        'roll-alone': () => rollGesture(basis, id, edge, { isAlone: true }),
        'slip': () => slipGesture(basis, id),
        'slide': () => slideGesture(basis, id),
        'move': () => moveGesture(basis, id),
        'copy': () => moveGesture(basis, id),
      }
      const { edits, name } = make[what]!()({ ...still, byFrames, copies: what === 'copy' })
      try {
        const after = applyEdits(document, edits).document
        // What moves and copies cover is marked; a roll is about both sides of the cut.
        if (name === 'trim' || name === 'slip')
          expect(lossesIn(document, after, { clipIds: [id], takesTimeOut: what.startsWith('ripple') })).toEqual([])
      }
      catch (thrown) {
        // What is on other tracks may still block a ripple; nothing else may refuse.
        if (!(thrown instanceof EditRefusedError))
          throw thrown
        expect(thrown.because).toBe('blocked')
      }
    }), { numRuns: 600 })
  })
})

describe('moving', () => {
  it('moves what is selected with what is linked, and stops at the beginning', () => {
    const document = film()
    expect(places(after(
      document,
      moveGesture(basisOf(document, [31, 32]), clipId(31)),
      { byFrames: -500 },
    ))).toMatchObject({ 31: 0, 51: 0, 32: 80 })
  })

  it('snaps the edge that comes nearest, shows where, and not while Shift is held', () => {
    const document = film()
    const gesture = moveGesture(basisOf(document, [], { snaps: true, playhead: 250 }), clipId(32))
    expect(gesture({ ...still, byFrames: 128.4, reach: 4 })).toMatchObject({ by: { frames: 130 }, guide: { at: 250, is: 'playhead' } })
    expect(gesture({ ...still, byFrames: 128.4, reach: 4, isFree: true })).toMatchObject({ by: { frames: 128 }, guide: null })
  })

  it('changes to another track of the kind, together, and leaves linked clips of other kinds on theirs', () => {
    const document = film()
    const moved = after(document, moveGesture(basisOf(document, []), clipId(31)), { byFrames: 400, trackId: trackId(4) })
    expect(Object.keys(moved.tracks[trackId(4)]!.clips)).toContain(clipId(31))
    expect(moved.tracks[trackId(5)]!.clips[clipId(51)]!.start).toBe(410)
    const both = moveGesture(basisOf(document, [11, 12]), clipId(11))({ ...still, trackId: trackId(2) })
    expect(both.edits).toMatchObject([{ do: 'move', byFrames: 0, toTracks: { [clipId(11)]: trackId(2), [clipId(12)]: trackId(2) } }])
    expect(moveGesture(basisOf(document), clipId(11))({ ...still, trackId: trackId(3) }).edits).toEqual([])
  })

  it('copies with Alt: new ids, linked with each other, originals untouched', () => {
    const document = film()
    const proposal = moveGesture(basisOf(document), clipId(31))({ ...still, byFrames: 500, copies: true })
    const copied = applyEdits(document, proposal.edits).document
    const [speech, words] = [
      copied.tracks[trackId(3)]!,
      copied.tracks[trackId(5)]!,
    ].map(track => Object.values(track.clips).find(clip => proposal.selects?.includes(clip.id)))
    expect(speech?.linkId).toBe(words?.linkId)
    expect(speech?.linkId).not.toBe(clipId(31))
    expect(places(copied)).toMatchObject(places(document))
    expect(proposal.selects).toHaveLength(2)
  })

  it('a copy of a caption that is linked with nothing is not what the script was laid out as', () => {
    const document = documentOf(captionTrack(5, [caption(51, 10, 60, { laidText: 'words 51' })]))
    const copied = after(document, moveGesture(basisOf(document), clipId(51)), { byFrames: 200, copies: true })
    const [own, copy] = Object.values(copied.tracks[trackId(5)]!.clips)
    expect(own).toHaveProperty('laidText', 'words 51')
    expect(copy).not.toHaveProperty('laidText')
  })
})

describe('edges', () => {
  it('go as far as the source lasts', () => {
    const document = film()
    expect(trimGesture(basisOf(document), clipId(12), 'end', {})({ ...still, byFrames: 900 }).by).toEqual({ frames: 60 })
    expect(trimGesture(basisOf(document), clipId(31), 'start', {})({ ...still, byFrames: -900 }).by).toEqual({ frames: -10 })
    expect(trimGesture(basisOf(document), clipId(11), 'end', {})({ ...still, byFrames: -900 }).by).toEqual({ frames: -99 })
  })

  it('roll together at a cut, from either side of it', () => {
    const document = film()
    for (const [number, edge] of [[11, 'end'], [12, 'start']] as const) {
      expect(places(after(
        document,
        rollGesture(basisOf(document), clipId(number), edge, {}),
        { byFrames: 30 },
      ))).toMatchObject({ 11: 0, 12: 130 })
    }
  })

  it('leave a gap, or take along what follows', () => {
    const document = documentOf(pictureTrack(1, [picture(11, 0, 50), picture(12, 50, 50)]))
    expect(places(after(document, trimGesture(basisOf(document), clipId(11), 'end', {}), { byFrames: -20 }))).toEqual({ 11: 0, 12: 50 })
    const rippling = trimGesture(basisOf(document), clipId(11), 'end', { ripples: true })
    expect(places(after(document, rippling, { byFrames: -20 }))).toEqual({ 11: 0, 12: 30 })
  })
})

describe('sliding', () => {
  it('keeps the transition at the cut behind, which the next clip has', () => {
    const crossed = { crossIn: 10, transition: { kind: 'push', direction: 'left' } } as const
    const document = documentOf(pictureTrack(1, [
      picture(11, 0, 100, { sourceLength: 200 }),
      picture(12, 100, 50),
      picture(13, 150, 100, { sourceLength: 200, in: 50, ...crossed }),
    ]))
    for (const byFrames of [5, -5]) {
      const slid = after(document, slideGesture(basisOf(document), clipId(12)), { byFrames })
      expect(slid.tracks[trackId(1)]?.clips[clipId(13)]).toMatchObject({ start: 150 + byFrames, ...crossed })
    }
  })
})

describe('levels', () => {
  it('fades never pass each other', () => {
    const document = documentOf(soundTrack(1, [sound(11, 0, 30, { fadeOut: 20_000 })]))
    const faded = after(document, fadeGesture(basisOf(document), clipId(11), 'fadeIn'), { byFrames: 500 })
    expect(faded.tracks[trackId(1)]!.clips[clipId(11)]).toMatchObject({ fadeIn: 28_000, fadeOut: 20_000 })
    expect(fadeGesture(basisOf(document), clipId(11), 'fadeIn')({ ...still, byFrames: -3 }).edits).toEqual([])
  })

  it('a gain point stays between its neighbours, and the line moves as a whole', () => {
    const document = film()
    const gesture = gainGesture(basisOf(document), clipId(41), 0, 0.25)
    fc.assert(fc.property(distance, fc.double({ min: 0, max: 1, noNaN: true }), (byFrames, share) => {
      const clip = after(document, gesture, { byFrames, share, trackId: trackId(4) }).tracks[trackId(4)]!.clips[clipId(41)]!
      const [first, second] = 'points' in clip ? clip.points : []
      expect(first!.at).toBeLessThan(second!.at)
      expect(first!.at).toBeGreaterThanOrEqual(0)
    }), { numRuns: 60 })
    expect(gainGesture(basisOf(document), clipId(41), null, 0.25)({ ...still, share: 0.5, trackId: trackId(4) }).by).toEqual({ db: -12 })
  })

  it('a double-click adds a point on the line and takes it away again', () => {
    const clip = sound(41, 0, 300, { points: [{ at: 1000, gainDb: 0 }, { at: 50_000, gainDb: -6 }] })
    expect(togglePoint(clip, 20_000, null, -2)).toMatchObject({ values: { points: [
      { at: 1000 },
      { at: 20_000, gainDb: -2 },
      { at: 50_000 },
    ] } })
    expect(togglePoint(clip, 1000, 0, 0)).toMatchObject({ values: { points: [{ at: 50_000 }] } })
  })
})
