/** Edit lists in all formats: what they say of generated sequences, of names of every kind, and of one film that other readers have read. */
import type { EditListFormat } from '#contract/saving.ts'
import type { Keys, PictureClip, SequenceDocument, Track } from '#contract/sequence-document.ts'

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { plainCounter } from '#rules/captions/counter.ts'
import { plainShapes } from '#rules/captions/shape.ts'
import { neutralGrade } from '#rules/colour/grade.ts'
import { gradePresets } from '#rules/colour/presets.ts'
import { adjustmentClip } from '#rules/sequence/adjustment.ts'
import { sampleOfFrame } from '#rules/sequence/frames.ts'
import { soundRampOf } from '#rules/sequence/ramp.ts'
import { rangeOf } from '#rules/sequence/range.ts'
import { resolve, stretchAt } from '#rules/sequence/resolve.ts'
import { toEdl } from '../../../src-main/interchange/edl.ts'
import { toFcpxml } from '../../../src-main/interchange/fcpxml.ts'
import { toMlt } from '../../../src-main/interchange/mlt.ts'
import { editListFormats, notesOf } from '../../../src-main/interchange/notes.ts'
import { oneRow } from '../../../src-main/interchange/one-row.ts'
import { toOtio } from '../../../src-main/interchange/otio.ts'
import { listOf } from '../../kit/edit-files.ts'
import { moved } from '../../kit/moved.ts'
import {
  caption,
  captionTrack,
  clipId,
  documentOf,
  markerId,
  picture,
  pictureTrack,
  sound,
  soundTrack,
  takeId,
} from '../../kit/sequence.ts'
import { documents } from '../../kit/truth/arbitrary.ts'
import { elementsOf, readXml } from '../../kit/xml.ts'
import { aTake } from '../../seam/sequence/arbitrary.ts'

const shot = { durationSeconds: 4, width: 320, height: 180, framesPerSecond: 30 }
const takes = [
  aTake(1, { id: takeId(1), title: 'A "shot" & <more>\n', medium: 'video', asset: shot }),
  aTake(2, { id: takeId(2), title: '清晨 🎬', medium: 'picture', asset: { width: 400, height: 300 } }),
  aTake(3, { id: takeId(3), title: 'it\'s Anna', medium: 'audio', asset: { durationSeconds: 6, sampleRate: 48_000, channels: 2 } }),
]
const writers: Readonly<Record<EditListFormat, (list: ReturnType<typeof listOf>) => string>> = {
  'otio': toOtio,
  'mlt': list => toMlt(list, { assPath: null }),
  'fcpxml': list => toFcpxml(list, '1.11'),
  'fcpxml-1-8': list => toFcpxml(list, '1.8'),
  'edl': toEdl,
}

