/** Lists of ours come back as they went out: the sequence that they carry, unless another program has changed the list. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { Take } from '#contract/takes.ts'
import type { LineId, SequenceId, TrackId } from '#contract/words.ts'
import type { ListedMedia, ReadList } from '#rules/interchange/list.ts'
import type { EditList } from '../../../src-main/interchange/edit-list.ts'
import { Buffer } from 'node:buffer'
import { once } from 'node:events'
import process from 'node:process'
import { createDeflateRaw, deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SequenceDocument as Document } from '#contract/sequence-document.ts'
import { titleStyle } from '#rules/captions/style.ts'
import { neutralGrade } from '#rules/colour/grade.ts'
import { mostPacked } from '#rules/interchange/carried.ts'
import { ownFilmIn } from '#rules/interchange/own-film.ts'
import { missingOf } from '#rules/interchange/own-losses.ts'
import { readEditList, readWholeList } from '#rules/interchange/read-list.ts'
import { sequencesOfList } from '#rules/interchange/sequence-of-list.ts'
import { emptyOf, sequencesOfOwn } from '#rules/interchange/sequence-of-own.ts'
import { clipsOf, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { wholeClip } from '#rules/sequence/nested/nested-clips.ts'
import { toFcpxml } from '../../../src-main/interchange/fcpxml.ts'
import { toMlt } from '../../../src-main/interchange/mlt.ts'
import { toOtio } from '../../../src-main/interchange/otio.ts'
import { ownFilmOf, packedFilm } from '../../../src-main/interchange/own-film.ts'
import { unpack } from '../../../src-renderer/rooms/timeline/import-list/unpack.ts'
import { listOf } from '../../kit/edit-files.ts'
import {
  caption,
  captionTrack,
  clipId,
  documentOf,
  markerId,
  picture,
  pictureTrack,
  rate,
  sound,
  soundTrack,
  takeId,
} from '../../kit/sequence.ts'
import { documents } from '../../kit/truth/arbitrary.ts'
import { aTake, idOf } from '../sequence/arbitrary.ts'

const sound20 = { durationSeconds: 20, sampleRate: 48_000, channels: 2 }
const takes = [
  aTake(1, {
    ...{ id: takeId(1), title: 'harbour.mp4', medium: 'video' },
    asset: { durationSeconds: 40, width: 320, height: 180, framesPerSecond: 30, channels: 2, sampleRate: 48_000 },
  }),
  aTake(2, { id: takeId(2), title: 'still.png', medium: 'picture', asset: { width: 400, height: 300 } }),
  aTake(3, { id: takeId(3), title: 'music.wav', medium: 'audio', asset: sound20 }),
]
const takeOf = ({ takeId: id }: ListedMedia): Take | null => takes.find(take => take.id === id) ?? null

const writers = [
  ['OTIO', toOtio],
  ['FCPXML', (list: EditList) => toFcpxml(list, '1.11')],
  ['FCPXML 1.8', (list: EditList) => toFcpxml(list, '1.8')],
  ['MLT', (list: EditList) => toMlt(list, { assPath: null })],
] as const

async function listed(film: SequenceDocument, of: readonly Take[] = takes): Promise<EditList> {
  const own = await packedFilm({ film, inner: new Map(), takes: of })
  return listOf(film, of, { own })
}

let next = 0
function newId<Id extends string>(): Id {
  next += 1
  return `00000000-0000-7000-9000-${String(next).padStart(12, '0')}` as Id // has the form of an id
}

/** Ids by the order in which they are found. */
function idsApart(document: SequenceDocument): unknown {
  const ids = new Map<string, string>()
  const plain = (id: string): string => {
    ids.set(id, ids.get(id) ?? `id ${ids.size}`)
    return ids.get(id)!
  }
  const marker = <One extends { id: string }>(one: One): One => ({ ...one, id: plain(one.id) })
  return {
    ...document,
    trackIds: document.trackIds.map(plain),
    markers: Object.values(document.markers).sort((a, b) => a.at - b.at).map(marker),
    tracks: tracksOf(document).map(track => ({
      ...track,
      id: plain(track.id),
      ...'joins' in track && track.joins && { joins: plain(track.joins) },
      clips: clipsOf(track).map(clip => ({
        ...clip,
        id: plain(clip.id),
        linkId: clip.linkId && plain(clip.linkId),
        ...'markers' in clip && clip.markers && { markers: clip.markers.map(marker) },
      })),
    })),
  }
}

