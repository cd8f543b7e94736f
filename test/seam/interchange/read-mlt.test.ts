/** MLT as Shotcut, Kdenlive and melt write it: sound of pictures, fades by the clock, filters of entries, guides, files without a profile. */
import type { ListedClip } from '#rules/interchange/list.ts'
import { expect, it } from 'vitest'
import { readEditList } from '#rules/interchange/read-list.ts'
import { sequencesOfList } from '#rules/interchange/sequence-of-list.ts'
import { takeId } from '../../kit/sequence.ts'
import { aTake } from '../sequence/arbitrary.ts'

const pal = { numerator: 25, denominator: 1 }
const property = (name: string, value: string) => `<property name="${name}">${value}</property>`
const profile = '<profile frame_rate_num="25" frame_rate_den="1" width="1280" height="720"/>'
function producer(id: string, file: string, inside = '') {
  return `<producer id="${id}" out="249">${property('resource', file)}${property('mlt_service', 'avformat')}${inside}</producer>`
}
const playlist = (entries: string, inside = '') => `<playlist id="list">${inside}${entries}</playlist>`
const film = (attributes = '', inside = '') => `<tractor id="film"><track producer="list" ${attributes}/>${inside}</tractor>`

function read(body: string, shape = profile) {
  const list = readEditList(`<?xml version="1.0"?><mlt LC_NUMERIC="C">${shape}${body}</mlt>`, pal)
  const shown = ({ start, length, in: from, media }: ListedClip): unknown[] => [start, length, from, media?.name]
  return { ...list, list, left: Object.fromEntries(list.left), shown: list.tracks.map(({ kind, clips }) => [kind, ...clips.map(shown)]) }
}

it('films on tracks of pictures are heard, unless they are switched off or have no sound', () => {
  const entry = playlist('<entry producer="p" in="0" out="49"/>')
  const both = [['pictures', [0, 50, 0, 'a.mov']], ['sound', [0, 50, 0, 'a.mov']]]
  expect(read(producer('p', 'a.mov') + entry + film()).shown).toEqual(both)
  expect(read(producer('p', 'a.mov') + entry + film('hide="audio"')).shown).toEqual(both.slice(0, 1))
  expect(read(producer('p', 'a.mov', property('audio_index', '-1')) + entry + film()).shown).toEqual(both.slice(0, 1))
  const hidden = read(producer('p', 'a.mov') + entry + film('hide="both"'))
  expect(hidden.tracks.map(({ clips }) => clips[0]?.isDisabled)).toEqual([true])
  const asset = { durationSeconds: 10, width: 320, height: 180, framesPerSecond: 25, channels: 0 }
  const silent = aTake(1, { ...{ id: takeId(1), title: 'a.mov', medium: 'video' }, asset })
  const newId: Parameters<typeof sequencesOfList>[1]['newId'] = <Id>() => crypto.randomUUID() as Id // has the form of an id
  const { list } = read(producer('p', 'a.mov') + entry + film())
  const [built] = sequencesOfList(list, { rate: pal, takeOf: () => silent, newId })
  expect([built?.placed, built?.skipped]).toEqual([1, 0])
})

it('levels by the clock are keys', () => {
  const fade = property('mlt_service', 'volume') + property('level', '00:00:00.000=-60;00:00:01.000=0')
  const entry = playlist('<entry producer="p" in="0" out="49"/>')
  const list = read(producer('p', 'a.wav', `<filter>${fade}</filter>`) + entry + film('hide="video"'))
  expect(list.tracks[0]?.clips[0]?.gain).toEqual([{ at: 0, db: -60 }, { at: 25, db: 0 }])
})

it('an entry without a part plays its producer whole; time codes, lists of tracks, and producers inside', () => {
  expect(read(producer('p', 'a.wav') + playlist('<entry producer="p"/>') + film('hide="video"')).shown)
    .toEqual([['sound', [0, 250, 0, 'a.wav']]])
  const inside = `<entry in="00:00:01:00" out="00:00:01:24">${producer('p', 'a.wav')}</entry>`
  const tracks = `<multitrack><track hide="video">${playlist(`<blank length="00:00:01:00"/>${inside}`)}</track></multitrack>`
  expect(read(`<tractor id="film">${tracks}</tractor>`).shown).toEqual([['sound', [25, 25, 25, 'a.wav']]])
})

it('a playlist alone is a film, and a rate that nothing says is asked for', () => {
  const list = read(producer('p', '/v/take #3.wav') + playlist('<entry producer="p" in="0" out="9"/>'), '')
  expect([list.rate, list.shown])
    .toEqual([null, [['pictures', [0, 10, 0, 'take #3.wav']], ['sound', [0, 10, 0, 'take #3.wav']]]])
})

it('kdenlive: guides are markers; effects of entries and tracks, and transitions, are told', () => {
  const filter = (service: string, more = '') => `<filter>${property('mlt_service', service)}${more}</filter>`
  const own = filter('sepia') + filter('glow', property('disable', '1'))
  const entry = `<entry producer="p" in="0" out="49">${own}</entry>`
  const guides = property('kdenlive:sequenceproperties.guides', '[{"comment":"Cut","pos":25,"type":0}]')
  const wipe = `<transition>${property('mlt_service', 'wipe')}</transition>`
  const added = `<transition>${property('mlt_service', 'qtblend')}${property('internal_added', '237')}</transition>`
  const list = read(producer('p', 'a.mov') + playlist(entry, filter('vignette')) + film('hide="audio"', guides + wipe + added))
  expect(list.markers).toMatchObject([{ at: 25, name: 'Cut' }])
  expect(list.left).toEqual({ effects: 2, transitions: 1 })
})

it('kdenlive: a mix is a dissolve between the two playlists of a track, in picture and sound; one by a picture is told', () => {
  const both = (id: string, kind: string, mix: string): string => `
    <playlist id="${id}a">${kind}<entry producer="p" in="00:00:00.000" out="00:00:01.960"/></playlist>
    <playlist id="${id}b">${kind}<blank length="00:00:01.600"/><entry producer="q" in="00:00:00.400" out="00:00:02.360"/></playlist>
    <tractor id="${id}" in="0" out="89">${kind}<track producer="${id}a"/><track producer="${id}b"/>${mix}</tractor>`
  const mix = (service: string, more = ''): string => `<transition in="40" out="50">
    ${property('mlt_service', service)}${property('kdenlive:mixcut', '5')}${more}</transition>`
  const readBoth = (pictures: string) => read(
    `${producer('p', 'a.mov') + producer('q', 'b.mov')
    + both('v', '', pictures) + both('s', property('kdenlive:audio_track', '1'), mix('mix'))
    }<tractor id="main"><track producer="v" hide="audio"/><track producer="s" hide="video"/></tractor>`,
  )
  const { list, left } = readBoth(mix('luma'))
  expect(left).toEqual({})
  expect(list.tracks.map(track => [track.kind, track.clips.map(clip => [clip.start, clip.length, clip.in, clip.crossIn])])).toEqual([
    ['pictures', [[0, 40, 0, 0], [40, 50, 10, 10]]],
    ['sound', [[0, 40, 0, 0], [40, 50, 10, 10]]],
  ])
  expect(readBoth(mix('luma', property('resource', 'luma01.pgm'))).left).toEqual({ transitions: 1 })
})
