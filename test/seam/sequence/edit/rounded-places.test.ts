/** Many small edits of a shot at another speed: each comes to a whole frame of its source, and they do not add up. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findClip } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { clipId, documentOf, picture, pictureTrack, sound, soundTrack, takeId } from '../../../kit/sequence.ts'

const same = { linkId: clipId(90), takeId: takeId(90) }
/** A shot at 100 with its sound, which begins so many frames before it. */
function film(speed: number, early: number): SequenceDocument {
  const [seen, heard] = [200, 200 * 1600 - early * 16 * speed]
  return documentOf(
    pictureTrack(1, [picture(12, 100, 100, { ...same, in: seen, sourceLength: 1000, speed })]),
    soundTrack(2, [sound(22, 100 - early, 100 + early, { ...same, in: heard, sourceLength: 1000 * 1600, speed })]),
  )
}
/** How many frames of the source the sound is ahead of the picture. */
function ahead(document: SequenceDocument): number {
  const [shot, heard] = [12, 22].map(number => findClip(document, clipId(number))!.clip)
  if (!shot || !heard || !('in' in shot) || !('in' in heard))
    throw new Error('not played')
  return (heard.in + (shot.start * 1600 - heard.start) * heard.speed / 100) / 1600 - shot.in
}
function applied(document: SequenceDocument, edits: readonly SequenceEdit[]): SequenceDocument {
  return edits.reduce((now, edit) => applyEdits(now, [edit]).document, document)
}
function slip(byFrames: number): SequenceEdit {
  return { do: 'slip', clipIds: [clipId(12)], byFrames }
}
function trim(byFrames: number, ripples: boolean): SequenceEdit {
  return { do: 'trim', clipIds: [clipId(12)], edge: 'start', byFrames, ripples }
}

describe.each([25, 50, 75, 150])('at %i %', (speed) => {
  it('slips of a frame each are as one of all of them', () => {
    for (const by of [1, -1]) {
      const after = applied(film(speed, 0), Array.from({ length: 8 }, () => slip(by)))
      expect(ahead(after)).toBe(0)
      expect(after).toEqual(applied(film(speed, 0), [slip(8 * by)]))
    }
  })

  it('the shot shows the frame that is heard, after any slips and trims of the head', () => {
    const any = fc.oneof(
      fc.integer({ min: -3, max: 3 }).filter(by => by !== 0).map(slip),
      fc.tuple(fc.integer({ min: -3, max: 3 }).filter(by => by !== 0), fc.boolean()).map(([by, ripples]) => trim(by, ripples)),
    )
    fc.assert(fc.property(fc.array(any, { minLength: 1, maxLength: 20 }), fc.constantFrom(0, 7), (edits, early) => {
      const after = ahead(applied(film(speed, early), edits))
      expect(after).toBeGreaterThanOrEqual(-1e-6)
      expect(after).toBeLessThan(1)
    }), { numRuns: 60 })
  })
})

it('what was out of step on purpose stays so, and what is meant alone', () => {
  const away = film(50, 0)
  const shot = { ...picture(12, 100, 100, { ...same, in: 230, sourceLength: 1000, speed: 50 }) }
  const apart = { ...away, tracks: { ...away.tracks, ...documentOf(pictureTrack(1, [shot])).tracks } }
  expect(ahead(applied(apart, [slip(4)]))).toBe(-30)
  const alone: SequenceEdit = { do: 'trim', clipIds: [clipId(12)], edge: 'start', byFrames: 2, ripples: true, isAlone: true }
  expect(ahead(applied(film(50, 0), [alone]))).toBe(-1)
  expect(ahead(applied(film(50, 0), [{ ...alone, clipIds: [clipId(22)] }]))).toBe(1)
})