function back(list: ReadList, known: readonly Take[] = takes): SequenceDocument[] {
  const { own } = list
  if (!own)
    throw new Error('the list carries no sequence')
  const of = (media: ListedMedia): Take | null => known.find(take => take.id === media.takeId) ?? null
  const built = sequencesOfOwn(own, { takeOf: of, newId, hasLine: () => true, hasLut: () => true })
  const all = [...own.inner.map(each => each.document), own.film]
  return built.map(({ edits }, index) => applyEdits(emptyOf(all[index]!), edits).document)
}

/** The ids of the generator are names. */
function withIds(film: SequenceDocument): SequenceDocument {
  const ids = new Map<string, string>()
  const text = JSON.stringify(film).replaceAll(/"((?:line|track|clip|link|marker|title|shot|still)[-\w]*-\d[-\w]*)"/g, (_, name: string) => {
    ids.set(name, ids.get(name) ?? idOf(700 + ids.size))
    return `"${ids.get(name)}"`
  })
  return Document.parse(JSON.parse(text))
}

/** Every feature that the films of the truth test have, in turn. */
const films = fc.oneof(
  documents(takes, { mayMove: true, isGraded: true, crosses: true, hasCurves: true, hasBackdrops: true, hasColourKeys: true }),
  documents(takes, { moves: true, hasSoundKeys: true, hasWords: true, isGraded: true, lutIds: [takes[0]!.asset.id] }),
  documents(takes, { draws: true, hasRamps: true, crosses: true }),
).map(withIds)

describe('what went out comes back', () => {
  it('as the same document, of every kind of clip and setting, in each format', async () => {
    await fc.assert(fc.asyncProperty(films, async (film) => {
      const list = await listed(film)
      for (const [, write] of writers) {
        const read = await readWholeList(write(list), rate, unpack)
        expect([[...read.left], read.unused]).toEqual([[], undefined])
        expect(idsApart(back(read).at(-1)!)).toEqual(idsApart(film))
      }
    }), { numRuns: 40 })
  })
})

/** A film of all that lists lose. */
function rich(): SequenceDocument {
  const { look } = picture(0, 0, 1)
  const keys = { scale: [{ at: 0, value: 1, easing: 'ease' as const }, { at: 3000, value: 2, easing: 'linear' as const }] }
  const style = { ...titleStyle, colour: '#40c0f0', isBold: false }
  const marks = { markers: [{ id: markerId(5), at: 10, name: 'Here' }] }
  return {
    ...documentOf(
      pictureTrack(1, [
        picture(11, 0, 40, { takeId: takeId(1), in: 12, sourceLength: 900, look, keys, grade: { ...neutralGrade, exposure: 1 }, ...marks }),
        picture(12, 40, 30, { takeId: takeId(1), in: 100, sourceLength: 900, crossIn: 10, backdrop: { blur: 0.05, darkness: 0.2 } }),
      ]),
      pictureTrack(2, [picture(13, 0, 20, { takeId: null, title: { text: 'Harbour', style } })]),
      soundTrack(3, [sound(31, 0, 60, { takeId: takeId(3), sourceLength: 20 * 48_000, fadeIn: 4800, pan: 40 })], { gainDb: -4 }),
      captionTrack(4, [caption(41, 5, 30, { text: 'Good morning', speaker: 'Anna' })], { language: 'en' }),
    ),
    inFrame: 0,
    outFrame: 60,
  }
}

