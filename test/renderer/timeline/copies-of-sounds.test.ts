/** Copies of sounds: as far into their frames as what they were copied from, and where those meet they meet. */
import type { FrameRate, SequenceDocument, SoundClip } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import { describe, expect, it } from 'vitest'
import { clipsOf, durationFrames, endOf, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { clipBefore } from '#rules/sequence/edit/cross-fades.ts'
import { sampleOfFrame } from '#rules/sequence/frames.ts'
import { insertSequenceEdits } from '#rules/sequence/insert-sequence.ts'
import { copiedClips, duplicateEdits, moveEdits, pasteEdits } from '../../../src-renderer/rooms/timeline/acts/edits.ts'
import { moveGesture } from '../../../src-renderer/rooms/timeline/gestures/move.ts'
import { rowsOf } from '../../../src-renderer/rooms/timeline/view/rows.ts'
import { clipId, documentOf, picture, pictureTrack, rate, sound, soundTrack, takeId, trackId } from '../../kit/sequence.ts'

let ids = 900
const newId = <Id extends string>(): Id => clipId(ids++) as string as Id
const ntsc: FrameRate = { numerator: 30_000, denominator: 1001 }
const [first, second] = [clipId(31), clipId(32)]

/** A sound from sample 4000 on that was cut in two at `cut`, with a cross-fade at the cut. */
function cutSound(cut: number, framesPerSecond: FrameRate): SequenceDocument {
  const length = 70 * 1600
  const source = { takeId: takeId(30), sourceLength: 2 * length }
  return { ...documentOf(soundTrack(3, [
    sound(31, 0, 0, { ...source, start: 4000, length: cut - 4000 }),
    sound(32, 0, 0, { ...source, start: cut, length: 4000 + length - cut, in: cut - 4000, crossIn: 1600 }),
  ])), rate: framesPerSecond }
}
function copyAt(document: SequenceDocument, what: string, frame: number): readonly SequenceEdit[] {
  const copied = copiedClips(document, [first, second])!
  const drag = { byFrames: frame, frame: 0, trackId: null, share: 0.5, reach: 0, isFree: true, copies: true, inserts: false }
  const basis = { document, rows: rowsOf(document), selected: new Set([first, second]), playhead: 0, snaps: false, newId }
  switch (what) {
    case 'duplicate': return duplicateEdits(document, new Set([first, second]), newId).edits
    case 'drag': return moveGesture(basis, first)(drag).edits
    case 'move': return moveEdits(document, new Set([first, second]), frame)
    case 'sequence': return insertSequenceEdits(document, document, frame, newId).edits
    default: return pasteEdits(document, copied, frame, what as 'free' | 'insert' | 'overwrite', newId).edits
  }
}
/** The two copies, which are last on the track. */
function lastTwo(document: SequenceDocument) {
  const track = tracksOf(document).at(-1)!
  const [before, after] = clipsOf(track).slice(-2) as [SoundClip, SoundClip]
  return { track, before, after }
}
const ways = ['free', 'insert', 'overwrite', 'duplicate', 'drag', 'move', 'sequence']

describe('copies of two sounds that meet', () => {
  it.each(ways)('meet, with their cross-fade, wherever they were cut: %s', (what) => {
    for (const frames of [rate, ntsc]) {
      for (let frame = 5; frame < 60; frame++) {
        for (const cut of [sampleOfFrame(frame, frames), sampleOfFrame(frame, frames) + 523]) {
          const document = cutSound(cut, frames)
          const after = applyEdits(document, copyAt(document, what, durationFrames(document) + 3 * frame)).document
          const copies = lastTwo(after)
          expect([frame, clipBefore(copies.track, copies.after)?.id, copies.after.crossIn]).toEqual([frame, copies.before.id, 1600])
          if (what !== 'move')
            expect(clipsOf(copies.track).slice(0, 2)).toEqual(clipsOf(document.tracks[trackId(3)]!))
        }
      }
    }
  })

  it('meet in a sequence of another rate, too', () => {
    const other = { ...documentOf(soundTrack(3, [])), rate: { numerator: 25, denominator: 1 } }
    for (let frame = 5; frame < 60; frame++) {
      const edits = pasteEdits(other, copiedClips(cutSound(sampleOfFrame(frame, rate), rate), [first, second])!, 40, 'free', newId).edits
      const { before, after } = lastTwo(applyEdits(other, edits).document)
      expect([frame, endOf(before)]).toEqual([frame, after.start])
    }
  })
})

it('a copy begins as far into its frame as what it was copied from, so it is in step with its shot', () => {
  const linkId = clipId(9)
  const document = documentOf(
    pictureTrack(1, [picture(11, 19, 40, { linkId })]),
    soundTrack(3, [sound(31, 0, 40, { start: 30_123, linkId })]),
  )
  const pasted = applyEdits(document, pasteEdits(document, copiedClips(document, [clipId(11)])!, 100, 'free', newId).edits).document
  const [shot, heard] = tracksOf(pasted).map(track => clipsOf(track)[1]!)
  expect([shot!.start, heard!.start]).toEqual([101, 30_123 + (101 - 19) * 1600])
})