/** Two tracks of pictures with a dissolve, a move, a turn and another speed; music that is ducked by speech; a title, captions, a marker. */
function film(): SequenceDocument {
  const { look } = picture(0, 0, 1)
  const crop = { left: 0.1, top: 0, right: 0.2, bottom: 0 }
  const turned = { ...look, x: 0.25, y: -0.25, scale: 0.4, rotation: 15, opacity: 0.8, crop }
  const points = [{ at: 0, gainDb: 0 }, { at: 40_000, gainDb: -9 }]
  const speech: Partial<Track> = { kind: 'speech', name: 'Speech' }
  const document = documentOf(
    pictureTrack(1, [
      picture(11, 0, 30, { takeId: takeId(1), in: 12, sourceLength: 120 }),
      moved(
        picture(12, 30, 40, { takeId: takeId(2), crossIn: 10, fadeOut: 8, look: { ...look, fit: 'cover' } }),
        { x: 0.1, y: 0, scale: 1.25 },
      ),
      picture(13, 80, 20, { takeId: takeId(1), in: 0, sourceLength: 120, speed: 200 }),
    ]),
    pictureTrack(2, [
      picture(21, 20, 30, { takeId: takeId(2), look: turned }),
      picture(22, 60, 20, { takeId: null, title: { text: 'Two rows\nby hand', style: captionTrackStyle() }, fadeIn: 5 }),
    ]),
    soundTrack(3, [sound(31, 10, 30, { takeId: takeId(3), sourceLength: 288_000, in: 4800 })], speech),
    soundTrack(4, [
      sound(41, 0, 50, { takeId: takeId(3), sourceLength: 288_000, fadeIn: 24_000, points }),
      sound(42, 50, 50, { takeId: takeId(3), sourceLength: 288_000, crossIn: 16_000, gainDb: -3, speed: 125 }),
    ], { ducking: { amountDb: -12, attackMs: 200, releaseMs: 400 } }),
    captionTrack(5, [caption(51, 10, 30, { text: 'A caption & "more"', speaker: 'ANNA' })], { language: 'en' }),
  )
  const marker = { id: markerId(1), at: 45, name: 'The turn' }
  return { ...document, rate: { numerator: 30_000, denominator: 1001 }, markers: { [marker.id]: marker } }
}
function captionTrackStyle() {
  const track = captionTrack(0, [])
  if (track.kind !== 'captions')
    throw new Error('no captions')
  return track.style
}

// The EDL was read before it wrote the times of this rate as drop-frame.
it.each(editListFormats)('a film as %s is what OpenTimelineIO 0.18 (EDL, too), melt and the document types of Final Cut Pro have read', async (format) => {
  const ending = { 'otio': 'otio', 'mlt': 'mlt', 'fcpxml': '11.fcpxml', 'fcpxml-1-8': '8.fcpxml', 'edl': 'edl' }[format]
  await expect(writers[format](listOf(film(), takes))).toMatchFileSnapshot(`golden/film.${ending}`)
})

it('says what a format cannot carry', () => {
  const list = listOf(film(), takes)
  const told = (format: EditListFormat): string => notesOf(list, format).map(({ note, count }) => `${note} ${count}`).join(', ')
  expect(told('otio')).toMatch(/^otio-places 1, otio-fades 1, otio-gain 1, otio-captions 1/)
  expect(told('mlt')).toMatch(/mlt-dissolves 1, mlt-speed 1, mlt-rates 2/)
  expect(told('fcpxml')).toMatch(/fcpxml-gap 1, fcpxml-dissolves 1/)
  expect(told('edl')).toMatch(/edl-only 1.*edl-video-tracks 1.*edl-time-code 1/)
  const spoken = documentOf({ ...captionTrack(3, [caption(1, 0, 30)]), wordStyle: { how: 'pop', colour: '#ffffff' } } as Track)
  expect(notesOf(listOf(spoken, takes), 'otio').map(({ note }) => note)).toEqual(['otio-captions', 'spoken-words'])
  const plain = listOf(documentOf(pictureTrack(1, [picture(1, 0, 30, { takeId: takeId(1), sourceLength: 120 })])), takes)
  expect([notesOf(plain, 'otio'), notesOf(plain, 'mlt')]).toEqual([[], []])
})