describe('a list that another program has changed', () => {
  it.each(writers)('%s: is read itself, and says what it lacks', async (name, write) => {
    const text = write(await listed(rich()))
    const read = await readWholeList(text.replaceAll('harbour.mp4', 'harbour two.mp4'), rate, unpack)
    expect([read.own, read.unused]).toEqual([undefined, 'changed'])
    const left = Object.fromEntries(read.left)
    const inAll = { grades: 1, backdrops: 1, titleStyles: 1, easings: 1, levels: 1, pans: 1, clipMarkers: 1, trackSettings: 1, beyond: 1 }
    expect(left).toMatchObject(inAll)
    expect({ captions: left.captions, dissolves: left.dissolves }).toEqual({
      captions: name === 'MLT' ? 1 : undefined,
      dissolves: name === 'OTIO' ? undefined : 1,
    })
    expect(read.tracks.length).toBeGreaterThan(2)
  })

  it.each(writers)('%s: is not one with other line endings, indents or order', async (_, write) => {
    const text = write(await listed(rich()))
    const isJson = text.startsWith('{')
    const otherwise = [
      text.replaceAll('\n', '\r\n'),
      isJson ? JSON.stringify(JSON.parse(text)) : text.replaceAll(/>\s+</g, '><'),
      isJson ? JSON.stringify(backwards(JSON.parse(text)), null, 4) : text.replaceAll(/\n +/g, '\n\t\t'),
    ]
    for (const other of otherwise)
      expect(idsApart(back(await readWholeList(other, rate, unpack)).at(-1)!)).toEqual(idsApart(rich()))
  })
})

/** The same with its keys in the other order. */
function backwards(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map(backwards)
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).reverse().map(([key, inner]) => [key, backwards(inner)]))
    : value
}

describe('captions', () => {
  it.each(writers.filter(([name]) => name !== 'MLT'))('%s: come in as captions of a list without its sequence', (_, write) => {
    const film = rich()
    const { captions, left } = readEditList(write(listOf(film, takes)), rate)
    expect(captions).toMatchObject([{ language: 'en', captions: [{ start: 5, length: 30, text: 'Good morning' }] }])
    expect(left.get('captions')).toBeUndefined()
    const [built] = sequencesOfList(readEditList(write(listOf(film, takes)), rate), { rate, takeOf, newId })
    const made = applyEdits(emptyOf(film), built!.edits).document
    expect(tracksOf(made).at(-1)).toMatchObject({ kind: 'captions', language: 'en' })
  })

  it('mLT: of another file are told', () => {
    const { left } = readEditList(toMlt(listOf(rich(), takes), { assPath: 'captions/burned.ass' }), rate)
    expect(left.get('captionFiles')).toBe(1)
  })
})

it('sequences in sequences come back, each once, and what is gone is left out', async () => {
  const nestedId = idOf(800) as SequenceId
  const nestedClip = { ...wholeClip({ id: clipId(21), sequenceId: nestedId, start: 0, length: 60 }), lineId: null }
  const film = documentOf(pictureTrack(1, [nestedClip, { ...nestedClip, id: clipId(22), start: 60 }]))
  const inner = rich()
  const own = await packedFilm({ film, inner: new Map([[nestedId, inner]]), takes })
  const list = listOf(film, takes, { own, innerOf: id => id === nestedId ? inner : null })
  const [first, second] = back(await readWholeList(toOtio(list), rate, unpack))
  expect(idsApart(first!)).toEqual(idsApart(inner))
  expect(tracksOf(second!).flatMap(track => clipsOf(track).map(({ start }) => start))).toEqual([0, 60])
  const without = await packedFilm({ film, inner: new Map([[nestedId, null]]), takes })
  const [only] = back(await readWholeList(toOtio({ ...list, own: without! }), rate, unpack))
  expect(tracksOf(only!).flatMap(track => clipsOf(track))).toEqual([])
})

