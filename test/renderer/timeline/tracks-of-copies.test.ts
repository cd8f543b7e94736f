/** On which tracks copies are pasted where some are locked. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { ClipId } from '#contract/words.ts'
import { describe, expect, it } from 'vitest'
import { tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { copiedClips, pasteEdits } from '../../../src-renderer/rooms/timeline/acts/edits.ts'
import { clipId, documentOf, picture, pictureTrack, sound, soundTrack, trackId } from '../../kit/sequence.ts'

let ids = 900
const newId = <Id extends string>(): Id => clipId(ids++) as string as Id

describe('pasting with locked tracks', () => {
  const linkId = clipId(9)
  const film = (...locked: number[]) => documentOf(
    pictureTrack(1, [picture(11, 0, 40, { linkId })], { isLocked: locked.includes(1) }),
    pictureTrack(2, [picture(21, 0, 40)], { isLocked: locked.includes(2) }),
    pictureTrack(6, [], { isLocked: locked.includes(6) }),
    soundTrack(3, [sound(31, 0, 400)], { isLocked: locked.includes(3) }),
    soundTrack(4, [sound(41, 0, 40, { linkId })], { isLocked: locked.includes(4) }),
    soundTrack(5, [sound(51, 0, 300)], { isLocked: locked.includes(5) }),
  )
  /** The tracks of the copies, by what they were copied from. */
  function tracksOfCopies(document: SequenceDocument, copied: ClipId[], onto: number | null = null): Record<number, number> {
    const clips = copiedClips(document, copied)!
    const { edits, clipIds } = pasteEdits(document, clips, 50, 'overwrite', newId, onto === null ? null : trackId(onto))
    const after = applyEdits(document, edits).document
    const on = (id: ClipId): number => Number(tracksOf(after).find(track => track.clips[id])!.id.slice(-12))
    return Object.fromEntries(clips.clips.map(({ clip }, at) => [Number(clip.id.slice(-12)), on(clipIds[at]!)]))
  }

  it('leaves a copy on its own track, whichever others are locked', () => {
    expect(tracksOfCopies(film(3), [clipId(11)])).toEqual({ 11: 1, 41: 4 })
    expect(tracksOfCopies(film(3), [clipId(11)], 1)).toEqual({ 11: 1, 41: 4 })
    expect(tracksOfCopies(film(6, 3), [clipId(21), clipId(11)], 2)).toEqual({ 11: 1, 21: 2, 41: 4 })
  })

  it('takes the nearest track instead of a locked one, in the same order and each another one', () => {
    expect(tracksOfCopies(film(4), [clipId(11)])).toEqual({ 11: 1, 41: 5 })
    expect(tracksOfCopies(film(5, 4), [clipId(11)])).toEqual({ 11: 1, 41: 3 })
    expect(tracksOfCopies(film(3), [clipId(31), clipId(41)])).toEqual({ 11: 1, 31: 4, 41: 5 })
    expect(tracksOfCopies(film(2), [clipId(21), clipId(11)])).toEqual({ 11: 1, 21: 6, 41: 4 })
    expect(tracksOfCopies(film(1), [clipId(21), clipId(11)])).toEqual({ 11: 2, 21: 6, 41: 4 })
  })

  it('counts from the track that was clicked among all of them', () => {
    expect(tracksOfCopies(film(3), [clipId(41)], 5)).toEqual({ 11: 1, 41: 5 })
    expect(tracksOfCopies(film(3), [clipId(31)], 4)).toEqual({ 31: 4 })
    expect(tracksOfCopies(film(), [clipId(31), clipId(41)], 4)).toEqual({ 11: 1, 31: 4, 41: 5 })
  })
})
