/** A take comes to the place that waits for it: on its track where that has room, never over anything, and once. */
import type { LineId } from '#contract/words.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clipsOf, endOf, findClip, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { placedEdits } from '#rules/sequence/place-awaited.ts'
import { clipId, documentOf, picture, pictureTrack, rate, sound, soundTrack, takeId, trackId } from '../../kit/sequence.ts'

const lineId = '00000000-0000-7000-8000-0000000000aa' as LineId
const take = (seconds: number | null) => ({ id: takeId(9), medium: 'audio' as const, lineId, asset: { durationSeconds: seconds } })
const place = (track: number, frame: number) => ({ clipId: clipId(90), trackId: trackId(track), frame })
const fresh = trackId(99)

it('the clip speaks its line from the frame on, on the track that it was wanted on', () => {
  const film = documentOf(soundTrack(11, [sound(3, 100, 60)]), soundTrack(12, []))
  const { document } = applyEdits(film, placedEdits(film, place(11, 30), take(2), fresh))
  expect(findClip(document, clipId(90))).toMatchObject({
    track: { id: trackId(11) },
    clip: { start: 48_000, length: 96_000, sourceLength: 96_000, takeId: takeId(9), lineId },
  })
  expect(document.trackIds).toEqual(film.trackIds)
})

it('where its track has no room, is locked or gone, it is on another speech track, or a new one', () => {
  const speech = soundTrack(12, [], { kind: 'speech' })
  const full = soundTrack(11, [sound(3, 60, 60)])
  const onOther = documentOf(full, speech)
  const noOther = documentOf(full, soundTrack(12, [], { kind: 'speech', isLocked: true }))
  const trackOf = (film: typeof onOther, track: number): unknown =>
    findClip(applyEdits(film, placedEdits(film, place(track, 30), take(2), fresh)).document, clipId(90))?.track.id
  expect([trackOf(onOther, 11), trackOf(onOther, 77), trackOf(noOther, 11), trackOf(noOther, 12)])
    .toEqual([trackId(12), trackId(12), fresh, fresh])
})

it('nothing comes twice, or where the line has a clip already, or of a take without audio', () => {
  const film = documentOf(pictureTrack(10, [picture(1, 0, 30)]), soundTrack(11, []))
  const once = applyEdits(film, placedEdits(film, place(11, 30), take(2), fresh)).document
  const assembled = documentOf(soundTrack(11, [sound(3, 200, 60, { lineId })]))
  const all = [
    placedEdits(once, place(11, 30), take(2), fresh),
    placedEdits(assembled, place(11, 30), take(2), fresh),
    placedEdits(film, place(11, 30), take(0), fresh),
    placedEdits(film, place(11, 30), take(null), fresh),
    placedEdits(film, place(11, 30), { ...take(null), medium: 'picture' }, fresh),
  ]
  expect(all).toEqual([[], [], [], [], []])
})

it('whatever else is there stays as it is', () => {
  const spans = fc.uniqueArray(fc.nat(40), { maxLength: 8 })
  fc.assert(fc.property(spans, spans, fc.nat(1300), fc.integer({ min: 1, max: 400 }), (one, two, frame, frames) => {
    const clips = (from: number, starts: readonly number[]) => starts.map((start, index) => sound(from + index, start * 30, 30))
    const film = documentOf(soundTrack(11, clips(20, one)), soundTrack(12, clips(40, two)))
    const seconds = frames * rate.denominator / rate.numerator
    const { document } = applyEdits(film, placedEdits(film, place(11, frame), take(seconds), fresh))
    for (const track of tracksOf(film))
      expect(document.tracks[track.id]?.clips).toMatchObject(track.clips)
    for (const track of tracksOf(document)) {
      const all = clipsOf(track)
      expect(all.every((clip, index) => index === 0 || endOf(all[index - 1]!) <= clip.start)).toBe(true)
    }
    expect(findClip(document, clipId(90))?.clip.start).toBe(frame * 1600)
  }))
})