describe('what is not here', () => {
  const wish = { newId, hasLine: () => false, hasLut: () => false }
  const ownOf = async (film: SequenceDocument) => (await readWholeList(toMlt(await listed(film), { assPath: null }), rate, unpack)).own!

  it('lines, look-up tables and takes are left out', async () => {
    const film = rich()
    const lut = { id: takes[0]!.asset.id, amount: 1 }
    const graded = documentOf(pictureTrack(1, [
      picture(11, 0, 40, { takeId: takeId(1), lineId: idOf(9) as LineId, sourceLength: 900, grade: { ...neutralGrade, exposure: 1, lut } }),
      picture(12, 40, 40, { takeId: takeId(2) }),
    ]))
    const own = await ownOf(graded)
    const [built] = sequencesOfOwn(own, { ...wish, takeOf: media => media.takeId === takeId(1) ? takes[0]! : null })
    expect([built!.placed, built!.skipped]).toEqual([1, 1])
    expect([...missingOf(own, wish)]).toEqual([['lines', 1], ['luts', 1]])
    expect([...missingOf(own, { hasLine: () => true, hasLut: () => true })]).toEqual([])
    const [clip] = tracksOf(applyEdits(emptyOf(film), built!.edits).document).flatMap(track => clipsOf(track))
    expect(clip).toMatchObject({ lineId: null, grade: { exposure: 1 } })
    expect(clip).not.toHaveProperty('grade.lut')
  })

  it('what was linked with it is linked with nothing; one that was linked with nothing stays as it was', async () => {
    const linkId = clipId(90)
    const film = documentOf(
      pictureTrack(1, [picture(11, 0, 40, { takeId: takeId(2), linkId }), picture(12, 40, 40, { takeId: takeId(2), linkId: clipId(91) })]),
      soundTrack(3, [sound(31, 0, 40, { takeId: takeId(3), sourceLength: 20 * 48_000, linkId })]),
    )
    const [built] = sequencesOfOwn(await ownOf(film), { ...wish, takeOf: media => media.takeId === takeId(2) ? takes[1]! : null })
    const clips = tracksOf(applyEdits(emptyOf(film), built!.edits).document).flatMap(track => clipsOf(track))
    expect(clips.map(clip => clip.linkId)).toEqual([null, expect.any(String)])
  })

  it('a take that is another one is used, and one that is too short is not', async () => {
    const film = documentOf(pictureTrack(1, [picture(11, 0, 40, { takeId: takeId(1), in: 400, sourceLength: 900 })]))
    const own = await ownOf(film)
    const clipsWith = (seconds: number | null, medium: Take['medium'] = 'video') => {
      const take = aTake(9, { id: takeId(9), medium, asset: { durationSeconds: seconds, width: 320, height: 180 } })
      const [built] = sequencesOfOwn(own, { ...wish, takeOf: () => take })
      return tracksOf(applyEdits(emptyOf(film), built!.edits).document).flatMap(track => clipsOf(track))
    }
    expect(clipsWith(20)).toMatchObject([{ takeId: takeId(9), in: 400, length: 40, sourceLength: 600 }])
    expect(clipsWith(10)).toEqual([])
    expect([clipsWith(null, 'picture'), clipsWith(40, 'audio')]).toEqual([[], []])
  })
})

