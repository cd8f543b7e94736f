/**
 * Nested sequences in edit lists: they go out as compounds and come back as they were, and those of other programs come in.
 *
 * @module-tag wide
 */
import type { PictureClip, SequenceDocument } from '#contract/sequence-document.ts'
import type { Take } from '#contract/takes.ts'
import type { SequenceId } from '#contract/words.ts'
import type { ListedMedia, ReadList } from '#rules/interchange/list.ts'
import type { BuiltSequence } from '#rules/interchange/sequence-of-list.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readEditList } from '#rules/interchange/read-list.ts'
import { sequencesOfList } from '#rules/interchange/sequence-of-list.ts'
import { clipsOf, endFrameOf, startFrameOf, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { isNested } from '#rules/sequence/nested/nested-clips.ts'
import { toFcpxml } from '../../../src-main/interchange/fcpxml.ts'
import { toMlt } from '../../../src-main/interchange/mlt.ts'
import { notesOf } from '../../../src-main/interchange/notes.ts'
import { toOtio } from '../../../src-main/interchange/otio.ts'
import { listOf } from '../../kit/edit-files.ts'
import { nested, nestedFilm, nestedId } from '../../kit/nested-film.ts'
import { documentOf, picture, pictureTrack, rate, takeId } from '../../kit/sequence.ts'
import { aTake } from '../sequence/arbitrary.ts'

const takes = [
  aTake(1, {
    ...{ id: takeId(1), title: 'harbour.mp4', medium: 'video' },
    asset: { durationSeconds: 10, width: 320, height: 180, framesPerSecond: 30, channels: 2, sampleRate: 48_000 },
  }),
  aTake(2, { id: takeId(2), title: 'still.png', medium: 'picture', asset: { width: 400, height: 300 } }),
  aTake(3, { id: takeId(3), title: 'music.wav', medium: 'audio', asset: { durationSeconds: 20, sampleRate: 48_000, channels: 2 } }),
]
function takeOf({ takeId: id, name }: ListedMedia): Take | null {
  return takes.find(take => take.id === id) ?? takes.find(take => take.title === name) ?? null
}
const writers = [
  ['OTIO', toOtio],
  ['FCPXML 1.11', (list: ReturnType<typeof listOf>) => toFcpxml(list, '1.11')],
  ['FCPXML 1.8', (list: ReturnType<typeof listOf>) => toFcpxml(list, '1.8')],
  ['MLT', (list: ReturnType<typeof listOf>) => toMlt(list, { assPath: null })],
] as const

let next = 0
function newId<Id extends string>(): Id {
  next += 1
  return `00000000-0000-7000-8000-${String(next).padStart(12, '7')}` as Id // has the form of an id
}
interface Made extends BuiltSequence { readonly document: SequenceDocument }
function built(list: ReadList): Made[] {
  return sequencesOfList(list, { rate, takeOf, newId }).map(made => ({
    ...made,
    document: applyEdits({ ...documentOf(), rate: made.rate, trackIds: [], tracks: {} }, made.edits).document,
  }))
}

/** Of each sequence by its name, what is on its tracks. */
function factsOf(document: SequenceDocument, nameOf: (id: SequenceId) => string | undefined): unknown[] {
  return tracksOf(document).map(track => clipsOf(track).flatMap((clip) => {
    if (!('takeId' in clip))
      return []
    const placed = [startFrameOf(track, clip, document.rate), endFrameOf(track, clip, document.rate), clip.in, clip.isDisabled ?? false]
    if (!isNested(clip))
      return [[...placed, clip.takeId?.slice(-2), clip.speed]]
    const { nested: { sequenceId, ...sounding }, look: { opacity }, fadeIn, fadeOut, speed, ramp, isReversed, isFrozen } = clip
    const way = [ramp ? JSON.stringify(ramp.points) : speed, ramp?.shiftsPitch, isReversed ?? false, isFrozen ?? false]
    return [[...placed, nameOf(sequenceId), sounding, ...way, Math.round(opacity * 1000) / 1000, fadeIn, fadeOut]]
  }))
}

const { innerOf } = nestedFilm()
const namesOut = (id: SequenceId) => innerOf(id)?.name
function factsBack(all: readonly Made[]): Record<string, unknown> {
  const names = new Map(all.map(({ sequenceId, name }) => [sequenceId, name]))
  return Object.fromEntries(all.map(({ name, document }) => [name, factsOf(document, id => names.get(id))]))
}
function factsOut(film: SequenceDocument, used: readonly number[]): Record<string, unknown> {
  const inner = used.flatMap(number => innerOf(nestedId(number)) ?? [])
  return Object.fromEntries([...inner, film].map(document => [document.name, factsOf(document, namesOut)]))
}

const ramps = [undefined, true as const].map(shiftsPitch => ({
  ramp: {
    ...{ at: 2, from: 300, ...shiftsPitch && { shiftsPitch } },
    points: [{ at: 0, speed: 50, easing: 'ease' as const }, { at: 20, speed: 120, easing: 'linear' as const }],
  },
}))

/** Fades of one frame are not seen, and opacity has three digits. */
const placed = fc.record({
  gap: fc.nat({ max: 5 }),
  length: fc.integer({ min: 2, max: 60 }),
  in: fc.nat({ max: 30 }),
  of: fc.constantFrom(1, 2),
  fadeIn: fc.constantFrom(0, 0, 2, 7),
  fadeOut: fc.constantFrom(0, 0, 2, 9),
  opacity: fc.constantFrom(1, 1, 0.5, 0.25),
  gainDb: fc.constantFrom(undefined, -6, 4),
  pan: fc.constantFrom(undefined, -100, 35),
  speed: fc.constantFrom(100, 100, 50, 75, 250),
  way: fc.constantFrom(
    ...[{}, {}, { isReversed: true as const }, { isFrozen: true as const }],
    ...[...ramps, ...ramps.map(ramp => ({ ...ramp, isReversed: true as const }))],
  ),
})
const films = fc.array(placed, { minLength: 1, maxLength: 6 }).map((all) => {
  let at = 20
  const clips = all.map(({ gap, of, fadeIn, fadeOut, opacity, gainDb, pan, way, ...one }, index): PictureClip => {
    const start = at + gap
    const speed = 'isFrozen' in way ? 100 : one.speed
    const first = 'ramp' in way ? 4 : one.in % 12
    // Within the sequence, where it plays otherwise than that.
    const isPaced = speed !== 100 || Object.keys(way).length > 0
    const length = isPaced ? Math.max(2, Math.min(one.length, Math.floor(3000 / speed))) : one.length
    at = start + length
    const faded = fadeIn + fadeOut < length ? { fadeIn, fadeOut } : {}
    const heard = { sequenceId: nestedId(of), ...gainDb !== undefined && { gainDb }, ...pan !== undefined && { pan } }
    const look = { opacity } as PictureClip['look'] // the rest is plain
    return nested(300 + index, of, { start, length, in: isPaced ? first : one.in, speed, ...way, ...faded, look, nested: heard })
  })
  const film = documentOf(pictureTrack(1, [picture(11, 0, 20, { takeId: takeId(1), sourceLength: 300 }), ...clips]))
  const used = new Set(all.map(({ of }) => of))
  return { film, used: used.has(1) ? [1, 2] : [2] }
})

describe('what went out comes back', () => {
  it.each(writers)('%s: one sequence each, used twice or in another one, with names, opacity, fades, gain and pan', (_, write) => {
    const { film } = nestedFilm()
    const list = readEditList(write(listOf(film, takes, { innerOf })), rate)
    const all = built(list)
    expect([...list.left]).toEqual([])
    // Each before those that it is in.
    expect(all.map(({ name }) => name)).toEqual(['Scene & two', 'Scene one', 'A film'])
    expect(factsBack(all)).toEqual(factsOut(film, [1, 2]))
  })

  it.each(writers)('%s: whatever is nested where', (_, write) => {
    fc.assert(fc.property(films, ({ film, used }) => {
      const list = readEditList(write(listOf(film, takes, { innerOf })), rate)
      expect([...list.left]).toEqual([])
      expect(factsBack(built(list))).toEqual(factsOut(film, used))
    }), { numRuns: 60 })
  })

  it.each(writers)('%s: keys of opacity, as straight lines', (_, write) => {
    const keys = { opacity: [{ at: 500, value: 1, easing: 'linear' as const }, { at: 1500, value: 0.2, easing: 'linear' as const }] }
    const film = documentOf(pictureTrack(1, [nested(12, 2, { start: 0, length: 20, in: 5, keys })]))
    const back = built(readEditList(write(listOf(film, takes, { innerOf })), rate)).at(-1)!.document
    const [clip] = tracksOf(back).flatMap(track => clipsOf(track))
    expect(clip).toMatchObject({ in: 5, keys: { opacity: [{ at: 500, value: 1 }, { at: 1500, value: 0.2 }, { at: 2400, value: 0.2 }] } })
  })

  it.each(writers)('%s: the part between in and out', (_, write) => {
    const { film } = nestedFilm()
    const back = built(readEditList(write(listOf({ ...film, inFrame: 75, outFrame: 110 }, takes, { innerOf })), rate)).at(-1)!.document
    const [track] = tracksOf(back)
    expect(clipsOf(track!).map(clip => [clip.start, clip.length, 'in' in clip && clip.in])).toEqual([[0, 25, 5], [25, 10, 0]])
  })

  it('what a kit lacks of a nested sequence is left out of it, and the rest stays', () => {
    const { film } = nestedFilm()
    const list = readEditList(toOtio(listOf(film, takes.filter(({ id }) => id !== takeId(2)), { innerOf })), rate)
    const clipsIn = (document: SequenceDocument) => tracksOf(document).flatMap(track => clipsOf(track))
    expect(built(list).map(({ name, document }) => [name, clipsIn(document).length]))
      .toEqual([['Scene & two', 2], ['Scene one', 3], ['A film', 6]])
  })

  it('a note says what a format lacks of a ramp and of a blurred background', () => {
    const film = documentOf(pictureTrack(1, [
      nested(12, 1, { start: 0, length: 20, in: 4, ...ramps[0], backdrop: { blur: 0.04, darkness: 0.3 } }),
    ]))
    const list = listOf(film, takes, { innerOf })
    const notes = (format: 'otio' | 'fcpxml' | 'mlt') => notesOf(list, format).map(({ note }) => note)
    const own = ['ramps', 'nested-speed', 'backdrop', 'nested-look']
    expect((['otio', 'fcpxml', 'mlt'] as const).map(format => notes(format).filter(note => own.includes(note))))
      .toEqual([['ramps', 'backdrop'], ['backdrop'], ['nested-speed', 'backdrop']])
  })

  it('a disabled one where a format can say so', () => {
    const film = documentOf(pictureTrack(1, [
      nested(12, 1, { start: 0, length: 20, isDisabled: true }),
      nested(13, 2, { start: 20, length: 20 }),
    ]))
    const shown = (write: typeof writers[number][1]) => {
      const [track] = tracksOf(built(readEditList(write(listOf(film, takes, { innerOf })), rate)).at(-1)!.document)
      return clipsOf(track!).map(clip => [clip.start, clip.isDisabled ?? false])
    }
    const [otio, fcpxml, , mlt] = writers.map(([, write]) => shown(write))
    expect([otio, fcpxml]).toEqual([[[0, true], [20, false]], [[0, true], [20, false]]])
    expect(mlt).toEqual([[20, false]])
  })
})

describe('of other programs', () => {
  const fcpxml = (media: string, spine: string) => `<?xml version="1.0"?><!DOCTYPE fcpxml><fcpxml version="1.10"><resources>
    <format id="r1" frameDuration="100/3000s" width="1920" height="1080"/>
    <format id="r3" frameDuration="100/2500s" width="1080" height="1080"/>
    <asset id="r2" name="harbour" start="0s" duration="10s" hasVideo="1" hasAudio="1" format="r1">
    <media-rep kind="original-media" src="file:///A/harbour.mp4"/></asset>${media}</resources>
    <library><event name="E"><project name="Film"><sequence format="r1" tcStart="0s" duration="10s">
    <spine>${spine}</spine></sequence></project>
    </event></library></fcpxml>`

  it('final Cut Pro: compound clips of another rate that begin at an hour, faded, without their sound, and an audio-only one', () => {
    const inner = `<media id="r9" name="Opening"><sequence format="r3" tcStart="3600s" duration="8s"><spine>
      <asset-clip ref="r2" offset="3600s" name="harbour" start="1s" duration="4s"/></spine></sequence></media>`
    const list = readEditList(fcpxml(inner, `<ref-clip ref="r9" offset="0s" name="Opening" start="3602s" duration="2s">
        <adjust-blend amount="0.5"/><adjust-volume amount="-3dB"/></ref-clip>
      <ref-clip ref="r9" offset="2s" name="Opening" duration="1s" srcEnable="video">
        <adjust-transform position="10 0"/><asset-clip ref="r2" lane="1" offset="3600.5s" start="0s" duration="0.5s"/></ref-clip>
      <ref-clip ref="r9" offset="3s" name="Opening" duration="1s" srcEnable="audio"/>`), rate)
    const [opening, film] = built(list)
    expect(opening).toMatchObject({ name: 'Opening', rate: { numerator: 25, denominator: 1 }, size: { width: 1080, height: 1080 } })
    const own = tracksOf(opening!.document).flatMap(track => clipsOf(track).map(clip => 'in' in clip && clip.in))
    expect(own).toEqual([25, 48_000])
    const [clips, above] = tracksOf(film!.document).map(track => clipsOf(track))
    expect(clips).toMatchObject([
      { start: 0, length: 60, in: 60, look: { opacity: 0.5 }, nested: { sequenceId: opening!.sequenceId, gainDb: -3 } },
      { start: 60, length: 30, in: 0, look: { opacity: 1 }, nested: { gainDb: -96 } },
    ])
    expect(above).toMatchObject([{ start: 75, length: 15 }])
    expect([...list.left]).toEqual([['effects', 1], ['nested', 1]])
  })

  it('final Cut Pro: a compound clip whose speed changes, with its pitch', () => {
    const inner = `<media id="r9" name="Opening"><sequence format="r1" duration="8s"><spine>
      <asset-clip ref="r2" offset="0s" name="harbour" start="1s" duration="8s"/></spine></sequence></media>`
    const points = ['0s 0s', '1s 0.5s', '3s 4.5s'].map(point => point.split(' ')).map(([time, value]) => `<timept time="${time}" value="${value}" interp="linear"/>`).join('')
    const shown = (map: string) => {
      const clip = `<ref-clip ref="r9" offset="0s" name="Opening" start="0s" duration="3s"><timeMap${map}>${points}</timeMap></ref-clip>`
      const list = readEditList(fcpxml(inner, clip), rate)
      expect([...list.left]).toEqual([])
      return clipsOf(tracksOf(built(list).at(-1)!.document)[0]!)
    }
    const course = [{ at: 0, speed: 50 }, { at: 30, speed: 200 }]
    expect(shown(' preservesPitch="0"')).toMatchObject([{ length: 90, in: 0, ramp: { from: 0, points: course, shiftsPitch: true } }])
    expect(shown('')[0]).not.toHaveProperty('ramp.shiftsPitch')
  })

  it('openTimelineIO: a stack and a track in a track, cut or whole, the same one twice', () => {
    const time = (value: number) => ({ OTIO_SCHEMA: 'RationalTime.1', rate: 30, value })
    const range = (start: number, length: number) => ({ OTIO_SCHEMA: 'TimeRange.1', start_time: time(start), duration: time(length) })
    const media = { OTIO_SCHEMA: 'ExternalReference.1', target_url: 'file:///a/harbour.mp4', available_range: range(0, 300) }
    const clip = { OTIO_SCHEMA: 'Clip.1', name: 'shot', source_range: range(30, 50), media_reference: media }
    const track = (...children: object[]) => ({ OTIO_SCHEMA: 'Track.1', kind: 'Video', name: '', children })
    const stack = (cut: object | null) => ({ OTIO_SCHEMA: 'Stack.1', name: 'Scene', source_range: cut, children: [track(clip)] })
    const text = JSON.stringify({
      ...{ OTIO_SCHEMA: 'Timeline.1', name: 'Film' },
      tracks: { OTIO_SCHEMA: 'Stack.1', children: [track(stack(range(10, 20)), stack(null), { ...track(clip, clip), name: 'Loop' })] },
    })
    const list = readEditList(text, rate)
    const all = built(list)
    expect(all.map(({ name, frames }) => [name, frames])).toEqual([['Scene', 50], ['Loop', 100], ['Film', 170]])
    const names = new Map(all.map(({ sequenceId, name }) => [sequenceId, name]))
    expect(clipsOf(tracksOf(all[2]!.document)[0]!).map(one => [one.start, one.length, isNested(one) && names.get(one.nested.sequenceId)]))
      .toEqual([[0, 20, 'Scene'], [20, 50, 'Scene'], [70, 100, 'Loop']])
    expect([...list.left]).toEqual([])
  })

  it('kdenlive: a sequence on a picture track and on an audio track is one clip, a playlist is a sequence', () => {
    const list = readEditList(`<?xml version="1.0"?><mlt producer="main_bin">
      <profile frame_rate_num="30" frame_rate_den="1" width="1280" height="720"/>
      <chain id="c0"><property name="resource">/a/harbour.mp4</property><property name="mlt_service">avformat-novalidate</property></chain>
      <playlist id="p0"><entry producer="c0" in="0" out="59"/></playlist><tractor id="t0"><track producer="p0" hide="audio"/></tractor>
      <tractor id="{aa}"><property name="kdenlive:clipname">Scene</property><property name="kdenlive:uuid">{aa}</property>
      <track producer="t0"/>
      </tractor>
      <playlist id="p1"><entry producer="{aa}" in="10" out="39"><filter><property name="mlt_service">volume</property>
        <property name="level">-4</property></filter></entry><blank length="5"/><entry producer="p0" in="0" out="9"/>
        <entry producer="gone" in="0" out="9"/>
      </playlist>
      <playlist id="p2"><property name="kdenlive:audio_track">1</property><entry producer="{aa}" in="10" out="39"/></playlist>
      <tractor id="{bb}"><property name="kdenlive:clipname">Film</property>
      <track producer="p2" hide="video"/><track producer="p1"/></tractor>
      <playlist id="main_bin"><entry producer="c0" in="0" out="0"/></playlist>
      <tractor id="t9"><property name="kdenlive:projectTractor">1</property><track producer="{bb}"/></tractor></mlt>`, rate)
    const all = built(list)
    expect(all.map(({ name }) => name)).toEqual(['Scene', '', 'Film'])
    const film = tracksOf(all[2]!.document).map(track => clipsOf(track))
    expect(film[0]).toMatchObject([
      { start: 0, length: 30, in: 10, nested: { sequenceId: all[0]!.sequenceId, gainDb: -4 } },
      { start: 35, length: 10, in: 0, nested: { sequenceId: all[1]!.sequenceId } },
    ])
    expect(film.slice(1).flat()).toEqual([])
    expect([...list.left]).toEqual([['generators', 1]])
  })

  it('sequences that are in each other, or are not there: gaps, which are told', () => {
    const media = (id: string, refs: readonly string[]) => `<media id="${id}" name="${id}"><sequence format="r1"><spine>
      <asset-clip ref="r2" offset="0s" start="0s" duration="1s"/>${refs.map((ref, at) =>
        `<ref-clip ref="${ref}" offset="${at + 1}s" duration="1s"/>`).join('')}</spine></sequence></media>`
    const list = readEditList(fcpxml(
      media('a', ['b']) + media('b', ['c', 'missing']) + media('c', ['a', 'c']),
      '<ref-clip ref="a" offset="0s" duration="1s"/><ref-clip ref="nobody" offset="1s" duration="1s"/>',
    ), rate)
    expect([...list.left]).toEqual([['circles', 2], ['nested', 2]])
    expect(built(list).map(({ name, placed: count }) => [name, count])).toEqual([['c', 2], ['b', 3], ['a', 3], ['Film', 1]])
  })

  it('a bomb of sequences, thousands of places, and a chain without end come in as far as they can be opened', () => {
    const pair = (id: number, of: string) => `<media id="m${id}" name="m${id}"><sequence format="r1"><spine>
      <ref-clip ref="${of}" offset="0s" duration="1s"/><ref-clip ref="${of}" offset="1s" duration="1s"/></spine></sequence></media>`
    const bomb = Array.from({ length: 60 }, (_, at) => pair(at, at === 0 ? 'r0' : `m${at - 1}`)).join('')
    const shot = '<asset-clip ref="r2" offset="0s" duration="1s"/>'
    const begin = `<media id="r0" name="r0"><sequence format="r1"><spine>${shot}</spine></sequence></media>`
    const play = (of: string, offset: number) => `<ref-clip ref="${of}" offset="${offset}s" duration="1s"/>`
    const doubled = readEditList(fcpxml(begin + bomb, play('m8', 0) + play('m20', 1)), rate)
    expect(places(built(doubled))).toBeLessThanOrEqual(1000)
    expect(doubled.left.get('nested')).toBeGreaterThan(0)
    const many = Array.from({ length: 10_000 }, (_, at) => play('r0', at)).join('')
    const wide = readEditList(fcpxml(begin, many), rate)
    expect([wide.tracks[0]?.clips.length, wide.left.get('nested')]).toEqual([1000, 9000])
    const chain = Array.from({ length: 5000 }, (_, at) => pair(at, `m${at + 1}`)).join('')
    expect(places(built(readEditList(fcpxml(chain, play('m0', 0)), rate)))).toBeLessThanOrEqual(1000)
    const open = '{"OTIO_SCHEMA":"Stack.1","name":"s","children":[{"OTIO_SCHEMA":"Track.1","kind":"Video","children":['
    const gap = JSON.stringify({ OTIO_SCHEMA: 'Gap.1', source_range: range(0, 30) })
    const stacks = `${open}${gap},${open.repeat(3000)}${']}]}'.repeat(3001)}`
    const text = `{"OTIO_SCHEMA":"Timeline.1","tracks":${stacks}}`
    expect(readEditList(text, rate).compounds.size).toBeLessThanOrEqual(32)
  })
})

function range(start: number, length: number) {
  const time = (value: number) => ({ OTIO_SCHEMA: 'RationalTime.1', rate: 30, value })
  return { OTIO_SCHEMA: 'TimeRange.1', start_time: time(start), duration: time(length) }
}

/** How many clips of sequences are laid out when the last one is opened. */
function places(all: readonly Made[]): number {
  const counts = new Map<SequenceId, number>()
  for (const { sequenceId, document } of all) {
    const clips = tracksOf(document).flatMap(track => clipsOf(track).filter(isNested))
    counts.set(sequenceId, clips.reduce((sum, clip) => sum + 1 + (counts.get(clip.nested.sequenceId) ?? 0), 0))
  }
  return counts.get(all.at(-1)!.sequenceId) ?? 0
}
