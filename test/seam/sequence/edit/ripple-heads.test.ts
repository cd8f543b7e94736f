/** A ripple trim of the head of a shot whose sound begins earlier or later than it: they stay in step. */
import type { SequenceDocument, SoundClip } from '#contract/sequence-document.ts'
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

  it('takes captions along with the words that they are of, also before the head of the shot', () => {
    const captions = [caption(31, 92, 5, same), caption(32, 98, 6, same), caption(33, 104, 4, same), caption(34, 108, 30, same)]
    const placesAfter = (document: SequenceDocument, by: number) => places(applyEdits(document, [trim(12, by)]).document)[2]
    expect(placesAfter(film(90, 200, captions), 10)).toEqual([[90, 94], [94, 98], [98, 128]])
    expect(placesAfter(film(90, 200, captions), -10)).toEqual([[102, 107], [108, 114], [114, 118], [118, 148]])
    expect(placesAfter(film(104, 200, [caption(31, 106, 5, same), caption(32, 111, 20, same)]), 10)).toEqual([[104, 121]])
    expect(placesAfter(film(90, 200, [caption(31, 120, 5, same)]), 10)).toEqual([[110, 115]])
    expect(placesAfter(film(90, 200, [caption(31, 100, 5, same)]), -10)).toEqual([[110, 115]])
  })

  it('leaves each caption at what is said in it, whatever is taken off', () => {
    // One that begins with its sound grows with it.
    const lengths = fc.array(fc.tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 20 })), { minLength: 1, maxLength: 6 })
    const frames = fc.tuple(fc.integer({ min: 70, max: 130 }), fc.integer({ min: -25, max: 60 }), fc.constantFrom(12, 22))
    fc.assert(fc.property(frames, lengths, ([start, by, number], parts) => {
      let end = start
      const captions = parts.map(([gap, length], index) => {
        end += gap + length
        return caption(31 + index, end - length, length, same)
      })
      const document = film(start, 240, captions)
      const because = refusal(document, trim(number, by)) as readonly string[] | null
      // By other shots, perhaps.
      for (const { id } of captions)
        expect(because ?? []).not.toContain(id)
      if (because !== null)
        return
      const after = applyEdits(document, [trim(number, by)]).document
      const heard = findClip(after, clipId(22))!.clip as SoundClip
      // In frames of the source.
      const [saidBefore, saidAfter] = [50, (heard.start - heard.in) / 1600]
      for (const { id, start: was, length } of captions) {
        const clip = findClip(after, id)?.clip
        const [from, until] = [Math.max(was - saidBefore, heard.in / 1600), was + length - saidBefore]
        expect(clip && [clip.start - saidAfter, clip.start + clip.length - saidAfter]).toEqual(from < until ? [from, until] : undefined)
      }
    }), { numRuns: 300 })
  })

  it('is refused where the sound is that of another shot, too, and where words would cover those of another clip', () => {
    const others = captionTrack(3, [caption(31, 92, 5, same), caption(32, 97, 3)])
    const film90 = film(90, 200)
    const covered = { ...film90, tracks: { ...film90.tracks, [others.id]: others } }
    expect(refusal(covered, trim(12, -3))).toEqual(['blocked', clipId(32)])
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
