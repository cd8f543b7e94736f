/** FCPXML as other programs write it: times between frames, clips in clips, cameras, fades, split edits, and what is only told. */
import type { ListedClip } from '#rules/interchange/list.ts'
import { expect, it } from 'vitest'
import { readEditList } from '#rules/interchange/read-list.ts'

const pal = { numerator: 25, denominator: 1 }
const format = 'frameDuration="100/2500s"'

function read(spine: string, { resources = '', more = '', rate = format } = {}) {
  const list = readEditList(`<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE fcpxml><fcpxml version="1.13"><resources>
    <format id="r1" ${rate} width="1920" height="1080"/>
    <asset id="av" start="0s" duration="100s" hasVideo="1" hasAudio="1"><media-rep kind="original-media" src="file:///av.mov"/></asset>
    <asset id="v" start="0s" duration="100s" hasVideo="1" src="file:///v.mov"/>${resources}</resources><library><event>
    <project name="Film"><sequence format="r1"><spine>${spine}</spine></sequence></project>${more}</event></library></fcpxml>`, pal)
  const shown = ({ start, length, in: from, media, title, nested }: ListedClip): unknown[] =>
    [start, length, from, title ?? media?.name ?? list.compounds.get(nested?.of ?? '')?.tracks.length]
  return { ...list, left: Object.fromEntries(list.left), shown: list.tracks.map(({ kind, clips }) => [kind, ...clips.map(shown)]) }
}

it('clips between frames end where the next begins', () => {
  const clips = [0, 1, 2].map(at => `<asset-clip ref="v" offset="${at * 102}/100s" duration="102/100s"/>`)
  expect(read(clips.join('')).shown).toEqual([['pictures', [0, 26, 0, 'v.mov'], [26, 25, 0, 'v.mov'], [51, 26, 0, 'v.mov']]])
})

it('a clip that says no length plays what is left of its media', () => {
  expect(read('<asset-clip ref="v" start="90s"/><asset-clip ref="v" start="10s" duration="2s"/>').shown)
    .toEqual([['pictures', [0, 250, 2250, 'v.mov'], [250, 50, 250, 'v.mov']]])
})

it('synchronised clips and cameras are sequences, cut as they are; of an audition, the first plays', () => {
  const sync = read(`<sync-clip offset="0s" start="2s" duration="2s"><spine><asset-clip ref="v" offset="0s" duration="10s"/></spine>
    <asset-clip ref="av" lane="-1" srcEnable="audio" offset="0s" duration="10s"/></sync-clip>`)
  expect([sync.shown, sync.left]).toEqual([[['pictures', [0, 50, 50, 2]]], {}])
  const angle = (name: string, ref: string) =>
    `<mc-angle angleID="${name}"><asset-clip ref="${ref}" offset="10s" duration="9s"/></mc-angle>`
  const resources = `<media id="m"><multicam format="r1" tcStart="10s">${angle('A', 'av')}${angle('B', 'v')}</multicam></media>`
  const camera = read('<mc-clip ref="m" offset="0s" start="11s" duration="2s"><mc-source angleID="B"/></mc-clip>', { resources })
  expect([camera.shown, camera.left]).toEqual([[['pictures', [0, 50, 25, 1]]], {}])
  expect(camera.compounds.get('angle B')?.tracks[0]?.clips).toMatchObject([{ start: 0, length: 225, media: { name: 'v.mov' } }])
  const clip = (from: string) => `<asset-clip ref="v" offset="0s" start="${from}" duration="2s"/>`
  expect(read(`<audition offset="0s">${clip('1s')}${clip('5s')}</audition>${clip('0s').replace('offset="0s" ', '')}`).shown)
    .toEqual([['pictures', [0, 50, 25, 'v.mov'], [50, 50, 0, 'v.mov']]])
})

it('sound that begins before its picture does so', () => {
  const list = read(`<gap offset="0s" duration="2s"/>
    <asset-clip ref="av" offset="2s" start="10s" duration="4s" audioStart="9s" audioDuration="5s"/>`)
  expect(list.shown).toEqual([['pictures', [50, 100, 250, 'av.mov']], ['sound', [25, 125, 225, 'av.mov']]])
})

it('the inside of a clip has its own time, and its sound is there once', () => {
  const resources = '<asset id="t" start="3600s" duration="20s" hasVideo="1" hasAudio="1" src="file:///t.mov"/>'
  const inside = '<video ref="t" offset="0s" duration="20s"/><audio ref="t" lane="-1" offset="0s" duration="20s"/>'
  expect(read(`<clip offset="0s" start="10s" duration="2s">${inside}</clip>`, { resources }).shown)
    .toEqual([['pictures', [0, 50, 250, 't.mov']], ['sound', [0, 50, 250, 't.mov']]])
})

it('transitions from and to nothing are fades, of picture and sound', () => {
  const spine = '<transition offset="0s" duration="1s"/><asset-clip ref="av" offset="0s" duration="4s"/><transition offset="3s" duration="1s"/>'
  const faded = [{ start: 0, length: 100, crossIn: 0, fadeIn: 25, fadeOut: 25 }]
  for (const end of ['', '<gap offset="4s" duration="1s"/>'])
    expect(read(spine + end).tracks.map(({ clips }) => clips)).toMatchObject([faded, faded])
})