it('has the average of a speed that changes, within its source, and says how many where a format has no more', () => {
  const points = [{ at: 0, speed: 50, easing: 'linear' as const }, { at: 100, speed: 150, easing: 'linear' as const }]
  const shot = picture(1, 0, 90, { takeId: takeId(1), in: 10, sourceLength: 120, ramp: { at: 0, from: 1000, points } })
  const document = documentOf(pictureTrack(1, [shot]))
  const ramp = soundRampOf({ start: 0, ramp: shot.ramp! }, document.rate, 0)
  const own = sound(2, 0, 90, { takeId: takeId(3), in: ramp.from / 100, sourceLength: 288_000, ramp })
  const list = listOf({ ...document, inFrame: 30, outFrame: 60 }, takes)
  const piece = list.pictures[0]!.pieces[0]!
  // From 80% to 110% within thirty frames.
  expect([piece.speed, piece.in, piece.length]).toEqual([95, 10 + 30 * 0.65, 30])
  const heard = listOf({ ...documentOf(soundTrack(2, [own])), inFrame: 30, outFrame: 60 }, takes)
  const sounding = heard.sounds[0]!.pieces[0]!
  expect([sounding.speed, sounding.in, sounding.length]).toEqual([95, sampleOfFrame(20, document.rate) / 20 * (10 + 30 * 0.65), 30])
  sounding.ramp!.places.forEach((place, at) => expect(place).toBeCloseTo(piece.ramp!.places[at]!, 3))
  expect(editListFormats.filter(format => notesOf(heard, format).some(({ note }) => note === 'ramps'))).toEqual(['otio', 'edl'])
  // A map for each of them; MLT keeps the pitch, as the film does.
  for (const one of [list, heard]) {
    const points = elementsOf(readXml(toFcpxml(one, '1.11')), 'timept').length
    expect(points).toBeGreaterThan(2)
    expect(toMlt(one, { assPath: null })).toContain('timeremap')
  }
  expect(toMlt(heard, { assPath: null })).toContain('<property name="pitch">1</property>')
  const told = editListFormats.filter(format => notesOf(list, format).some(({ note, count }) => note === 'ramps' && count === 1))
  expect(told).toEqual(['otio', 'edl'])
})

it('leaves adjustments out, disabled ones too, and says how many of them change anything', () => {
  const shot = picture(1, 0, 90, { takeId: takeId(1), sourceLength: 120 })
  const over = (number: number, start: number, has: Partial<PictureClip> = {}) =>
    ({ ...adjustmentClip({ id: clipId(number), start, length: 30 }), grade: gradePresets.warm, ...has })
  const document = documentOf(
    pictureTrack(1, [shot]),
    pictureTrack(2, [over(2, 0), over(3, 30, { isDisabled: true }), over(4, 60, { grade: neutralGrade })]),
    pictureTrack(3, [over(5, 200)]),
  )
  const list = listOf({ ...document, inFrame: 0, outFrame: 90 }, takes)
  expect(list.pictures.map(({ pieces }) => pieces.map(({ clipId }) => clipId))).toEqual([[clipId(1)]])
  for (const format of editListFormats)
    expect(notesOf(list, format).find(({ note }) => note === 'adjustments')).toEqual({ note: 'adjustments', count: 1 })
})

it('has shapes as images that are no titles, counters with their last number, and says how many', () => {
  const style = captionTrackStyle()
  const drawn = (number: number, title: object) => picture(number, number * 30, 30, { takeId: null, title: { text: '#', style, ...title } })
  const list = listOf(documentOf(pictureTrack(1, [
    ...[drawn(1, { text: 'Arrow', shape: plainShapes.arrow }), drawn(2, { text: 'Star', shape: plainShapes.star })],
    ...[drawn(3, { text: 'Over # readers', counter: { ...plainCounter, to: 9 } }), drawn(4, { text: 'A title' })],
  ])), takes)
  expect(list.pictures[0]?.pieces.map(({ title }) => title)).toEqual([null, null, 'Over 9 readers', 'A title'])
  for (const format of ['otio', 'mlt', 'fcpxml'] as const) {
    expect(notesOf(list, format)).toEqual(expect.arrayContaining([
      ...[{ note: 'titles', count: 1 }, { note: 'shapes', count: 2 }, { note: 'counters', count: 1 }],
    ]))
  }
})

