/** A take comes to the place that waits for it: on its track where that has room, never over anything, and once. */
import type { PictureClip } from '#contract/sequence-document.ts'
import type { LineId } from '#contract/words.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { neutralGrade } from '#rules/colour/grade.ts'
import { clipsOf, endOf, findClip, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { placedEdits } from '#rules/sequence/place-awaited.ts'
import { sourcePartOf } from '#rules/sequence/source-part.ts'
import { clipId, documentOf, picture, pictureTrack, rate, sound, soundTrack, takeId, trackId } from '../../kit/sequence.ts'

const lineId = '00000000-0000-7000-8000-0000000000aa' as LineId
const take = (seconds: number | null) => ({ id: takeId(9), medium: 'audio' as const, lineId, asset: { durationSeconds: seconds } })
const place = (track: number, frame: number, frames = 60) => ({ clipId: clipId(90), trackId: trackId(track), frame, frames })
const shot = (seconds: number) => ({ id: takeId(9), medium: 'video' as const, lineId: null, asset: { durationSeconds: seconds } })
const image = { id: takeId(9), medium: 'picture' as const, lineId: null, asset: { durationSeconds: null } }
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
    placedEdits(film, place(11, 30), { ...take(null), medium: 'text' }, fresh),
    placedEdits(film, place(10, 30), shot(0), fresh),
  ]
  expect(all).toEqual([[], [], [], [], [], []])
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

const track = (clips: Parameters<typeof pictureTrack>[1], has = {}) => pictureTrack(10, clips, has)
const moving = (number: number, start: number, length: number) => picture(number, start, length, { sourceLength: 300 })
type Film = ReturnType<typeof documentOf>
function placeIn(film: Film, ...[where, what]: [Parameters<typeof placedEdits>[1], Parameters<typeof placedEdits>[2]]) {
  const { document } = applyEdits(film, placedEdits(film, where, what, fresh))
  const found = findClip(document, clipId(90))
  const others = tracksOf(document).flatMap(({ id, clips }) => Object.values(clips)
    .filter(clip => clip.id !== clipId(90))
    .map(clip => [id, clip.start, clip.length]))
  return { track: found?.track.id, start: found?.clip.start, length: found?.clip.length, clip: found?.clip, others }
}

it('a shot in a gap is cut to it, is as long as was asked for, and moves nothing', () => {
  const film = documentOf(track([moving(1, 0, 60), moving(2, 100, 60)]))
  const others = [[trackId(10), 0, 60], [trackId(10), 100, 60]]
  expect(placeIn(film, { ...place(10, 60, 900), after: clipId(1) }, shot(5)))
    .toMatchObject({ track: trackId(10), start: 60, length: 40, clip: { sourceLength: 150 }, others })
  expect(placeIn(film, { ...place(10, 60, 20), after: clipId(1) }, shot(5))).toMatchObject({ start: 60, length: 20, others })
  expect(placeIn(film, place(10, 60, 900), shot(1))).toMatchObject({ start: 60, length: 30, others })
})

it('a shot that continues a clip is behind it wherever that is by now, looks like it, and what follows makes room for all of it', () => {
  const look = { ...picture(1, 0, 1).look, scale: 2 }
  const at = { ...place(10, 60), after: clipId(1), makesRoom: true as const }
  const close = documentOf(track([picture(1, 30, 60, { sourceLength: 300, look }), moving(2, 90, 60)]))
  expect(placeIn(close, at, shot(5)))
    .toMatchObject({ start: 90, length: 150, clip: { look }, others: [[trackId(10), 30, 60], [trackId(10), 240, 60]] })
  const key = (at: number, value: number) => ({ at, value, easing: 'linear' as const })
  const keys = { exposure: [key(0, 0), key(5900, 1)] }
  const brightened = placeIn(documentOf(track([picture(1, 30, 60, { sourceLength: 300, keys }), moving(2, 90, 60)])), at, shot(5))
  expect(brightened.clip).toMatchObject({ grade: { ...neutralGrade, exposure: 1 } })
  expect(brightened.clip).not.toHaveProperty('keys')
  const apart = documentOf(track([moving(1, 0, 60), moving(2, 100, 60)]))
  expect(placeIn(apart, at, shot(5))).toMatchObject({ start: 60, length: 150, others: [[trackId(10), 0, 60], [trackId(10), 210, 60]] })
  const last = documentOf(track([moving(1, 0, 60)]))
  expect(placeIn(last, at, shot(5))).toMatchObject({ start: 60, length: 150, others: [[trackId(10), 0, 60]] })
  // Without the clip it is where it was wanted.
  expect(placeIn(documentOf(track([moving(2, 300, 60)])), at, shot(5)))
    .toMatchObject({ start: 60, length: 60, others: [[trackId(10), 300, 60]] })
})

