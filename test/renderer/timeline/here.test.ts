/** What is asked for at a place of the tracks, and where its result is wanted. */
import type { ClipId, SequenceId, TrackId } from '#contract/words.ts'
import { expect, it } from 'vitest'
import { gapAt, shotHere } from '#rules/sequence/shots-here.ts'
import { extendHere, fillHere, imageHere, intoOf, replaceHere } from '../../../src-renderer/rooms/timeline/generate-here/here.ts'
import { clipId, documentOf, picture, pictureTrack, rate, takeId, trackId } from '../../kit/sequence.ts'

const shot = (number: number, start: number, length: number, has = {}) => picture(number, start, length, { sourceLength: 300, ...has })
const title = (number: number, start: number, length: number) => picture(number, start, length, { takeId: null })
const fresh = { clipId: 'fresh' as ClipId, trackId: 'new' as TrackId }
const sequenceId = 'film' as SequenceId
const film = documentOf(pictureTrack(10, [shot(1, 0, 60), shot(2, 100, 60)]))

it('a gap begins with the picture before it, and continues that clip', () => {
  const here = fillHere(film, gapAt(film, trackId(10), 80)!)
  expect(here).toMatchObject({ frame: 60, room: 40, first: { takeId: takeId(1) }, last: { takeId: takeId(2) }, after: clipId(1) })
  const source = { takeId: takeId(1), from: 0, until: 2 }
  expect(intoOf(here, { sequenceId, frames: 30, fresh }))
    .toEqual({ sequenceId, clipId: fresh.clipId, trackId: trackId(10), frame: 60, frames: 30, rate, after: clipId(1), source })
})

it('without a picture before it, a gap begins with the one behind it and continues nothing', () => {
  const first = documentOf(pictureTrack(10, [shot(2, 100, 60)]))
  expect(fillHere(first, gapAt(first, trackId(10), 20)!)).toMatchObject({ frame: 0, first: { takeId: takeId(2) }, last: null, after: null })
  const titled = documentOf(pictureTrack(10, [title(1, 0, 60), title(2, 100, 60)]))
  expect(fillHere(titled, gapAt(titled, trackId(10), 80)!)).toMatchObject({ first: null, last: null, after: null })
})

it('a clip is continued behind its end, and what follows makes room', () => {
  const here = extendHere(film, shotHere(film, 10, null)!)
  expect(intoOf(here, { sequenceId, frames: 0, fresh }))
    .toMatchObject({ trackId: trackId(10), frame: 60, frames: 1, after: clipId(1), makesRoom: true })
})

it('a clip that is continued is noted with the next one of its take, which is no part of it', () => {
  const again = (number: number, start: number) => shot(number, start, 20, { takeId: takeId(1), in: start })
  const parts = documentOf(pictureTrack(10, [again(1, 0), shot(2, 30, 10), again(3, 40), again(4, 60)]))
  const into = (here: Parameters<typeof intoOf>[0]) => intoOf(here, { sequenceId, frames: 9, fresh })
  expect(into(extendHere(parts, shotHere(parts, 10, null)!))).toMatchObject({ after: clipId(1), next: clipId(3) })
  expect(into(extendHere(parts, shotHere(parts, 45, null)!))).toMatchObject({ after: clipId(3), next: clipId(4) })
  expect(into(extendHere(parts, shotHere(parts, 65, null)!))).not.toHaveProperty('next')
  expect(into(fillHere(parts, gapAt(parts, trackId(10), 25)!))).toMatchObject({ after: clipId(1), next: clipId(3) })
})

it('a clip gets another take in its place: a shot from its first frame, an image from words', () => {
  const here = replaceHere(film, shotHere(film, 110, null)!)!
  expect(here).toMatchObject({ frame: 100, isStill: false, first: { takeId: takeId(2) } })
  const part = { from: 0, until: 2 }
  expect(intoOf(here, { sequenceId, frames: 1, fresh })).toEqual({ sequenceId, clipId: clipId(2), takeId: takeId(2), part })
  const still = documentOf(pictureTrack(10, [picture(1, 0, 60)]))
  expect(replaceHere(still, shotHere(still, 0, null)!)).toMatchObject({ isStill: true, first: null })
})

it('an image fits its gap, else it is as long as images are in this sequence', () => {
  expect(imageHere(film, 70, null)).toMatchObject({ frame: 70, frames: 30, trackId: trackId(10) })
  expect(imageHere({ ...film, stillSeconds: 2 }, 20, null)).toMatchObject({ frames: 60, trackId: null })
  expect(intoOf(imageHere(film, 20, null), { sequenceId, frames: 12, fresh }))
    .toEqual({ sequenceId, clipId: fresh.clipId, trackId: fresh.trackId, frame: 20, frames: 12, rate })
  expect(imageHere(film, 160, null)).toMatchObject({ frames: 120, trackId: trackId(10) })
})
