/** A ripple trim of the head of a shot whose sound begins earlier or later than it: they stay in step. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clipsOf, endFrameOf, findClip, startFrameOf, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { EditRefusedError } from '#rules/sequence/edit/refused.ts'
import { caption, captionTrack, clipId, documentOf, picture, pictureTrack, rate, sound, soundTrack, takeId } from '../../../kit/sequence.ts'

const same = { linkId: clipId(90), takeId: takeId(90) }
/** A shot at 100 that shows frame 50 of its source first, with a sound in step that is there from `start` until `end`; others around. */
function film(start: number, end: number, captions: ReturnType<typeof caption>[] = []): SequenceDocument {
  return documentOf(
    pictureTrack(1, [
      picture(11, 0, 100, { sourceLength: 200 }),
      picture(12, 100, 100, { ...same, in: 50, sourceLength: 300 }),
      picture(13, 200, 50),
    ]),
    soundTrack(2, [
      sound(22, start, end - start, { ...same, in: (start - 50) * 1600, sourceLength: 300 * 1600 }),
      sound(23, end, 50),
    ]),
    captionTrack(3, captions),
  )
}
function trim(number: number, byFrames: number, has: { isAlone?: true } = {}): SequenceEdit {
  return { do: 'trim', clipIds: [clipId(number)], edge: 'start', byFrames, ripples: true, ...has }
}
/** Which frame of the source plays where the film begins, of the picture and of the sound: the same while they are in step. */
function steps(document: SequenceDocument): number[] {
  return [12, 22].map((number) => {
    const { track, clip } = findClip(document, clipId(number))!
    return 'in' in clip ? (clip.in - clip.start) / (track.kind === 'pictures' ? 1 : 1600) : Number.NaN
  })
}
function places(document: SequenceDocument): number[][][] {
  return tracksOf(document).map(track => clipsOf(track).map(clip => [startFrameOf(track, clip, rate), endFrameOf(track, clip, rate)]))
}
function refusal(document: SequenceDocument, edit: SequenceEdit) {
  try {
    applyEdits(document, [edit])
    return null
  }
  catch (error) {
    return error instanceof EditRefusedError ? [error.because, ...error.ids] : error
  }
}

describe('a ripple trim of the head', () => {
  it.each([
    [90, 10, [[0, 100], [100, 190], [190, 240]], [[90, 190], [190, 240]]],
    [90, -10, [[0, 100], [100, 210], [210, 260]], [[90, 210], [210, 260]]],
    [104, 10, [[0, 100], [100, 190], [190, 240]], [[104, 190], [190, 240]]],
    [104, -10, [[0, 100], [100, 210], [210, 260]], [[114, 210], [210, 260]]],
    [130, 10, [[0, 100], [100, 190], [190, 240]], [[120, 190], [190, 240]]],
  ])('keeps a sound that begins at %i in step when %i frames are taken off', (start, by, pictures, sounds) => {
    const after = applyEdits(film(start, 200), [trim(12, by)]).document
    expect(places(after).slice(0, 2)).toEqual([pictures, sounds])
    expect(steps(after)[0]).toBe(steps(after)[1])
  })

  it('of either of them, by any frames, never puts them out of step', () => {
    const frames = fc.tuple(fc.integer({ min: 60, max: 140 }), fc.integer({ min: 150, max: 240 }), fc.integer({ min: -45, max: 90 }))
    fc.assert(fc.property(frames, fc.constantFrom(12, 22), ([start, end, by], number) => {
      const document = film(start, end)
      const because = refusal(document, trim(number, by))
      if (because !== null) {
        expect(['blocked', 'too-short', 'source-too-short']).toContain(Array.isArray(because) ? because[0] : because)
        return
      }
      const after = steps(applyEdits(document, [trim(number, by)]).document)
      expect(after[0]).toBe(after[1])
    }), { numRuns: 300 })
  })

  it('is refused where words are heard in what would be another part, and where the sound is that of another shot, too', () => {
    expect(refusal(film(90, 200, [caption(31, 92, 5, same)]), trim(12, 10))).toEqual(['blocked', clipId(31)])
    expect(refusal(film(90, 200, [caption(31, 120, 5, same)]), trim(12, 10))).toBeNull()
    const first = picture(11, 0, 100, { linkId: clipId(90), sourceLength: 200 })
    const shot = picture(12, 100, 100, { ...same, in: 50, sourceLength: 300 })
    const sounds = soundTrack(2, [sound(22, 90, 110, { ...same, in: 40 * 1600, sourceLength: 300 * 1600 })])
    expect(refusal(documentOf(pictureTrack(1, [first, shot]), sounds), trim(12, 10))).toBeNull()
    expect(refusal(documentOf(pictureTrack(1, [{ ...first, ...same }, shot]), sounds), trim(12, 10))).toEqual(['blocked', clipId(22)])
  })

  it.each([[90, 10], [90, -10], [105, 10], [105, -10], [130, 10], [130, -10]])('takes time once from both: %i, %i', (start, by) => {
    const both: SequenceEdit = { do: 'trim', clipIds: [clipId(12), clipId(22)], edge: 'start', byFrames: by, ripples: true }
    const after = applyEdits(film(start, 200), [both]).document
    expect(steps(after)[0]).toBe(steps(after)[1])
    expect(startFrameOf({ kind: 'pictures' }, findClip(after, clipId(13))!.clip, rate)).toBe(200 - by)
  })

  it('leaves the sound where only the shot is meant', () => {
    const last = applyEdits(film(90, 200), [{ do: 'remove', clipIds: [clipId(23)], closesGap: false }]).document
    const after = applyEdits(last, [trim(12, 10, { isAlone: true })]).document
    expect(findClip(after, clipId(22))).toEqual(findClip(last, clipId(22)))
  })
})