describe('anything else in its place', () => {
  const withPacked = async (packed: string) => readWholeList(toOtio({ ...listOf(rich(), takes), own: packed }), rate, unpack)
  const deflated = (text: string): string => deflateRawSync(text).toString('base64')

  it('is not used, and the list is read', async () => {
    const own = ownFilmOf({ film: rich(), inner: new Map(), takes })!
    const [track] = Object.keys(own.film.tracks) as TrackId[]
    const clips = Object.values(own.film.tracks[track!]!.clips)
    const overlapping = structuredClone(own)
    Object.values(overlapping.film.tracks[track!]!.clips)[1]!.start = clips[0]!.start + 1
    const otherIds = structuredClone(own)
    Object.values(otherIds.film.tracks[track!]!.clips)[0]!.id = clipId(777)
    const hidden = { ...own, film: { ...own.film, trackIds: own.film.trackIds.slice(1) } }
    const bad = [
      ...['', 'no base64 !', deflated('{}'), deflated('{"version":2}'), deflated('[]'), deflated(JSON.stringify(own)).slice(0, 300)],
      ...[overlapping, otherIds, hidden, { ...own, version: 2 }].map(one => deflated(JSON.stringify(one))),
    ]
    for (const packed of bad) {
      const read = await withPacked(packed)
      expect([read.own, read.unused]).toEqual([undefined, 'unreadable'])
      expect(read.tracks.length).toBeGreaterThan(0)
    }
    expect((await withPacked(deflated(JSON.stringify(own)))).own).toBeDefined()
  })

  it('is refused before it is unpacked whole: hundreds of megabytes of nothing', async () => {
    const bomb = await bombOf(2 ** 28)
    expect(bomb.length).toBeLessThan(mostPacked)
    const [before, began] = [process.memoryUsage().rss, performance.now()]
    expect(await unpack(bomb)).toBeNull()
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 2 ** 20)
    expect(performance.now() - began).toBeLessThan(10_000)
  })

  it('is refused where sequences play one another without end of them', () => {
    const ids = Array.from({ length: 12 }, (_, at) => idOf(800 + at) as SequenceId)
    const clipsOfAll = (sequenceId: SequenceId | undefined) => sequenceId === undefined
      ? []
      : [0, 60, 120].map((start, at) => wholeClip({ id: clipId(30 + at), sequenceId, start, length: 60 }))
    const inner = ids.map((id, at) => ({ id, document: documentOf(pictureTrack(1, clipsOfAll(ids[at - 1]))) }))
    const own = { version: 1, film: documentOf(pictureTrack(1, clipsOfAll(ids[11]))), inner, media: [] }
    expect(ownFilmIn(JSON.stringify(own))).toBeNull()
    const few = { ...own, film: documentOf(pictureTrack(1, clipsOfAll(ids[3]))), inner: inner.slice(0, 4) }
    expect(ownFilmIn(JSON.stringify(few))).not.toBeNull()
  })

  it('sequences that play themselves, each other, or one of another project leave these clips out', () => {
    const [one, other, foreign] = [800, 801, 899].map(at => idOf(at) as SequenceId)
    const playing = (id: number, ...of: SequenceId[]) =>
      documentOf(pictureTrack(1, of.map((sequenceId, at) => wholeClip({ id: clipId(id + at), sequenceId, start: at * 60, length: 60 }))))
    const inner = [{ id: one!, document: playing(30, one!, other!) }, { id: other!, document: playing(40, one!, foreign!) }]
    const own = ownFilmIn(JSON.stringify({ version: 1, film: playing(50, other!, foreign!), inner, media: [] }))!
    const here = { newId, hasLine: () => true, hasLut: () => true }
    const built = sequencesOfOwn(own, { ...here, takeOf })
    expect(built.map(({ placed, skipped }) => [placed, skipped])).toEqual([[0, 2], [1, 1], [1, 1]])
    expect([...missingOf(own, here)]).toEqual([['nested', 4]])
    const given = new Set([one, other, foreign])
    const played = built.flatMap(({ edits }) => JSON.stringify(edits).match(/"sequenceId":"[^"]+"/g) ?? [])
    expect(played).toEqual(built.slice(0, 2).map(({ sequenceId }) => `"sequenceId":"${sequenceId}"`))
    expect(built.some(({ sequenceId }) => given.has(sequenceId))).toBe(false)
  })

  it('a list without it is read as it is, also one of another program that uses our name', async () => {
    for (const [, write] of writers) {
      const read = await readWholeList(write(listOf(rich(), takes)), rate, unpack)
      expect([read.own, read.unused]).toEqual([undefined, undefined])
    }
    const timeline = JSON.parse(toOtio(listOf(rich(), takes)))
    for (const sequence of [7, { packed: 'x' }, 'word', ['a b']]) {
      const text = JSON.stringify({ ...timeline, metadata: { takeroom: { sequence } } })
      expect((await readWholeList(text, rate, unpack)).own).toBeUndefined()
    }
  })
})

/** So many zeros, packed in parts. */
async function bombOf(letters: number): Promise<string> {
  const part = Buffer.alloc(2 ** 20, '0')
  const packer = createDeflateRaw({ level: 9 })
  const packed: Buffer[] = []
  packer.on('data', (bytes: Buffer) => packed.push(bytes))
  for (let sent = 0; sent < letters; sent += part.length) {
    if (!packer.write(part))
      await once(packer, 'drain')
  }
  packer.end()
  await once(packer, 'end')
  return Buffer.concat(packed).toString('base64')
}
