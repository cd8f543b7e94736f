/** Insert, overwrite, append and replace from the source viewer: onto target tracks, by three points, each one step that undo takes back. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { Take } from '#contract/takes.ts'
import type { Source } from '#rules/sequence/three-point.ts'
import type { SourcePlaced, SourceWay } from '../../../src-renderer/rooms/timeline/acts/source-edits.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clipsOf, durationFrames, endFrameOf, findClip, startFrameOf, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { patched } from '#rules/sequence/edit/patched.ts'
import { EditRefusedError } from '#rules/sequence/edit/refused.ts'
import { placeTakes } from '../../../src-renderer/rooms/timeline/acts/place-takes.ts'
import { clipToReplace, replaceEdits, sourceEdits } from '../../../src-renderer/rooms/timeline/acts/source-edits.ts'
import { caption, captionTrack, clipId, documentOf, picture, pictureTrack, sound, soundTrack, takeId, trackId } from '../../kit/sequence.ts'
import { aTake } from '../../seam/sequence/arbitrary.ts'
import { documents } from '../../seam/sequence/edits.ts'

let ids = 900
const newId = <Id extends string>(): Id => clipId(ids++) as string as Id
const placing = (document: SequenceDocument) => ({ document, newId, isLine: () => false, chosenOf: () => null })

const shot = aTake(70, { medium: 'video', kind: 'video', asset: { durationSeconds: 10, channels: 2, width: 64, height: 48 } })
const silent = aTake(71, { medium: 'video', kind: 'video', asset: { durationSeconds: 10, channels: null } })
const still = aTake(72, { medium: 'picture', kind: 'image', asset: { durationSeconds: null } })
const words = aTake(73, { medium: 'text', kind: 'transcribe' })
const marked: Source = { in: 30, out: 90, frames: 300 }

function film(): SequenceDocument {
  return documentOf(
    pictureTrack(1, [picture(11, 0, 100, { linkId: clipId(5) }), picture(12, 100, 100)]),
    pictureTrack(2, []),
    soundTrack(3, [sound(31, 0, 100, { linkId: clipId(5) })]),
    soundTrack(4, [sound(41, 0, 300)]),
  )
}
function spans(document: SequenceDocument): string[] {
  return tracksOf(document).map(track => clipsOf(track)
    .map(clip => `${startFrameOf(track, clip, document.rate)}–${endFrameOf(track, clip, document.rate)}`)
    .join(' '))
}

interface How {
  readonly take?: Take
  readonly source?: Source
  readonly playhead?: number
  readonly clickedTrack?: ReturnType<typeof trackId>
}
function given({ take = shot, source = marked, playhead = 40, clickedTrack }: How) {
  return { take, source, playhead, clickedTrack: clickedTrack ?? null }
}
function done(document: SequenceDocument, way: SourceWay, how: How = {}): SequenceDocument {
  const placed = sourceEdits(placing(document), way, given(how))
  expect(placed).toBeTypeOf('object')
  return applyEdits(document, (placed as SourcePlaced).edits).document // it is no refusal
}

describe('the marked part', () => {
  it('is inserted at the playhead: a shot and its sound are cut in step, and what follows moves on every track in sync lock', () => {
    const after = done(film(), 'insert')
    expect(spans(after)).toEqual(['0–40 40–100 100–160 160–260', '', '0–40 40–100 100–160', '0–300'])
    const [track] = tracksOf(after)
    expect(clipsOf(track!)[1]).toMatchObject({ takeId: shot.id, in: 30, length: 60 })
    const locked = applyEdits(film(), [{ do: 'setTrack', trackId: trackId(4), values: { isSyncLocked: false } }]).document
    expect(spans(done(locked, 'insert'))[3]).toBe('0–300')
  })

  it('overwrites what is there, and moves nothing', () => {
    const after = done(film(), 'overwrite')
    expect(spans(after)).toEqual(['0–40 40–100 100–200', '', '0–40 40–100', '0–300'])
  })

  it('is appended behind everything, whatever is marked in the sequence', () => {
    const ranged = applyEdits(film(), [{ do: 'setSequence', values: { inFrame: 10, outFrame: 20 } }]).document
    const after = done(ranged, 'append')
    expect(spans(after)).toEqual(['0–100 100–200 300–360', '', '0–100 300–360', '0–300'])
    expect(after).toMatchObject({ inFrame: 10, outFrame: 20 })
  })

  it('comes into the range of the sequence, which is removed in the same step', () => {
    const ranged = applyEdits(film(), [{ do: 'setSequence', values: { inFrame: 110, outFrame: 130 } }]).document
    const after = done(ranged, 'overwrite', { source: { in: 30, out: null, frames: 300 } })
    expect(spans(after)[0]).toBe('0–100 100–110 110–130 130–200')
    expect(after).toMatchObject({ inFrame: null, outFrame: null })
    const short = { in: 290, out: null, frames: 300 }
    expect(sourceEdits(placing(ranged), 'overwrite', given({ source: short }))).toBe('source-too-short')
  })
})

describe('target tracks', () => {
  const without = (...numbers: number[]): SequenceDocument => applyEdits(film(), numbers.map(number =>
    ({ do: 'setTrack', trackId: trackId(number), values: { isTarget: false } } as const))).document

  it('say where: the clicked one, else the lowest of pictures and the first of sound; without one of sound, a shot comes without it', () => {
    expect(spans(done(film(), 'overwrite', { clickedTrack: trackId(2) }))[1]).toBe('40–100')
    const mute = done(without(3, 4), 'overwrite')
    expect(spans(mute)).toEqual(['0–40 40–100 100–200', '', '0–100', '0–300'])
    expect(clipsOf(tracksOf(mute)[0]!)[1]).toMatchObject({ linkId: null })
    expect(spans(done(without(1, 2), 'overwrite'))[2]).toBe('0–40 40–100')
    expect(sourceEdits(placing(without(1, 2, 3, 4)), 'overwrite', given({}))).toBe('no-target')
    expect(sourceEdits(placing(film()), 'overwrite', given({ take: words }))).toBe('unusable')
  })

  it('are made where the sequence has none of the kind', () => {
    const bare = documentOf(pictureTrack(1, []))
    const after = done(bare, 'insert', { playhead: 0 })
    expect(tracksOf(after).map(({ kind }) => kind)).toEqual(['pictures', 'sound'])
    expect(spans(after)).toEqual(['0–60', '0–60'])
  })
})

describe('replace', () => {
  const before = documentOf(
    pictureTrack(1, [
      picture(11, 20, 60, { sourceLength: 90, in: 10, fadeIn: 5, takeId: takeId(8), linkId: clipId(5) }),
      picture(12, 80, 30),
    ]),
    soundTrack(3, [sound(31, 20, 60, { gainDb: -6, takeId: takeId(8), linkId: clipId(5) })]),
  )

  it('puts the take into the clip and the sound of the shot from the in point, where they were, as long and as loud', () => {
    const { document, inverse } = applyEdits(before, replaceEdits(before, clipId(11), shot, 30))
    expect(spans(document)).toEqual(spans(before))
    expect(findClip(document, clipId(11))?.clip).toMatchObject({ takeId: shot.id, in: 30, length: 60, fadeIn: 5 })
    expect(findClip(document, clipId(31))?.clip).toMatchObject({ takeId: shot.id, in: 48_000, gainDb: -6 })
    expect(patched(document, inverse)).toEqual(before)
  })

  it('removes the sound of the other shot where the take has none, and keeps the pictures where only a sound is replaced', () => {
    const mute = applyEdits(before, replaceEdits(before, clipId(11), silent, 0)).document
    expect(spans(mute)).toEqual(['20–80 80–110', ''])
    const dubbed = applyEdits(before, replaceEdits(before, clipId(31), aTake(74, { asset: { durationSeconds: 9 } }), 0)).document
    expect(findClip(dubbed, clipId(11))?.clip).toEqual(findClip(before, clipId(11))?.clip)
    expect(findClip(dubbed, clipId(31))?.clip).toMatchObject({ takeId: takeId(74), gainDb: -6 })
  })

  it('by a take without sound leaves all else linked that was tied to the shot', () => {
    const tied = documentOf(...tracksOf(before), soundTrack(4, [sound(41, 20, 60, { linkId: clipId(5) })]), captionTrack(5, [
      caption(51, 20, 60, { linkId: clipId(5) }),
    ]))
    const mute = applyEdits(tied, replaceEdits(tied, clipId(11), silent, 0)).document
    expect(findClip(mute, clipId(31))).toBeNull()
    expect([11, 41, 51].map(number => findClip(mute, clipId(number))?.clip.linkId)).toEqual([clipId(5), clipId(5), clipId(5)])
  })

  it('is refused where too little of the take is left; a still always fits', () => {
    expect(() => applyEdits(before, replaceEdits(before, clipId(11), shot, 250))).toThrow(EditRefusedError)
    const { document } = applyEdits(before, replaceEdits(before, clipId(12), still, 0))
    expect(findClip(document, clipId(12))?.clip).toMatchObject({ takeId: still.id, sourceLength: null, length: 30 })
  })

  it('is about the selected clip, else the one under the playhead that can play the take', () => {
    expect(clipToReplace(before, shot, { at: clipId(12), playhead: 30 })).toBe(clipId(12))
    expect(clipToReplace(before, shot, { at: null, playhead: 30 })).toBe(clipId(11))
    expect(clipToReplace(before, aTake(74, { asset: { durationSeconds: 9 } }), { at: clipId(12), playhead: 30 })).toBe(clipId(31))
    expect(clipToReplace(before, shot, { at: null, playhead: 200 })).toBeNull()
    expect(clipToReplace(before, words, { at: clipId(11), playhead: 30 })).toBeNull()
  })
})

it('a dragged part is cut to its marks, of the picture or the sound alone', () => {
  const document = documentOf(pictureTrack(1, []), soundTrack(3, []))
  const dropped = (only: 'picture' | 'sound' | null) => {
    const part = { from: 30, length: 60, only }
    return spans(applyEdits(document, placeTakes({ ...placing(document), part }, [shot], { frame: 10, how: 'overwrite' }).edits).document)
  }
  expect(dropped(null)).toEqual(['10–70', '10–70'])
  expect(dropped('picture')).toEqual(['10–70', ''])
  expect(dropped('sound')).toEqual(['', '10–70'])
})

it('an insert makes any sequence longer by no more than the part, an append by exactly that, and undo gives the same document', () => {
  const way = fc.constantFrom<SourceWay>('insert', 'overwrite', 'append')
  const take = fc.constantFrom(shot, silent, still)
  fc.assert(fc.property(documents, way, take, fc.nat({ max: 200 }), fc.nat({ max: 100 }), fc.integer({ min: 1, max: 60 }), (...all) => {
    const [document, how, from, playhead, first, length] = all
    const source = { in: first, out: first + length, frames: 200, isEndless: from === still }
    const placed = sourceEdits(placing(document), how, { take: from, source, playhead, clickedTrack: null })
    if (typeof placed === 'string')
      return
    try {
      const { document: after, inverse } = applyEdits(document, placed.edits)
      const [was, is] = [durationFrames(document), durationFrames(after)]
      if (how === 'append')
        expect(is).toBe(was + length)
      else
        expect(is).toBeLessThanOrEqual(Math.max(was, playhead) + length)
      expect(is).toBeGreaterThanOrEqual(placed.endFrame)
      for (const id of placed.clipIds) {
        const { track, clip } = findClip(after, id)!
        expect(endFrameOf(track, clip, after.rate) - startFrameOf(track, clip, after.rate)).toBeLessThanOrEqual(length)
      }
      expect(patched(after, inverse)).toEqual(document)
    }
    catch (error) {
      if (!(error instanceof EditRefusedError))
        throw error
    }
  }))
})