it('says which transitions become dissolves and which curves are missing, and how many', () => {
  const wipe = { kind: 'wipe', direction: 'left', softness: 0 } as const
  const shot = { takeId: takeId(1), sourceLength: 120 }
  const crossed = { takeId: takeId(3), sourceLength: 288_000, crossIn: 8000 }
  const list = listOf(documentOf(
    pictureTrack(1, [
      picture(11, 0, 30, shot),
      picture(12, 30, 30, { ...shot, crossIn: 8, transition: wipe }),
      picture(13, 60, 30, { ...shot, crossIn: 8, transition: { kind: 'push', direction: 'left' } }),
      picture(14, 90, 30, { ...shot, crossIn: 8 }),
    ]),
    soundTrack(2, [
      sound(21, 0, 30, { takeId: takeId(3), sourceLength: 288_000 }),
      sound(22, 30, 30, { ...crossed, crossCurve: 's-curve' }),
      sound(23, 60, 30, { ...crossed, crossCurve: 'equal-power' }),
    ]),
  ), takes)
  const told = (format: EditListFormat) => notesOf(list, format)
    .flatMap(({ note, count }) => note === 'transitions' || note === 'curves' ? [`${note} ${count}`] : [])
  expect(Object.fromEntries(editListFormats.map(format => [format, told(format)]))).toEqual({
    'otio': ['transitions 2', 'curves 1'],
    'mlt': ['transitions 1'],
    'fcpxml': ['transitions 1'],
    'fcpxml-1-8': ['transitions 1'],
    'edl': ['transitions 2', 'curves 1'],
  })
  // What is wiped here becomes clearer there; what is pushed moves there, too.
  const [, wiped, pushed] = list.pictures[0]!.pieces
  expect(wiped!.keys.map(({ at, opacity }) => [at, opacity])).toEqual([[0, 0], [8, 1], [29, 1]])
  expect(pushed!.keys.map(({ at, x, opacity }) => [at, x / list.width, opacity])).toEqual([[0, 1.5, 1], [8, 0.5, 1], [29, 0.5, 1]])
  expect(list.pictures[0]!.tails.map(({ keys }) => keys.at(-1)!.x / list.width)).toEqual([0.5, expect.closeTo(0.5 - 7 / 8), 0.5])
})

it('every format tells each piece of a generated sequence in order, and what is seen where', () => {
  fc.assert(fc.property(documents(takes), (document) => {
    const list = listOf(document, takes)
    const range = rangeOf(document, resolve(document).durationFrames)
    expect(list.frames).toBe(range.frames)
    const { stretches } = resolve(document)
    for (const at of [0, Math.floor(range.frames / 2), Math.max(0, range.frames - 1)]) {
      const seen = stretchAt(stretches, range.startFrame + at)?.layers.map(({ clip }) => clip.id) ?? []
      const told = list.pictures.flatMap(({ pieces, tails }) => [...tails, ...pieces])
        .filter(({ start, length }) => start <= at && start + length > at)
        .map(({ clipId }) => clipId)
      expect(range.frames === 0 ? [] : told).toEqual(range.frames === 0 ? [] : seen)
    }
    for (const { pieces } of [...list.pictures, ...list.sounds]) {
      const ends = pieces.map(({ start, length }) => start + length)
      pieces.forEach(({ start }, index) => expect(start).toBeGreaterThanOrEqual(ends[index - 1] ?? 0))
    }
    const pieces = list.pictures.flatMap(lane => lane.pieces).length + list.sounds.flatMap(lane => lane.pieces).length
    const tails = [...list.pictures, ...list.sounds].flatMap(lane => lane.tails as readonly object[]).length
    const otio = JSON.parse(toOtio(list)) as { tracks: { children: { children: { OTIO_SCHEMA: string }[] }[] } }
    expect(otio.tracks.children.flatMap(track => track.children).filter(child => child.OTIO_SCHEMA === 'Clip.2')).toHaveLength(pieces)
    expect(elementsOf(readXml(writers.mlt(list)), 'entry')).toHaveLength(pieces + tails + 1)
    for (const format of ['fcpxml', 'fcpxml-1-8'] as const) {
      const xml = readXml(writers[format](list))
      expect([...elementsOf(xml, 'video'), ...elementsOf(xml, 'asset-clip')]).toHaveLength(pieces + tails)
    }
  }), { numRuns: 40, seed: 7 })
})

