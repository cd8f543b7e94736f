/** What is made of a sequence: an edit makes only the touched part again, and what is kept is what would be made afresh. */
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cuesOf } from '#rules/captions/cues.ts'
import { lintCaptions } from '#rules/captions/lint.ts'
import { tracksOf } from '#rules/sequence/document.ts'
import { soundEvents } from '#rules/sequence/levels.ts'
import { resolve } from '#rules/sequence/resolve.ts'
import { placedSources } from '../../../src-renderer/parts/preview/placed-sources.ts'
import { wordsOf } from '../../../src-renderer/player/preview/words.ts'
import { boxesOf, isSeenAlike } from '../../../src-renderer/rooms/timeline/view/rows.ts'
import { tryEdits } from '../../../src-renderer/stores/pending-edits.ts'
import { caption, captionTrack, clipId, documentOf, picture, pictureTrack, sound, soundTrack, trackId } from '../../kit/sequence.ts'

const before = documentOf(
  pictureTrack(1, [picture(11, 0, 100), picture(12, 100, 50)]),
  pictureTrack(2, [picture(21, 40, 40)]),
  soundTrack(3, [sound(31, 20, 60), sound(32, 90, 200)], { kind: 'speech' }),
  soundTrack(4, [sound(41, 0, 300)], { ducking: { amountDb: -12, attackMs: 100, releaseMs: 400 } }),
  captionTrack(5, [caption(51, 20, 60), caption(52, 80, 3)]),
)
function made(document: typeof before) {
  const resolved = resolve(document)
  const captions = resolved.captions.map(({ clip }) => clip)
  return {
    resolved,
    ass: wordsOf(document, resolved)?.ass,
    cues: cuesOf(captions, document.rate),
    findings: lintCaptions(captions, document.rate),
    events: soundEvents(document),
    sources: placedSources(document),
    boxes: tracksOf(document).map(track => boxesOf(track, document.rate)),
  }
}
const clip = fc.constantFrom(11, 12, 21, 31, 32, 41, 51, 52).map(clipId)
const byFrames = fc.integer({ min: -30, max: 30 })
const edit = fc.oneof(
  fc.tuple(clip, byFrames).map(([id, by]): SequenceEdit =>
    ({ do: 'move', clipIds: [id], byFrames: by, toTracks: {}, how: 'overwrite' })),
  fc.tuple(clip, byFrames).map(([id, by]): SequenceEdit =>
    ({ do: 'trim', clipIds: [id], edge: 'end', byFrames: by, ripples: false })),
  fc.constantFrom(1, 2, 3, 4, 5).map((id): SequenceEdit => ({ do: 'setTrack', trackId: trackId(id), values: { isMuted: true } })),
  fc.integer({ min: -20, max: 6 }).map((gainDb): SequenceEdit => ({ do: 'setTrack', trackId: trackId(3), values: { gainDb } })),
)

it('is the same as made afresh, after any edits', () => {
  fc.assert(fc.property(fc.array(edit, { minLength: 1, maxLength: 8 }), (edits) => {
    let now = before
    for (const one of edits) {
      now = tryEdits(now, [one]).document ?? now
      expect(made(now)).toEqual(made(structuredClone(now)))
    }
  }), { numRuns: 60 })
})

it('stays where an edit does not touch it', () => {
  const edits: SequenceEdit[] = [{ do: 'move', clipIds: [clipId(32)], byFrames: 5, toTracks: {}, how: 'overwrite' }]
  const { document: after } = tryEdits(before, edits)
  const [was, is] = [resolve(before), resolve(after!)]
  expect(is.stretches).toBe(was.stretches)
  expect(is.captions).toBe(was.captions)
  expect(wordsOf(after!, { ...is, durationFrames: was.durationFrames })).toBe(wordsOf(before, was))
  expect(soundEvents(after!).find(event => event.clip.id === clipId(31))!.clip).toBe(tracksOf(before)[2]!.clips[clipId(31)])
  expect(tryEdits(before, edits).document, 'shown, then carried out').toBe(after)
  expect(isSeenAlike(before, after!, 95), 'a sound is not seen').toBe(true)
})

it('of a gesture is seen at once where the playhead is', () => {
  const { document: after } = tryEdits(before, [{ do: 'trim', clipIds: [clipId(21)], edge: 'end', byFrames: -10, ripples: false }])
  expect(isSeenAlike(before, after!, 10)).toBe(true)
  expect(isSeenAlike(before, after!, 50)).toBe(false)
  expect(isSeenAlike(before, after!, 75)).toBe(false)
})
