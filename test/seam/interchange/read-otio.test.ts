/** OpenTimelineIO as other programs write it: mixed rates, damaged parts, markers of clips, transitions at ends, collections. */
import type { ListedClip } from '#rules/interchange/list.ts'
import { expect, it } from 'vitest'
import { readEditList } from '#rules/interchange/read-list.ts'

const pal = { numerator: 25, denominator: 1 }
const time = (value: number, rate = 25) => ({ OTIO_SCHEMA: 'RationalTime.1', rate, value })
const range = (start: number, length: number, rate = 25) => ({ start_time: time(start, rate), duration: time(length, rate) })
const file = (url: string) => ({ OTIO_SCHEMA: 'ExternalReference.1', target_url: url, available_range: range(0, 250) })
function clip(range: unknown, has: object = {}) {
  return { OTIO_SCHEMA: 'Clip.2', name: 'one', source_range: range, media_references: { DEFAULT_MEDIA: file('a.mov') }, ...has }
}
const gap = (length: number) => ({ OTIO_SCHEMA: 'Gap.1', source_range: range(0, length) })
const dissolve = (before: number, after: number) => ({ OTIO_SCHEMA: 'Transition.1', in_offset: time(before), out_offset: time(after) })
const track = (children: readonly object[], has: object = {}) => ({ OTIO_SCHEMA: 'Track.1', kind: 'Video', children, ...has })
function timeline(tracks: readonly object[], has: object = {}) {
  return { OTIO_SCHEMA: 'Timeline.1', name: 'Film', tracks: { OTIO_SCHEMA: 'Stack.1', children: tracks }, ...has }
}
const read = (film: object) => readEditList(JSON.stringify(film), pal)
const shown = ({ start, length, in: from, media }: ListedClip): unknown[] => [start, length, from, media?.name]

it('clips of another rate begin where they do, however many are before them', () => {
  const list = read(timeline([track(Array.from({ length: 6 }, () => clip(range(0, 7, 30))))], { global_start_time: time(90_000) }))
  expect(list.rate).toEqual(pal)
  expect(list.tracks[0]?.clips.map(({ start }) => start)).toEqual([0, 6, 12, 18, 23, 29])
})

it('what has a damaged part keeps its place', () => {
  const damaged = { ...file('b.mov'), available_range: range(0, 0, 0) }
  const list = read(timeline([track([clip(range(0, 50), { media_references: { DEFAULT_MEDIA: damaged } }), clip(range(0, 25))])]))
  expect(list.tracks[0]?.clips.map(shown)).toEqual([[0, 50, 0, 'b.mov'], [50, 25, 0, 'a.mov']])
})

it('clips without a range play whole, and a rate that is none of a film is asked for', () => {
  const whole = read(timeline([track([clip(null), clip(null)])]))
  expect(whole.tracks[0]?.clips.map(shown)).toEqual([[0, 250, 0, 'a.mov'], [250, 250, 0, 'a.mov']])
  const heard = read(timeline([track([clip(range(0, 96_000, 48_000))], { kind: 'Audio' })]))
  expect([heard.rate, heard.tracks[0]?.clips[0]?.length]).toEqual([null, 50])
})

it('markers of clips and tracks are where they are seen', () => {
  const mark = (at: number) => ({ OTIO_SCHEMA: 'Marker.2', name: `${at}`, color: 'RED', marked_range: range(at, 1) })
  const list = read(timeline([track([gap(25), clip(range(50, 50), { markers: [mark(60), mark(10)] })], { markers: [mark(5)] })]))
  expect(list.markers.map(({ at, name }) => [at, name])).toEqual([[35, '60'], [5, '5']])
})

it('transitions from and to nothing are fades', () => {
  const list = read(timeline([track([dissolve(0, 10), clip(range(0, 50)), dissolve(10, 2), gap(10), clip(range(0, 50)), dissolve(5, 0)])]))
  expect(list.tracks[0]?.clips).toMatchObject([
    { start: 0, length: 52, crossIn: 0, fadeIn: 10, fadeOut: 12 },
    { start: 60, length: 50, crossIn: 0, fadeIn: 0, fadeOut: 5 },
  ])
})

it('a missing file has its name, a path its number sign, an address its escapes', () => {
  const media = (reference: object) => read(timeline([track([clip(range(0, 50), { media_references: { DEFAULT_MEDIA: reference } })])]))
  const missing = media({ OTIO_SCHEMA: 'MissingReference.1', name: '' })
  expect([missing.tracks[0]?.clips[0]?.media?.name, [...missing.left]]).toEqual(['one', []])
  expect(media(file('/A/take #3.mov')).tracks[0]?.clips[0]?.media?.name).toBe('take #3.mov')
  expect(media(file('file:///C:/a%20%232.mov#t=1')).tracks[0]?.clips[0]?.media?.name).toBe('a #2.mov')
})

it('speeds: none holds, several multiply, those that are off do not count, unknown ones are told', () => {
  const warp = (scalar: number, has = {}) => ({ OTIO_SCHEMA: 'LinearTimeWarp.1', time_scalar: scalar, ...has })
  const list = read(timeline([track([
    clip(range(10, 50), { effects: [warp(0)] }),
    clip(range(10, 50), { effects: [warp(2), warp(0.25), warp(4, { enabled: false })] }),
    clip(range(10, 50), { effects: [{ OTIO_SCHEMA: 'TimeEffect.1' }, { OTIO_SCHEMA: 'Effect.1' }] }),
  ])]))
  expect(list.tracks[0]?.clips).toMatchObject([{ isFrozen: true }, { speed: 50 }, { speed: 100 }])
  expect([...list.left]).toEqual([['effects', 1], ['speeds', 1]])
})

it('the first timeline of a collection comes in, the others are told', () => {
  const film = timeline([track([clip(range(0, 50))], { enabled: false })])
  const list = read({ OTIO_SCHEMA: 'SerializableCollection.1', children: [film, film, film] })
  expect(list.tracks[0]?.clips).toMatchObject([{ start: 0, length: 50, isDisabled: true }])
  expect([...list.left]).toEqual([['sequences', 2]])
})

it('more tracks than a sequence has, and times beyond a day, are told', () => {
  const many = read(timeline(Array.from({ length: 100 }, () => track([clip(range(0, 50))]))))
  expect([many.tracks.length, [...many.left]]).toEqual([64, [['tracks', 36]]])
  const long = read(timeline([track([clip(range(0, 1e300))])]))
  expect([long.tracks[0]?.clips, [...long.left]]).toEqual([[], [['overlong', 1]]])
})

it('tells of tracks and timelines of which only a part plays', () => {
  const two = [clip(range(0, 50)), clip(range(0, 50))]
  const left = (film: object) => [...read(film).left]
  expect(left(timeline([track(two, { source_range: range(10, 60) }), track(two)]))).toEqual([['parts', 1]])
  expect(left(timeline([track(two, { source_range: range(0, 99) })]))).toEqual([['parts', 1]])
  expect(left(timeline([track(two, { source_range: range(0, 100) })]))).toEqual([])
  const stack = { OTIO_SCHEMA: 'Stack.1', children: [track(two)], source_range: range(0, 50) }
  expect(left(timeline([], { tracks: stack }))).toEqual([['parts', 1]])
  // A part of what is a clip is read.
  expect(left(timeline([track([stack, track(two, { source_range: range(10, 60) })])]))).toEqual([])
})