it('a sound that begins between two frames is cut at a frame and stays in time', () => {
  const start = sampleOfFrame(10, { numerator: 30, denominator: 1 }) + 700
  const document = documentOf(soundTrack(1, [sound(1, 0, 30, { takeId: takeId(3), start, in: 5000, sourceLength: 288_000 })]))
  const [piece] = listOf(document, takes).sounds[0]!.pieces
  expect(piece).toMatchObject({ start: 10, in: 5000 - 700 })
})

it('names of every kind come back as they were, in one row, and break nothing', () => {
  const letters = Array.from('"\'&<>\\\n\r\t%#?:,[]{}é清🎬 \0\u2028')
  const names = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...letters) }))
  fc.assert(fc.property(names, names, (name, path) => {
    const [, still, voice] = takes
    const named = [{ ...takes[0]!, title: name }, still!, voice!]
    const document = { ...film(), name: name || 'x' }
    const base = path.toWellFormed().replaceAll('/', '').replaceAll('\0', '')
    const list = listOf(document, named, { pathOf: take => `media/${base}${take.id.slice(-1)}` })
    // What XML cannot contain.
    const kept = oneRow(name).toWellFormed().replaceAll(/[\uFFFE\uFFFF]/g, '')
    const xml = readXml(writers.fcpxml(list))
    expect(elementsOf(xml, 'asset')[0]?.attributes.name).toBe(kept)
    const mlt = readXml(writers.mlt(list))
    const captions = elementsOf(mlt, 'property').filter(({ attributes }) => attributes.name === 'shotcut:caption')
    expect(captions.map(({ text }) => text)).toContain(kept)
    const urls = elementsOf(xml, 'media-rep').map(({ attributes }) => decodeURIComponent(attributes.src!))
    expect(urls[0]).toBe(list.pictures[0]!.pieces[0]!.file.path)
    expect(JSON.parse(toOtio(list))).toMatchObject({ name: oneRow(document.name) })
    // Each row of an EDL is an event, a speed, or a comment.
    expect(toEdl(list).split('\r\n').filter(row => !/^(?:TITLE:|FCM:|\d{3} |M2 |\*|$)/.test(row))).toEqual([])
    expect(toEdl(list).split('\r\n').some(row => /[\n\r\u2028]/.test(row))).toBe(false)
  }), { numRuns: 100, seed: 3 })
})

it('says in every format whose colours are missing, of clips whose colours change, too', () => {
  const shown = { sourceLength: 120, takeId: takeId(1) }
  const keys = (...values: number[]): Keys => ({ tint: values.map((value, at) => ({ at: 500 * at, value, easing: 'linear' })) })
  const list = listOf(documentOf(pictureTrack(1, [
    picture(11, 0, 30, { ...shown, grade: { ...neutralGrade, exposure: 1 } }),
    picture(12, 30, 30, { ...shown, keys: keys(0, 0.4) }),
    picture(13, 60, 30, { ...shown, keys: keys(0, 0) }),
    picture(14, 90, 30, shown),
  ])), takes)
  for (const format of editListFormats)
    expect(notesOf(list, format)).toContainEqual({ note: 'grade', count: 2 })
})

