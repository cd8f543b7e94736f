/** Which places of a sequence are shown as waiting, on which track, and after which line of the script a voice-over belongs. */
import type { Job } from '#contract/jobs.ts'
import type { JobId, LineId, SequenceId, TrackId } from '#contract/words.ts'
import { expect, it } from 'vitest'
import { awaitedPlaces } from '../../../src-renderer/rooms/timeline/lanes/awaited-places.ts'
import { rowsOf } from '../../../src-renderer/rooms/timeline/view/rows.ts'
import { lineBefore } from '../../../src-renderer/rooms/timeline/voice-over/line-before.ts'
import { clipId, documentOf, picture, pictureTrack, sound, soundTrack, takeId, trackId } from '../../kit/sequence.ts'

const film = 'film' as SequenceId
const [one, two, three] = ['one', 'two', 'three'].map(name => name as LineId) as [LineId, LineId, LineId]
const document = documentOf(
  pictureTrack(10, [picture(1, 0, 300)]),
  soundTrack(11, [sound(20, 0, 60, { lineId: one }), sound(21, 60, 60, { lineId: two })], { kind: 'speech' }),
  soundTrack(12, [sound(22, 90, 60)]),
)
function job(id: string, has: Partial<Job> = {}, track: TrackId = trackId(12)): Job {
  return {
    id: id as JobId,
    kind: 'speech',
    state: 'running',
    retryOf: null,
    // Each has a place of its own.
    awaitedAt: { sequenceId: film, clipId: clipId(90 + id.charCodeAt(0)), trackId: track, frame: 100, frames: 40 },
    ...has,
  } as Job // only what is read
}
const shown = (...jobs: Job[]) => awaitedPlaces(jobs, film, document).map(each => [each.job.id, each.trackId])

it('a place is shown on its track, or on the first one for speech where that is gone', () => {
  expect(shown(job('a'), job('b', {}, trackId(77)), job('c', {}, trackId(10)))).toEqual([
    ['a', trackId(12)],
    ['b', trackId(11)],
    ['c', trackId(11)],
  ])
})

it('a job that failed or may have been charged is shown until it is tried again; one that is over is not', () => {
  expect(shown(job('a', { state: 'failed' }), job('b', { state: 'unsure' })).map(([id]) => id)).toEqual(['a', 'b'])
  expect(shown(job('a', { state: 'failed' }), job('b', { retryOf: 'a' as JobId })).map(([id]) => id)).toEqual(['b'])
  expect(shown(job('a', { state: 'done', takeIds: [takeId(9)] }), job('b', { state: 'cancelled' }))).toEqual([])
})

it('a place of another sequence, and one that has become its clip, are not shown', () => {
  const place = job('a').awaitedAt!
  const elsewhere = job('a', { awaitedAt: { ...place, sequenceId: 'other' as SequenceId } })
  const placed = job('b', { awaitedAt: { ...place, clipId: clipId(22) } })
  const { awaitedAt: _, ...none } = job('c')
  expect(shown(elsewhere, placed, none)).toEqual([])
})

it('a voice-over belongs after the last line of the script that begins before it', () => {
  const rows = rowsOf(document, new Map())
  const all = new Set([one, two, three])
  expect([0, 1, 60, 61, 500].map(frame => lineBefore(rows, frame, all))).toEqual([null, one, one, two, two])
  // A clip of a line that was deleted from the script says nothing of where it belongs.
  expect(lineBefore(rows, 500, new Set([one]))).toBe(one)
})

it('a shot or image waits on a track for pictures, and what continues a clip is shown behind it, wherever that is', () => {
  const video = (id: string, track: number, has = {}) => {
    const { awaitedAt } = job(id, {}, trackId(track))
    return job(id, { kind: 'video', awaitedAt: { ...awaitedAt!, ...has } })
  }
  expect(shown(video('a', 10), video('b', 77), video('c', 11))).toEqual([['a', trackId(10)], ['b', trackId(10)], ['c', trackId(10)]])
  const places = awaitedPlaces([video('a', 77, { after: clipId(1) }), video('b', 10, { after: clipId(66) })], film, document)
  expect(places.map(({ trackId: on, place }) => [on, place.frame])).toEqual([[trackId(10), 300], [trackId(10), 100]])
})

