/** Timing captions by keys: whatever is pressed when, captions never overlap, vanish or change places. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { ClipId } from '#contract/words.ts'
import type { Timing } from '../../../src-renderer/rooms/timeline/acts/caption-timing.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clipsOf, endOf, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { timeCaption } from '../../../src-renderer/rooms/timeline/acts/caption-timing.ts'
import { caption, captionTrack, clipId, documentOf, picture, pictureTrack, sound, soundTrack, trackId } from '../../kit/sequence.ts'

const film = documentOf(
  soundTrack(1, [sound(11, 0, 50, { linkId: clipId(11) })], { kind: 'speech' }),
  captionTrack(2, [caption(21, 0, 50, { linkId: clipId(11) }), caption(22, 60, 40), caption(23, 100, 50)]),
)
function spans(document: SequenceDocument): [number, number][] {
  return clipsOf(document.tracks[trackId(2)]!).map(clip => [clip.start, endOf(clip)])
}

function press(document: SequenceDocument, what: Timing, frame: number, selected: ClipId | null = null) {
  const timed = timeCaption(document, frame, what, selected)
  const after = timed ? applyEdits(document, timed.edits).document : document
  return { document: after, at: timed?.clipId ?? selected, isDone: timed !== null }
}

describe('timing captions by keys', () => {
  it('sets begin and end of the current caption, and continues to the next', () => {
    const began = press(film, 'start', 10)
    expect(spans(began.document)).toEqual([[10, 50], [60, 100], [100, 150]])
    const ended = press(began.document, 'end', 40, began.at)
    expect(spans(ended.document)).toEqual([[10, 40], [60, 100], [100, 150]])
    expect(ended.at).toBe(clipId(22))
    // The sound of its line stays as it was.
    expect(ended.document.tracks[trackId(1)]).toMatchObject({ clips: { [clipId(11)]: { start: 0, length: sound(11, 0, 50).length } } })
    expect(spans(press(ended.document, 'start', 30, clipId(22)).document)).toEqual([[10, 30], [30, 100], [100, 150]])
    expect(press(film, 'start', 0, clipId(22)).isDone).toBe(false)
  })

  it('is tapped through while it plays: each tap ends a caption and begins the next', () => {
    let [now, at]: [SequenceDocument, ClipId | null] = [film, clipId(21)]
    for (const frame of [20, 70]) {
      const next = press(now, 'next', frame, at)
      ;[now, at] = [next.document, next.at]
    }
    expect(spans(now)).toEqual([[0, 20], [20, 70], [70, 150]])
    expect(at).toBe(clipId(23))
    expect(press(now, 'next', 120, at).isDone).toBe(false)
  })

  it('never makes captions overlap, vanish or change places', () => {
    const presses = fc.array(fc.tuple(fc.constantFrom<Timing>('start', 'end', 'next'), fc.nat(200), fc.boolean()), { maxLength: 12 })
    fc.assert(fc.property(presses, (all) => {
      let [now, at]: [SequenceDocument, ClipId | null] = [film, null]
      for (const [what, frame, isSelected] of all) {
        const next = press(now, what, frame, isSelected ? at : null)
        ;[now, at] = [next.document, next.at]
        const captions = clipsOf(now.tracks[trackId(2)]!)
        expect(captions.map(clip => clip.id)).toEqual([clipId(21), clipId(22), clipId(23)])
        captions.slice(1).forEach((clip, index) => expect(clip.start).toBeGreaterThanOrEqual(endOf(captions[index]!)))
        expect(tracksOf(now)[0]).toMatchObject({ clips: { [clipId(11)]: { start: 0, length: sound(11, 0, 50).length } } })
      }
    }))
  })

  it('takes only the captions out of what is linked, also where the sound is locked', () => {
    const linkId = clipId(11)
    for (const isLocked of [false, true]) {
      const shot = documentOf(
        pictureTrack(3, [picture(31, 0, 50, { linkId })]),
        soundTrack(1, [sound(11, 0, 50, { linkId })], { kind: 'speech', isLocked }),
        captionTrack(2, [caption(21, 0, 30, { linkId }), caption(22, 30, 20, { linkId }), caption(23, 60, 20, { linkId })]),
      )
      const presses = [['start', 10, 21], ['end', 20, 21], ['end', 40, 21], ['start', 25, 22], ['next', 70, 21]] as const
      for (const [what, frame, selected] of presses) {
        const { document } = press(shot, what, frame, clipId(selected))
        expect(document).not.toBe(shot)
        for (const id of [trackId(1), trackId(3)])
          expect(document.tracks[id]).toEqual(shot.tracks[id])
        const timed = clipsOf(document.tracks[trackId(2)]!).filter(clip => clip.linkId === null).map(clip => clip.id)
        const moved = clipsOf(document.tracks[trackId(2)]!).filter((clip) => {
          const was = shot.tracks[trackId(2)]!.clips[clip.id]!
          return clip.start !== was.start || clip.length !== was.length
        })
        expect(timed).toEqual(moved.map(clip => clip.id))
      }
    }
  })

  it('leaves locked tracks alone', () => {
    const locked = documentOf(captionTrack(2, [caption(21, 0, 50)], { isLocked: true }))
    expect(press(locked, 'start', 10).isDone).toBe(false)
  })
})