it('disabled clips keep their places where a format can say so, and are left out and told where it cannot', () => {
  const shown = { sourceLength: 120, in: 12 }
  const document = documentOf(
    pictureTrack(1, [
      picture(11, 0, 30, { ...shown, takeId: takeId(1) }),
      picture(12, 30, 20, { ...shown, takeId: takeId(1), isDisabled: true, crossIn: 5 }),
      picture(13, 50, 20, { ...shown, takeId: takeId(1), crossIn: 5 }),
      picture(14, 70, 10, { takeId: takeId(9), isDisabled: true }),
    ]),
    soundTrack(2, [sound(21, 0, 30, { takeId: takeId(3), sourceLength: 288_000, isDisabled: true })]),
  )
  const list = listOf(document, takes)
  const [video, audio] = JSON.parse(toOtio(list)).tracks.children
  const kinds = (track: { children: { OTIO_SCHEMA: string, enabled?: boolean }[] }) =>
    track.children.map(({ OTIO_SCHEMA, enabled }) => `${OTIO_SCHEMA} ${enabled ?? ''}`.trim())
  expect(kinds(video)).toEqual(['Clip.2 true', 'Clip.2 false', 'Clip.2 true'])
  expect(kinds(audio)).toEqual(['Clip.2 false'])
  const xml = toFcpxml(list, '1.11')
  expect([...xml.matchAll(/<asset-clip [^>]*enabled="0" [^>]*srcEnable="([^"]*)"/g)].map(match => match[1])).toEqual(['video', 'audio'])
  const mlt = toMlt(list, { assPath: null })
  expect([...mlt.matchAll(/<entry producer="clip/g)]).toHaveLength(2)
  expect(toEdl(list).match(/^\d{3} /gm)).toHaveLength(2)
  expect(editListFormats.filter(format => notesOf(list, format).some(({ note }) => note === 'disabled'))).toEqual(['mlt', 'edl'])
})

it('an EDL dissolves from the pictures in which the clip before ends, at its own speed', () => {
  const [shown, other] = [{ sourceLength: 600, takeId: takeId(1) }, { sourceLength: 120, takeId: takeId(2), crossIn: 10 }]
  const document = documentOf(pictureTrack(1, [
    picture(11, 0, 60, { ...shown, in: 100, isReversed: true }),
    picture(12, 60, 30, other),
    picture(13, 90, 30, { ...shown, in: 340, isFrozen: true }),
    picture(14, 120, 30, other),
    picture(15, 150, 30, { ...shown, in: 40, speed: 50 }),
    picture(16, 180, 30, other),
  ]))
  const rows = toEdl(listOf({ ...document, rate: { numerator: 30, denominator: 1 } }, takes)).split('\r\n')
  const ends = rows.flatMap((row, at) => / D {4}/.test(row)
    ? [[rows[at - 1]!.slice(29, 40), ...rows.slice(at + 1, at + 4).filter(each => each.startsWith('M2'))]]
    : [])
  expect(ends).toEqual([
    ['00:00:03:10', 'M2   T0001          -030.0                00:00:03:10'],
    ['00:00:11:10', 'M2   T0001          000.0                00:00:11:10'],
    ['00:00:01:25', 'M2   T0001          015.0                00:00:01:25'],
  ])
})

it('no time of FCPXML has a denominator that programs cannot keep', () => {
  const sounds = [113, 87, 199].map((speed, at) =>
    sound(21 + at, 200 * at, 200, { takeId: takeId(3), sourceLength: 28_800_000, in: 4802 + at, speed }))
  for (const numerator of [24_000, 30_000, 60_000, 120_000]) {
    const list = listOf({ ...documentOf(soundTrack(2, sounds)), rate: { numerator, denominator: 1001 } }, takes)
    const times = [...toFcpxml(list, '1.11').matchAll(/"(\d+)\/(\d+)s"/g)].map(([, over, under]) => [Number(over), Number(under)] as const)
    expect(Math.max(...times.map(([, under]) => under))).toBeLessThan(2 ** 31)
    // Each sound begins where it did, to a fiftieth of a sample.
    const starts = list.sounds.flatMap(({ pieces }) => pieces.map(piece => piece.in * 100 / piece.speed / 48_000))
    expect(starts).toHaveLength(sounds.length)
    for (const start of starts)
      expect(Math.min(...times.map(([over, under]) => Math.abs(over / under - start)))).toBeLessThan(0.02 / 48_000)
  }
})