it('what continues a clip is shown behind the last part of that, and at its own place while the track is locked', () => {
  const place = { ...job('a').awaitedAt!, trackId: trackId(10), frame: 300, after: clipId(1) }
  const shot = job('a', { kind: 'video', awaitedAt: place })
  const part = (number: number, start: number, length: number, from: number) =>
    picture(number, start, length, { takeId: takeId(1), sourceLength: 300, in: from })
  const frameIn = (has = {}) => {
    const cut = documentOf(pictureTrack(10, [part(1, 0, 100, 0), part(7, 100, 150, 100)], has))
    return awaitedPlaces([shot], film, cut).map(each => each.place.frame)
  }
  expect([frameIn(), frameIn({ isLocked: true })]).toEqual([[250], [300]])
})

it('a place is shown at the same time in a sequence that has another frame rate by now', () => {
  const faster = { ...document, rate: { numerator: 60, denominator: 1 } }
  const place = job('a').awaitedAt!
  const [shown] = awaitedPlaces([job('a', { awaitedAt: { ...place, rate: document.rate } })], film, faster)
  expect(shown?.place).toMatchObject({ frame: 200, frames: 80 })
})

it('a shot that was cancelled is shown at its place, unless something is or comes there by now', () => {
  const place = { ...job('a').awaitedAt!, trackId: trackId(10) }
  const cancelled = (has = {}) => job('a', { kind: 'video', state: 'cancelled', awaitedAt: { ...place, ...has } })
  const free = { frame: 300 }
  expect(shown(cancelled(free)).map(([id]) => id)).toEqual(['a'])
  expect(shown(cancelled())).toEqual([])
  expect(shown(cancelled({ after: clipId(1), makesRoom: true })).map(([id]) => id)).toEqual(['a'])
  const next = { ...job('b').awaitedAt!, trackId: trackId(10), frame: 320 }
  expect(shown(cancelled(free), job('b', { kind: 'video', awaitedAt: next })).map(([id]) => id)).toEqual(['b'])
  const tries = [cancelled(free), job('c', { kind: 'video', state: 'failed', awaitedAt: cancelled(free).awaitedAt! })]
  expect(awaitedPlaces(tries, film, document).map(each => [each.job.id, each.tries, each.jobs.length])).toEqual([['c', 1, 2]])
})

it('several tries for one place are shown as one, which fails only when all do', () => {
  const place = job('a').awaitedAt!
  const tries = (...states: Job['state'][]) => awaitedPlaces(
    states.map((state, index) => job(String(index), { state, awaitedAt: place })),
    film,
    document,
  ).map(each => [each.job.id, each.tries])
  expect(tries('failed', 'running', 'queued')).toEqual([['1', 3]])
  expect(tries('failed', 'unsure', 'cancelled')).toEqual([['0', 2]])
})

it('a clip that waits for another take is shown as waiting, until it has one', () => {
  const into = { sequenceId: film, clipId: clipId(21), takeId: takeId(21) }
  const [place] = awaitedPlaces([job('a', { awaitedAt: into })], film, document)
  expect(place).toMatchObject({ trackId: trackId(11), place: { clipId: clipId(21), frame: 60, frames: 60 } })
  // It was cut since, and its first part is deleted.
  const cut = documentOf(soundTrack(11, [sound(33, 80, 40, { takeId: takeId(21), in: 20 * 1600 })]))
  const [rest] = awaitedPlaces([job('a', { awaitedAt: { ...into, part: { from: 0, until: 2 } } })], film, cut)
  expect(rest).toMatchObject({ trackId: trackId(11), place: { clipId: clipId(21), frame: 80, frames: 40 } })
  const others = [{ ...into, takeId: takeId(9) }, { ...into, clipId: clipId(66) }, { ...into, sequenceId: 'other' as SequenceId }]
  expect(shown(...others.map((awaitedAt, index) => job(String(index), { awaitedAt })))).toEqual([])
})
