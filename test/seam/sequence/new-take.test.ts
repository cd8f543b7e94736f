/** A new take comes into clips in place: what it may move, what stays, and what taking it back leaves. */
import type { Clip, SequenceDocument } from '#contract/sequence-document.ts'
import type { ClipId, LineId } from '#contract/words.ts'
import type { NewTake } from '#rules/sequence/new-take.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SequenceDocument as ADocument, NewTakes } from '#contract/sequence-document.ts'
import { clipsOf, endFrameOf, endOf, findClip, startFrameOf, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { patched } from '#rules/sequence/edit/patched.ts'
import { isBehind, withNewTake } from '#rules/sequence/new-take.ts'
import { caption, captionTrack, clipId, documentOf, picture, pictureTrack, rate, sound, soundTrack, takeId } from '../../kit/sequence.ts'
import { documents } from './edits.ts'

const takes: fc.Arbitrary<NewTake> = fc.record({
  id: fc.constant(takeId(6000)),
  medium: fc.constantFrom('audio' as const, 'picture' as const, 'video' as const),
  seconds: fc.double({ min: 0.01, max: 8, noNaN: true }),
}).map(take => take.medium === 'picture' ? { ...take, seconds: null } : take)

const brought = documents.chain((document) => {
  const ids = tracksOf(document).flatMap(track => clipsOf(track).map(clip => clip.id))
  return fc.record({ document: fc.constant(document), ids: fc.subarray(ids), take: takes, how: fc.constantFrom(...NewTakes.options) })
})

function placesIn(document: SequenceDocument): Map<ClipId, readonly number[]> {
  return new Map(tracksOf(document).flatMap(track => clipsOf(track).map((clip: Clip) => [clip.id, [clip.start, clip.length]] as const)))
}

/** Without the mark that a clip keeps its take. */
function unmarked(document: SequenceDocument): unknown {
  return JSON.parse(JSON.stringify(document), (key, value: unknown) => key === 'keepsTake' ? undefined : value)
}

describe('laws', () => {
  it('the document keeps its form, nothing overlaps, and locked tracks stay', () => {
    fc.assert(fc.property(brought, ({ document, ids, take, how }) => {
      const after = withNewTake(document, ids, take, how).document
      ADocument.parse(after)
      for (const track of tracksOf(after)) {
        clipsOf(track).reduce((end, clip: Clip) => {
          expect(clip.start).toBeGreaterThanOrEqual(end)
          return endOf(clip)
        }, 0)
        if (track.isLocked)
          expect(track).toEqual(document.tracks[track.id])
      }
    }), { numRuns: 150 })
  })

  it('where the timing is kept, no clip moves, and only clips with the take change their length; captions linked to them keep step', () => {
    fc.assert(fc.property(brought, ({ document, ids, take }) => {
      const after = withNewTake(document, ids, take, 'keep-time').document
      const links = new Set(ids.map(id => findClip(document, id)?.clip.linkId ?? id))
      const now = placesIn(after)
      for (const [id, [start, length]] of placesIn(document)) {
        const clip = findClip(document, id)?.clip
        if (clip && 'speaker' in clip && links.has(clip.linkId ?? id))
          continue
        expect(now.get(id)?.[0]).toBe(start)
        if (!ids.includes(id))
          expect(now.get(id)?.[1]).toBe(length)
      }
    }), { numRuns: 150 })
  })

  it('taking it back restores everything and marks the clips, so that the take does not come again; redo brings it back', () => {
    fc.assert(fc.property(brought, ({ document, ids, take, how }) => {
      const { document: after, patches, inverse } = withNewTake(document, ids, take, how)
      const stored = JSON.parse(JSON.stringify({ patches, inverse })) as { patches: typeof patches, inverse: typeof inverse }
      const back = patched(after, stored.inverse)
      expect(unmarked(back)).toEqual(unmarked(document))
      expect(patched(document, stored.patches)).toEqual(after)
      expect(patched(back, stored.patches)).toEqual(after)
      for (const id of ids) {
        const [clip, now] = [findClip(back, id)?.clip, findClip(after, id)?.clip]
        if (clip && now && 'takeId' in clip && 'takeId' in now && now.takeId === take.id)
          expect(clip.keepsTake).toBe(true)
      }
    }), { numRuns: 100 })
  })
})

describe('a line of two', () => {
  const lineId = 'line' as LineId
  const points = [{ at: 0, gainDb: -6 }, { at: 48_000, gainDb: 0 }]
  const line = documentOf(
    pictureTrack(10, [picture(1, 0, 120)]),
    soundTrack(11, [
      sound(2, 10, 30, { lineId, linkId: clipId(2), fadeIn: 300, fadeOut: 300, gainDb: -3, points }),
      sound(3, 50, 30),
    ]),
    captionTrack(12, [caption(4, 10, 30, { linkId: clipId(2) }), caption(5, 50, 30)]),
  )
  const places = (document: SequenceDocument): number[][][] => tracksOf(document).map(track =>
    clipsOf(track).map(clip => [startFrameOf(track, clip, rate), endFrameOf(track, clip, rate)]))
  const audio = (seconds: number): NewTake => ({ id: takeId(99), medium: 'audio', seconds })

  it('a longer one moves what follows; fades, gain and points stay', () => {
    const after = withNewTake(line, [clipId(2)], audio(1.5), 'ripple').document
    expect(places(after)).toEqual([[[0, 120]], [[10, 55], [65, 95]], [[10, 55], [65, 95]]])
    const kept = { fadeIn: 300, fadeOut: 300, gainDb: -3, points }
    expect(findClip(after, clipId(2))?.clip).toMatchObject({ takeId: takeId(99), sourceLength: 72_000, ...kept })
  })

  it('a longer one is cut where the next line begins, when the timing is kept', () => {
    expect(places(withNewTake(line, [clipId(2)], audio(1.2), 'keep-time').document)[1]).toEqual([[10, 46], [50, 80]])
    const cut = withNewTake(line, [clipId(2)], audio(3), 'keep-time').document
    expect(places(cut)).toEqual([[[0, 120]], [[10, 50], [50, 80]], [[10, 50], [50, 80]]])
  })

  it('what was trimmed off the head stays off; where the new take is too short for that, it plays whole', () => {
    const trimmed = applyEdits(line, [{ do: 'trim', clipIds: [clipId(2)], edge: 'start', byFrames: 6, ripples: false }]).document
    const after = withNewTake(trimmed, [clipId(2)], audio(1.5), 'ripple').document
    expect(findClip(after, clipId(2))?.clip).toMatchObject({ in: 9600, length: 72_000 - 9600 })
    const short = withNewTake(trimmed, [clipId(2)], audio(0.15), 'ripple').document
    expect(findClip(short, clipId(2))?.clip).toMatchObject({ in: 0, length: 7200 })
  })

  it('of a line cut in two, the first part keeps its length and the second plays to the end', () => {
    const split = applyEdits(line, [{ do: 'split', atFrame: 20, pieces: [{ clipId: clipId(2), newId: clipId(7) }] }]).document
    const after = withNewTake(split, [clipId(2), clipId(7)], audio(1.5), 'ripple').document
    expect(places(after)[1]).toEqual([[10, 20], [20, 55], [65, 95]])
    expect(findClip(after, clipId(7))?.clip).toMatchObject({ in: 16_000, takeId: takeId(99) })
  })

  it('a ripple that is blocked keeps the timing', () => {
    const blocked = documentOf(...tracksOf(line), soundTrack(13, [sound(8, 35, 4), sound(9, 40, 10)]))
    const after = withNewTake(blocked, [clipId(2)], audio(0.5), 'ripple').document
    expect(places(after)[1]).toEqual([[10, 25], [50, 80]])
    expect(places(after)[3]).toEqual([[35, 39], [40, 50]])
  })

  it('a shot in place of a still covers what the still did, and freezes on its last frame', () => {
    const shown = documentOf(pictureTrack(10, [picture(1, 0, 120, { lineId })]))
    const after = withNewTake(shown, [clipId(1)], { id: takeId(99), medium: 'video', seconds: 2 }, 'ripple').document
    expect(findClip(after, clipId(1))?.clip).toMatchObject({ start: 0, length: 120, sourceLength: 120, takeId: takeId(99) })
    const again = withNewTake(after, [clipId(1)], { id: takeId(98), medium: 'picture', seconds: null }, 'ripple').document
    expect(findClip(again, clipId(1))?.clip).toMatchObject({ start: 0, length: 120, in: 0, sourceLength: null })
  })

  it('a clip is behind its line only while it follows it', () => {
    const clip = sound(2, 0, 30, { lineId })
    expect(isBehind(clip, takeId(99))).toBe(true)
    expect(isBehind(clip, clip.takeId)).toBe(false)
    expect(isBehind(clip, null)).toBe(false)
    expect(isBehind({ ...clip, keepsTake: true }, takeId(99))).toBe(false)
  })
})