it('a shot that continues a moving clip is where that is in its last frame', () => {
  const at = { ...place(10, 60), after: clipId(1), makesRoom: true as const }
  const key = (at: number, value: number) => ({ at, value, easing: 'linear' as const })
  const lookBehind = (has: Partial<ReturnType<typeof picture>>) =>
    placeIn(documentOf(track([picture(1, 0, 60, { sourceLength: 300, ...has })])), at, shot(5)).clip
  const { look } = picture(1, 0, 1)
  const moved = lookBehind({ keys: { x: [key(0, 0), key(5900, 0.4)], cropLeft: [key(0, 0), key(5900, 0.2)] } })
  expect(moved).toMatchObject({ look: { ...look, x: 0.4, crop: { ...look.crop, left: 0.2 } } })
  expect(moved).not.toHaveProperty('keys')
  // What fades out by its keys would leave a shot that nobody sees.
  const faded = lookBehind({ look: { ...look, opacity: 0.8 }, keys: { opacity: [key(0, 1), key(5900, 0)] } })
  expect(faded).toMatchObject({ look: { opacity: 0.8 } })
})

const cutTo = (film: Film, ...edits: Parameters<typeof applyEdits>[1]): Film => applyEdits(film, edits).document

it('in a sequence that has another frame rate by now a take is at the same time, and as long', () => {
  const faster = { numerator: 60, denominator: 1 }
  const film = documentOf(track([moving(1, 0, 60), moving(2, 101, 60)]), soundTrack(11, []))
  const now = cutTo(film, { do: 'refit', width: film.width, height: film.height, rate: faster })
  expect(placeIn(now, { ...place(11, 250), rate }, take(2)).start).toBe(250 * 1600)
  expect(placeIn(now, { ...place(10, 300, 45), rate }, image)).toMatchObject({ start: 600, length: 90 })
  expect(placeIn(now, { ...place(10, 60, 41), after: clipId(1), rate }, shot(5))).toMatchObject({ start: 120, length: 82 })
  const slower = { numerator: 24_000, denominator: 1001 }
  const fewer = cutTo(film, { do: 'refit', width: film.width, height: film.height, rate: slower })
  const next = findClip(fewer, clipId(2))!.clip
  const filled = placeIn(fewer, { ...place(10, 60, 41), rate }, image)
  expect([filled.track, filled.start! + filled.length!]).toEqual([trackId(10), next.start])
  expect(placeIn(now, { ...place(10, 300, 1), rate: { numerator: 240, denominator: 1 } }, image).length).toBe(1)
  // Asked for in this rate, or before rates were noted.
  expect([{ rate: faster }, {}].map(has => placeIn(now, { ...place(10, 600, 45), ...has }, image).start)).toEqual([600, 600])
})

/** A part of the take of the first clip, from a frame of that on. */
function cutOff(start: number, length: number, from: number, has = {}) {
  return picture(7, start, length, { takeId: takeId(1), sourceLength: 300, in: from, ...has })
}
const behindFirst = { ...place(10, 50, 30), after: clipId(1) }
const extending = { ...behindFirst, makesRoom: true as const }

it('a shot whose clip was cut meanwhile is behind the last part of that', () => {
  const film = documentOf(track([moving(1, 0, 50), moving(2, 80, 60)]))
  const on = { trackIds: [trackId(10)] }
  const split = cutTo(film, { do: 'split', atFrame: 20, pieces: [{ clipId: clipId(1), newId: clipId(7) }] })
  const twice = cutTo(split, { do: 'split', atFrame: 30, pieces: [{ clipId: clipId(7), newId: clipId(8) }] })
  const closed = cutTo(film, { do: 'clearTime', ...on, fromFrame: 20, untilFrame: 30, closesGap: true })
  const lifted = cutTo(film, { do: 'clearTime', ...on, fromFrame: 20, untilFrame: 30, closesGap: false })
  const tightened = cutTo(film, { do: 'cutTime', ...on, cuts: [{ at: 20 * 1600, frames: 10 }], crossFade: 0 })
  const other = { trackId: trackId(10), clip: moving(6, 20, 10) }
  const inserted = cutTo(film, { do: 'place', placements: [other], how: 'insert' })
  const extended = [split, twice, closed, lifted, tightened, inserted].map(each => placeIn(each, extending, shot(2)))
  expect(extended.map(each => [each.track, each.start, each.length]))
    .toEqual([50, 50, 40, 50, 40, 60].map(start => [trackId(10), start, 60]))
  expect(extended[0]?.others).toEqual([[trackId(10), 0, 20], [trackId(10), 110, 60], [trackId(10), 20, 30]])
  expect(placeIn(split, behindFirst, shot(2))).toMatchObject({ track: trackId(10), start: 50, length: 30 })
  const still = documentOf(track([picture(1, 0, 20), picture(7, 20, 30, { takeId: takeId(1) })]))
  expect(placeIn(still, extending, shot(2))).toMatchObject({ start: 50, length: 60 })
  const reversed = (number: number, start: number, length: number, from: number) =>
    picture(number, start, length, { takeId: takeId(1), sourceLength: 300, in: from, isReversed: true })
  const backwards = documentOf(track([reversed(1, 0, 20, 130), reversed(7, 20, 30, 100)]))
  expect(placeIn(backwards, extending, shot(2))).toMatchObject({ start: 50, length: 60 })
})