it('files: the original, and by their names where nothing says what they are', () => {
  const rep = (kind: string) => `<media-rep kind="${kind}" src="file:///${kind}.mov"/>`
  const resources = `<asset id="p" start="0s" duration="9s" hasVideo="1">${rep('proxy-media')}${rep('original-media')}</asset>
    <asset id="n" start="0s" duration="9s" src="file:///n.wav"/>`
  expect(read('<asset-clip ref="p" duration="2s"/><asset-clip ref="n" duration="2s"/>', { resources }).shown)
    .toEqual([['pictures', [0, 50, 0, 'original-media.mov']], ['sound', [50, 50, 0, 'n.wav']]])
})

it('a title has its own words alone', () => {
  const inner = '<title lane="1" offset="1s" duration="2s"><text>Two</text></title>'
  expect(read(`<title offset="0s" start="0s" duration="4s"><text><text-style>One</text-style></text>${inner}</title>`).shown)
    .toEqual([['pictures', [0, 100, 0, 'One']], ['pictures', [25, 50, 0, 'Two']]])
})

it('markers are those in the part of a clip that is used, each once', () => {
  const mark = (at: number) => `<marker start="${at}s" duration="1/25s" value="${at}"/>`
  const marks = [8, 10, 12, 14, 18].map(mark).join('')
  const half = (start: number) => `<asset-clip ref="v" start="${start}s" duration="4s">${marks}</asset-clip>`
  const placed = (spine: string) => read(spine).markers.map(({ at, name }) => [at, name])
  expect(placed(half(10) + half(14))).toEqual([[0, '10'], [50, '12'], [100, '14']])
  expect(placed(half(20))).toEqual([])
  // A connected clip and what is chosen of an audition have their own time.
  const connected = `<asset-clip ref="v" lane="1" offset="2s" start="10s" duration="2s">${mark(9)}${mark(11)}</asset-clip>`
  expect(placed(`<gap duration="9s" start="0s">${connected}</gap>`)).toEqual([[75, '11']])
  expect(placed(`<audition>${half(12)}</audition>`)).toEqual([[0, '12'], [50, '14']])
  const parts = [0, 1, 2].map(at => `<asset-clip ref="v" start="${1001 * at}/25000s" duration="1001/25000s">
    <marker start="${1001 * at}/25000s" value="${at}"/></asset-clip>`)
  expect(placed(parts.join(''))).toEqual([[0, '0'], [1, '1'], [2, '2']])
})

it('a marker behind all clips, which is in the gap that the film ends with, stays', () => {
  const gap = '<gap duration="2s" start="3600s"><marker start="3601s" value="a"/><marker start="3605s" value="b"/></gap>'
  expect(read(gap).markers.map(({ at }) => at)).toEqual([25, 125])
  expect(read(`${gap}<asset-clip ref="v" duration="2s"/>`).markers.map(({ at }) => at)).toEqual([25])
})

it('uneven sizes, corners that are moved, and further projects are told', () => {
  const clip = (inside: string) => `<asset-clip ref="v" duration="2s">${inside}</asset-clip>`
  const changed = ['<adjust-corners topLeft="1 1"/>', '<adjust-transform position="10 0" scale="0.5 0.7"/>'].map(clip).join('')
  const more = `<project name="Other"><sequence format="r1"><spine>${clip('')}</spine></sequence></project>`
  expect(read(changed, { more }).left).toEqual({ effects: 2, sequences: 1 })
})

it('rates by the name of a format, and fast ones', () => {
  const rateOf = (rate: string) => read('<asset-clip ref="v" duration="2s"/>', { rate }).rate
  expect(rateOf('name="FFVideoFormat1080p2398"')).toEqual({ numerator: 24_000, denominator: 1001 })
  expect(rateOf('name="FFVideoFormat1080p25"')).toEqual(pal)
  expect(rateOf('frameDuration="1001/120000s"')).toEqual({ numerator: 120_000, denominator: 1001 })
})

it('tells of pans, of keywords, and of media of another rate that play frame by frame', () => {
  const film = (inside: string, clip = 'asset-clip ref="av"') => read(`<${clip} offset="0s" duration="2s">${inside}</${clip.split(' ')[0]}>`).left
  expect(film('<adjust-panner mode="1" amount="-40"/>')).toEqual({ pans: 1 })
  expect(film('<audio-channel-source srcCh="1"><adjust-panner amount="100"/></audio-channel-source>')).toEqual({ pans: 1 })
  expect(film('<video ref="av" offset="0s" duration="2s"><audio ref="av" lane="-1"><adjust-panner amount="9"/></audio></video>', 'clip'))
    .toEqual({ pans: 1 })
  expect(film('<adjust-panner mode="1" amount="0"/>')).toEqual({})
  expect(film('<keyword start="0s" duration="2s" value="Interview, Day 2"/><rating start="0s" duration="2s" value="favorite"/>'))
    .toEqual({ keywords: 2 })
  expect(film('<conform-rate srcFrameRate="24"/>')).toEqual({ speeds: 1 })
  expect(film('<conform-rate srcFrameRate="29.97"/>')).toEqual({ speeds: 1 })
  expect(film('<conform-rate scaleEnabled="0" srcFrameRate="29.97"/>')).toEqual({})
  expect(film('<conform-rate srcFrameRate="25"/>')).toEqual({})
  const ntsc = '<asset-clip ref="v" duration="2s"><conform-rate srcFrameRate="23.98"/></asset-clip>'
  expect(read(ntsc, { rate: 'frameDuration="1001/24000s"' }).left).toEqual({})
})
