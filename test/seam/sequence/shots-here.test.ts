/** Which gap or clip is meant at a frame, which moments are next to it, and where an image is seen. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clipsOf, endOf } from '#rules/sequence/document.ts'
import { emptyFrom, gapAt, gapHere, lastMomentOf, momentsAround, shotHere, trackForStill } from '#rules/sequence/shots-here.ts'
import { clipId, documentOf, picture, pictureTrack, sound, soundTrack, takeId, trackId } from '../../kit/sequence.ts'

const shot = (number: number, start: number, length: number, has = {}) => picture(number, start, length, { sourceLength: 300, ...has })
const film = documentOf(
  pictureTrack(10, [shot(1, 0, 60, { in: 30 }), shot(2, 100, 60, { in: 10 })]),
  pictureTrack(12, [shot(3, 20, 20)]),
  soundTrack(11, [sound(4, 0, 60)]),
)

it('a gap is between two clips, before the first, or behind the last', () => {
  expect(gapAt(film, trackId(10), 60)).toMatchObject({ from: 60, until: 100, before: { id: clipId(1) }, after: { id: clipId(2) } })
  expect(gapAt(film, trackId(10), 99)).toMatchObject({ from: 60, until: 100 })
  expect(gapAt(film, trackId(10), 160)).toMatchObject({ from: 160, until: null, before: { id: clipId(2) }, after: null })
  expect(gapAt(film, trackId(12), 0)).toMatchObject({ from: 0, until: 20, before: null, after: { id: clipId(3) } })
  const locked = documentOf(pictureTrack(10, [shot(1, 0, 60)], { isLocked: true }), pictureTrack(12, []))
  expect([gapAt(film, trackId(10), 59), gapAt(film, trackId(11), 90), gapAt(film, trackId(77), 0)]).toEqual([null, null, null])
  expect([gapAt(locked, trackId(10), 90), gapAt(locked, trackId(12), 0)]).toEqual([null, null])
})

it('without a click a gap is meant where no picture is seen, on the lowest track', () => {
  expect(gapHere(film, 80, null)).toMatchObject({ trackId: trackId(10) })
  expect(gapHere(film, 80, trackId(12))).toMatchObject({ trackId: trackId(12) })
  expect(gapHere(film, 10, null)).toBe(null)
  expect(gapHere(film, 10, trackId(12))).toMatchObject({ trackId: trackId(12), until: 20 })
})

it('the uppermost clip is meant, or the one that is named', () => {
  expect(shotHere(film, 30, null)?.clip.id).toBe(clipId(3))
  expect(shotHere(film, 30, clipId(2))?.clip.id).toBe(clipId(2))
  expect(shotHere(film, 80, null)).toBe(null)
  const title = documentOf(pictureTrack(10, [shot(1, 0, 60)]), pictureTrack(12, [picture(3, 0, 60, { takeId: null })]))
  expect(shotHere(title, 30, clipId(3))?.clip.id).toBe(clipId(1))
})

it('a shot begins with the last frame before its gap and ends with the first one behind it', () => {
  const gap = gapAt(film, trackId(10), 80)!
  const { first, last } = momentsAround(gap, film)
  // The middle of the frame in the file, as it is shown.
  expect([first?.takeId, Math.floor(first!.seconds * 30)]).toEqual([takeId(1), 89])
  expect([last?.takeId, Math.floor(last!.seconds * 30)]).toEqual([takeId(2), 10])
  const reversed = shot(1, 0, 60, { in: 30, isReversed: true })
  expect(Math.floor(lastMomentOf(reversed, film)!.seconds * 30)).toBe(30)
  const title = picture(1, 0, 60, { takeId: null })
  expect(momentsAround({ ...gap, before: title, after: null }, film)).toEqual({ first: null, last: null })
})

it('an image is above all that is there, for as long as it lasts', () => {
  const track = (frame: number, frames: number, clicked: number | null = null) =>
    trackForStill(film, { frame, frames, clicked: clicked === null ? null : trackId(clicked) })
  expect([track(60, 40), track(60, 40, 12), track(60, 41), track(30, 5), track(45, 10)])
    .toEqual([trackId(10), trackId(12), trackId(12), null, trackId(12)])
  expect([emptyFrom(film, 60), emptyFrom(film, 80), emptyFrom(film, 50), emptyFrom(film, 160)]).toEqual([40, 20, 0, null])
})

it('a gap covers no clip, and is as long as it can be', () => {
  const spans = fc.uniqueArray(fc.nat(30), { minLength: 1, maxLength: 8 })
  fc.assert(fc.property(spans, fc.nat(1000), (starts, frame) => {
    const one = pictureTrack(10, starts.map(start => shot(20 + start, start * 30, 30)))
    const gap = gapAt(documentOf(one), trackId(10), frame)
    const clips = clipsOf(one)
    expect(gap === null).toBe(clips.some(clip => clip.start <= frame && endOf(clip) > frame))
    if (gap) {
      expect(frame >= gap.from && frame < (gap.until ?? Infinity)).toBe(true)
      expect(clips.some(clip => endOf(clip) > gap.from && clip.start < (gap.until ?? Infinity))).toBe(false)
      expect(gap.from === 0 || clips.some(clip => endOf(clip) === gap.from)).toBe(true)
    }
  }))
})