it('a shot that continues a clip that was cut is behind what is left of it, also where its first part is deleted', () => {
  const film = documentOf(track([moving(1, 0, 50), cutOff(50, 60, 100)]))
  const [head, other] = [findClip(film, clipId(1))!.clip as PictureClip, clipId(7)]
  const source = { takeId: takeId(1), ...sourcePartOf(head, film) }
  const where = { ...extending, next: other, source }
  const split = cutTo(film, { do: 'split', atFrame: 20, pieces: [{ clipId: clipId(1), newId: clipId(8) }] })
  const first = cutTo(split, { do: 'remove', clipIds: [clipId(1)], closesGap: true })
  expect(placeIn(first, where, shot(2))).toMatchObject({ track: trackId(10), start: 30, length: 60 })
  expect(placeIn(first, where, shot(2)).others.toSorted((a, b) => Number(a[1]) - Number(b[1])))
    .toEqual([[trackId(10), 0, 30], [trackId(10), 90, 60]])
  const lifted = cutTo(split, { do: 'remove', clipIds: [clipId(1)], closesGap: false })
  expect(placeIn(lifted, where, shot(2))).toMatchObject({ track: trackId(10), start: 50, length: 60 })
  // All of it is deleted: what shows another part of the take is not continued.
  const none = cutTo(film, { do: 'remove', clipIds: [clipId(1)], closesGap: false })
  expect(placeIn(none, where, shot(2)).clip?.start).toBe(50)
})

it('what only shows the same take is no part of it', () => {
  const startOf = (tail: ReturnType<typeof cutOff>, has = {}) =>
    placeIn(documentOf(track([moving(1, 0, 20), tail])), { ...extending, ...has }, shot(2)).start
  // It was there when the shot was asked for.
  expect(startOf(cutOff(20, 30, 20), { next: clipId(7) })).toBe(20)
  // Brought in again from an earlier moment, backwards, held, or for another line.
  expect(startOf(cutOff(20, 30, 0))).toBe(20)
  expect(startOf(cutOff(20, 30, 20, { isReversed: true }))).toBe(20)
  expect(startOf(cutOff(20, 30, 20, { isFrozen: true }))).toBe(20)
  expect(startOf(cutOff(20, 30, 20, { lineId }))).toBe(20)
  expect(startOf(cutOff(20, 30, 20, { takeId: takeId(4) }))).toBe(20)
  const apart = documentOf(track([picture(1, 0, 20), picture(7, 40, 30, { takeId: takeId(1) })]))
  expect(placeIn(apart, extending, shot(2)).start).toBe(20)
})

it('where there is no room by now, or its track is locked, a shot is above what is there', () => {
  const full = documentOf(track([moving(1, 0, 200)]), pictureTrack(12, []))
  expect(placeIn(full, place(10, 60), shot(1))).toMatchObject({ track: trackId(12), start: 60, length: 30 })
  const locked = documentOf(track([moving(1, 0, 60)], { isLocked: true }))
  expect(placeIn(locked, { ...place(10, 60), after: clipId(1), makesRoom: true }, shot(1)))
    .toMatchObject({ track: fresh, start: 60, length: 30 })
})

it('an image lasts as long as was asked for, above what it would not have room next to', () => {
  const film = documentOf(track([moving(1, 0, 60), moving(2, 100, 60)]))
  expect(placeIn(film, place(10, 60, 40), image)).toMatchObject({ track: trackId(10), length: 40, clip: { sourceLength: null } })
  expect(placeIn(film, place(10, 60, 41), image)).toMatchObject({ track: fresh, start: 60, length: 41 })
})

it('no picture is ever covered or lost, and only what follows a place that makes room moves', () => {
  const spans = fc.uniqueArray(fc.nat(40), { maxLength: 8 })
  const all = fc.record({
    ...{ one: spans, two: spans, frame: fc.nat(1300), frames: fc.integer({ min: 1, max: 200 }), length: fc.integer({ min: 1, max: 400 }) },
    ...{ after: fc.nat(9), makesRoom: fc.boolean(), isImage: fc.boolean() },
  })
  fc.assert(fc.property(all, ({ one, two, frame, frames, length, after, makesRoom, isImage }) => {
    const clips = (from: number, starts: readonly number[]) => starts.map(start => moving(from + start, start * 30, 30))
    const film = documentOf(track(clips(100, one)), pictureTrack(12, clips(200, two)))
    const where = { ...place(10, frame, frames), after: clipId(100 + (one[after] ?? 99)), ...makesRoom && { makesRoom: true as const } }
    const { document } = applyEdits(film, placedEdits(film, where, isImage ? image : shot(length / 30), fresh))
    const placed = findClip(document, clipId(90))!
    for (const each of tracksOf(document)) {
      const now = clipsOf(each)
      expect(now.every((clip, index) => index === 0 || endOf(now[index - 1]!) <= clip.start)).toBe(true)
    }
    for (const each of tracksOf(film)) {
      for (const clip of clipsOf(each)) {
        const now = document.tracks[each.id]?.clips[clip.id]
        const mayMove = makesRoom && clip.start >= placed.clip.start
        expect(now).toMatchObject({ length: clip.length, ...!mayMove && { start: clip.start } })
      }
    }
  }))
})
