/** Disabled clips: left out of everything that is seen and heard, as if they were not there, while they keep their places. */
import type { Clip, SequenceDocument, Track } from '#contract/sequence-document.ts'
import type { ClipId } from '#contract/words.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clipsOf, findClip, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { soundEvents } from '#rules/sequence/levels.ts'
import { resolve } from '#rules/sequence/resolve.ts'
import { caption, captionTrack, clipId, documentOf, picture, pictureTrack, sound, soundTrack } from '../../kit/sequence.ts'
import { documents } from './edits.ts'

function allClips(document: SequenceDocument): Clip[] {
  return tracksOf(document).filter(track => !track.isLocked).flatMap(track => clipsOf(track))
}
function without(document: SequenceDocument, ids: ReadonlySet<ClipId>): SequenceDocument {
  const tracks = tracksOf(document).map((track): [string, Track] => {
    const clips = clipsOf(track).filter(clip => !ids.has(clip.id))
    return [track.id, { ...track, clips: Object.fromEntries(clips.map(clip => [clip.id, clip])) } as Track]
  })
  return { ...document, tracks: Object.fromEntries(tracks) }
}

it('shows and plays the rest as if they were not there, is as long as before, and is the same again once they are enabled', () => {
  const unlocked = documents.map(document => ({
    ...document,
    tracks: Object.fromEntries(tracksOf(document).map(track => [track.id, { ...track, isLocked: false }])),
  })).filter(document => allClips(document).length > 0)
  const chosen = unlocked.chain(document => fc.record({
    document: fc.constant(document),
    clipIds: fc.uniqueArray(fc.constantFrom(...allClips(document).map(clip => clip.id)), { minLength: 1, maxLength: 4 }),
  }))
  fc.assert(fc.property(chosen, ({ document, clipIds }) => {
    const after = applyEdits(document, [{ do: 'setEnabled', clipIds, isEnabled: false }]).document
    const gone = new Set(allClips(after).filter(clip => clip.isDisabled).map(clip => clip.id))
    expect(clipIds.every(id => gone.has(id))).toBe(true)
    const links = new Set(clipIds.flatMap(id => findClip(document, id)?.clip.linkId ?? []))
    for (const { id, linkId } of allClips(document))
      expect(gone.has(id), 'what is linked goes along').toBe(clipIds.includes(id) || (linkId !== null && links.has(linkId)))
    const [shown, rest] = [resolve(after), resolve(without(document, gone))]
    expect([shown.stretches, shown.captions.map(({ clip }) => clip)]).toEqual([rest.stretches, rest.captions.map(({ clip }) => clip)])
    expect(shown.durationFrames).toBe(resolve(document).durationFrames)
    expect(soundEvents(after)).toEqual(soundEvents(without(document, gone)))
    expect(applyEdits(after, [{ do: 'setEnabled', clipIds, isEnabled: true }]).document).toEqual(document)
  }), { numRuns: 200 })
})

it('stays so in both parts of a split, with another take, and where its speed changes', () => {
  const document = documentOf(
    pictureTrack(1, [picture(10, 0, 30)]),
    soundTrack(2, [sound(20, 0, 30, { isDisabled: true })]),
    captionTrack(3, [caption(30, 0, 30)]),
  )
  const after = applyEdits(document, [
    { do: 'split', atFrame: 10, pieces: [{ clipId: clipId(20), newId: clipId(21) }] },
    { do: 'swapTake', clipId: clipId(20), takeId: sound(9, 0, 1).takeId, sourceLength: 48_000, ripples: false },
    { do: 'setSpeed', clipIds: [clipId(21)], speed: 200, ripples: true },
  ]).document
  expect(allClips(after).filter(clip => clip.isDisabled).map(clip => clip.id)).toEqual([clipId(20), clipId(21)])
})
