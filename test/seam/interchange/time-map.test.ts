/** Speed ramps in edit lists: ours come back as they were, and maps of time of other programs are ramps within a frame. */
import type { RampPoint } from '#contract/ramp.ts'
import type { PictureClip, SequenceDocument } from '#contract/sequence-document.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readEditList } from '#rules/interchange/read-list.ts'
import { sequencesOfList } from '#rules/interchange/sequence-of-list.ts'
import { rampOfMap } from '#rules/interchange/time-map.ts'
import { clipsOf, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { placeOf } from '#rules/sequence/ramp.ts'
import { sourceFrameAt } from '#rules/sequence/resolve.ts'
import { toFcpxml } from '../../../src-main/interchange/fcpxml.ts'
import { toMlt } from '../../../src-main/interchange/mlt.ts'
import { toOtio } from '../../../src-main/interchange/otio.ts'
import { listOf } from '../../kit/edit-files.ts'
import { clipId, documentOf, picture, pictureTrack, rate, takeId } from '../../kit/sequence.ts'
import { aTake } from '../sequence/arbitrary.ts'

const take = aTake(1, {
  ...{ id: takeId(1), title: 'harbour.mp4', medium: 'video' },
  asset: { durationSeconds: 60, width: 320, height: 180, framesPerSecond: 30 },
})
const writers = [
  ['OTIO', toOtio],
  ['FCPXML', (list: ReturnType<typeof listOf>) => toFcpxml(list, '1.11')],
  ['MLT', (list: ReturnType<typeof listOf>) => toMlt(list, { assPath: null })],
] as const

let next = 0
function newId<Id extends string>(): Id {
  next += 1
  return `00000000-0000-7000-8000-${String(next).padStart(12, '6')}` as Id // has the form of an id
}
function read(text: string) {
  const list = readEditList(text, rate)
  const { edits } = sequencesOfList(list, { rate, newId, takeOf: () => take }).at(-1)!
  const { document } = applyEdits({ ...documentOf(), trackIds: [], tracks: {} }, edits)
  return { left: [...list.left], clip: clipsOf(tracksOf(document)[0]!)[0] as PictureClip } // on a track of pictures
}

const point = fc.record({
  at: fc.integer({ min: -30, max: 120 }),
  speed: fc.integer({ min: 10, max: 800 }),
  easing: fc.constantFrom('linear' as const, 'ease' as const, 'hold' as const),
})
const ramps = fc.record({
  points: fc.uniqueArray(point, { minLength: 1, maxLength: 5, selector: ({ at }) => at }).map(all => all.sort((a, b) => a.at - b.at)),
  from: fc.nat(50),
  length: fc.integer({ min: 2, max: 150 }),
})

function filmOf(points: readonly RampPoint[], from: number, length: number): SequenceDocument {
  const clip = picture(1, 10, length, { takeId: takeId(1), in: from, sourceLength: 1800 })
  const film = documentOf(pictureTrack(1, [clip]))
  return applyEdits(film, [{ do: 'setRamp', clipIds: [clipId(1)], points: [...points], ripples: true }]).document
}

describe('what went out comes back', () => {
  it.each(writers)('%s: the same ramp, also of a part of the film', (_, write) => {
    fc.assert(fc.property(ramps, fc.nat(20), ({ points, from, length }, cut) => {
      const film = filmOf(points, from, length)
      const [clip] = clipsOf(tracksOf(film)[0]!) as PictureClip[]
      const back = read(write(listOf(film, [take])))
      expect(back.left).toEqual([])
      expect(back.clip).toMatchObject({ start: 10, length: clip!.length, in: clip!.in, ramp: clip!.ramp })
      const after = Math.min(cut, clip!.length - 1)
      const part = read(write(listOf({ ...film, inFrame: 10 + after }, [take])))
      const seen = Array.from({ length: clip!.length - after }, (_, at) => sourceFrameAt(clip!, at + after))
      expect(Array.from({ length: part.clip.length }, (_, at) => sourceFrameAt(part.clip, at))).toEqual(seen)
    }), { numRuns: 60 })
  })

  it.each(writers)('%s: one that is played backwards', (_, write) => {
    fc.assert(fc.property(ramps, ({ points, from, length }) => {
      const film = filmOf(points, from, length)
      const reversed = applyEdits(film, [{ do: 'setReversed', clipIds: [clipId(1)], isReversed: true }]).document
      const [clip] = clipsOf(tracksOf(reversed)[0]!) as PictureClip[]
      const back = read(write(listOf(reversed, [take])))
      expect(back.left).toEqual([])
      expect(back.clip).toMatchObject({ start: 10, length: clip!.length, isReversed: true, ramp: clip!.ramp })
    }), { numRuns: 40 })
  })
})

describe('of other programs', () => {
  it('straight maps are within a frame at every frame, however long and odd their speeds are', () => {
    const between = (min: number, max: number) => fc.double({ min, max, noNaN: true })
    const segment = fc.record({ frames: between(3, 400), speed: between(0.12, 9.9) })
    fc.assert(fc.property(fc.array(segment, { minLength: 1, maxLength: 6 }), between(0, 40), (segments, begin) => {
      const map = [{ at: 0, place: begin }]
      for (const { frames, speed } of segments)
        map.push({ at: map.at(-1)!.at + frames, place: map.at(-1)!.place + frames * speed })
      const length = Math.floor(map.at(-1)!.at)
      const ramp = rampOfMap(map, length)!
      expect(ramp).not.toBeNull()
      for (let at = 0; at <= length; at++) {
        const index = map.findLastIndex(one => one.at <= at)
        const [one, other] = [map[index]!, map[index + 1] ?? map[index]!]
        const wanted = one === other ? one.place : one.place + (other.place - one.place) * (at - one.at) / (other.at - one.at)
        expect(Math.abs(placeOf({ in: 0, speed: 100, ramp }, at) / 100 - wanted)).toBeLessThan(1)
      }
    }))
  })

  it('held, backwards, too slow or too fast: none', () => {
    const none = [
      [{ at: 0, place: 0 }, { at: 10, place: 10 }, { at: 20, place: 5 }],
      [{ at: 0, place: 0 }, { at: 10, place: 10 }, { at: 20, place: 10 }],
      [{ at: 0, place: 0 }, { at: 10, place: 150 }],
      [{ at: 0, place: Number.NaN }, { at: 10, place: 5 }],
      [{ at: 0, place: 0 }],
      [],
    ]
    for (const map of none)
      expect(rampOfMap(map, 20)).toBeNull()
    const any = fc.array(fc.record({ at: fc.double(), place: fc.double() }), { maxLength: 8 })
    fc.assert(fc.property(any, fc.integer({ min: 1, max: 500 }), (map, length) => {
      const ramp = rampOfMap(map, length)
      expect(ramp?.points.every(({ speed }) => speed >= 10 && speed <= 1000) ?? true).toBe(true)
    }))
  })

  it('final Cut Pro: straight and smooth points, of a file that begins at an hour', () => {
    const text = (points: string) => `<?xml version="1.0"?><!DOCTYPE fcpxml><fcpxml version="1.10"><resources>
      <format id="r1" frameDuration="100/3000s" width="1920" height="1080"/>
      <asset id="r2" name="harbour" start="3600s" duration="60s" hasVideo="1" format="r1"><media-rep src="file:///harbour.mp4"/></asset>
      </resources><library><event><project name="Film"><sequence format="r1" tcStart="0s"><spine>
      <asset-clip ref="r2" offset="0s" start="3601s" duration="5s"><timeMap>${points}</timeMap></asset-clip>
      </spine></sequence></project></event></library></fcpxml>`
    const straight = read(text(`<timept time="3600s" value="3600s" interp="linear"/><timept time="3603s" value="3601.5s" interp="linear"/>
      <timept time="3607s" value="3609.5s" interp="linear"/>`))
    expect(straight.left).toEqual([])
    expect(straight.clip).toMatchObject({
      ...{ length: 150, in: 15 },
      ramp: { at: 0, from: 1500, points: [{ at: 0, speed: 50, easing: 'hold' }, { at: 60, speed: 200, easing: 'hold' }] },
    })
    const smooth = read(text(`<timept time="3600s" value="3600s"/>
      <timept time="3603s" value="3601.5s" interp="smooth2" inTime="1s" outTime="1s"/>
      <timept time="3607s" value="3609.5s"/>`))
    expect(smooth.left).toEqual([])
    // From a half to twice the speed within two seconds, evenly; the same as before and after.
    const wanted = (at: number): number => at < 30 ? 15 + at / 2 : at > 90 ? 45 + (at - 60) * 2 : 15 + at / 2 + (at - 30) ** 2 * 1.5 / 120
    for (let at = 0; at <= 150; at++)
      expect(Math.abs(placeOf(smooth.clip, at) / 100 - wanted(at)), `${at}`).toBeLessThan(1)
    const points = ['<timept time="3600s" value="3609s"/>', '<timept time="3603s" value="3604s"/>', '<timept time="3607s" value="3600s"/>']
    const reversed = read(text(points.join('')))
    expect([reversed.left, reversed.clip.isReversed]).toEqual([[], true])
    // From 3607.33 s, at 5/3 of the speed, then at the speed itself.
    const seen = [0, 59, 60, 149].map(at => sourceFrameAt(reversed.clip, at))
    expect(seen).toEqual([218, 120, 119, 30])
    const both = read(text(points.toReversed().join('').replace('3607s', '3603.5s')))
    expect([both.left, both.clip.ramp, both.clip.isReversed]).toEqual([[['speeds', 1]], undefined, undefined])
  })

  it('shotcut: a map with clocks, straight and smooth, of a clip that is cut', () => {
    const text = (map: string) => `<?xml version="1.0"?><mlt><profile frame_rate_num="30" frame_rate_den="1" width="1280" height="720"/>
      <chain id="c0"><property name="resource">harbour.mp4</property><property name="mlt_service">avformat-novalidate</property>
      <link><property name="mlt_service">timeremap</property><property name="map">${map}</property></link></chain>
      <playlist id="playlist0"><property name="shotcut:video">1</property><entry producer="c0" in="00:00:01.000" out="00:00:04.967"/></playlist>
      <tractor id="main"><property name="shotcut">1</property><track producer="playlist0"/></tractor></mlt>`
    const straight = read(text('00:00:00.000=0;00:00:03.000=1.5;00:00:06.000=7.5'))
    expect(straight.left).toEqual([])
    expect(straight.clip).toMatchObject({
      ...{ length: 120, in: 15 },
      ramp: { at: 0, from: 1500, points: [{ at: 0, speed: 50, easing: 'hold' }, { at: 60, speed: 200, easing: 'hold' }] },
    })
    const smooth = read(text('0~=0;90~=1.5;180=7.5'))
    expect(smooth.left).toEqual([])
    expect(smooth.clip.ramp!.points.length).toBeGreaterThan(4)
    expect(placeOf(smooth.clip, 60) / 100).toBeCloseTo(45, 1)
    expect(read(text('0|=0;90=1.5;180=7.5')).left).toEqual([['speeds', 1]])
  })

  it.each([97.6, 104.27, 33.35, 100.1])('a speed of %s % is that of the film to its end, and a whole one where that is enough', (speed) => {
    const otio = (frames: number) => JSON.stringify({
      ...{ OTIO_SCHEMA: 'Timeline.1', name: 'Film', global_start_time: { rate: 30, value: 0 } },
      tracks: { OTIO_SCHEMA: 'Stack.1', children: [{ OTIO_SCHEMA: 'Track.1', kind: 'Video', children: [{
        ...{ OTIO_SCHEMA: 'Clip.2', name: 'harbour', effects: [{ OTIO_SCHEMA: 'LinearTimeWarp.1', time_scalar: speed / 100 }] },
        source_range: { start_time: { rate: 30, value: 15 }, duration: { rate: 30, value: frames } },
        media_references: { DEFAULT_MEDIA: { OTIO_SCHEMA: 'ExternalReference.1', target_url: 'file:///harbour.mp4' } },
      }] }] },
    })
    const fcpxml = (frames: number) => `<?xml version="1.0"?><!DOCTYPE fcpxml><fcpxml version="1.10"><resources>
      <format id="r1" frameDuration="100/3000s" width="1920" height="1080"/>
      <asset id="r2" name="harbour" start="0s" duration="60s" hasVideo="1" format="r1"><media-rep src="file:///harbour.mp4"/></asset>
      </resources><library><event><project name="Film"><sequence format="r1" tcStart="0s"><spine>
      <asset-clip ref="r2" offset="0s" start="${Math.round(1500 / speed * 1000)}/30000s" duration="${frames}/30s"><timeMap>
      <timept time="0s" value="0s" interp="linear"/><timept time="60s" value="${Math.round(speed * 60_000)}/100000s" interp="linear"/></timeMap></asset-clip>
      </spine></sequence></project></event></library></fcpxml>`
    const mlt = (frames: number) => `<?xml version="1.0"?><mlt><profile frame_rate_num="30" frame_rate_den="1" width="1280" height="720"/>
      <producer id="p0"><property name="resource">harbour.mp4</property><property name="mlt_service">timewarp</property>
      <property name="warp_resource">harbour.mp4</property><property name="warp_speed">${speed / 100}</property></producer>
      <playlist id="playlist0"><property name="shotcut:video">1</property>
      <entry producer="p0" in="${Math.round(1500 / speed)}" out="${Math.round(1500 / speed) + frames - 1}"/></playlist>
      <tractor id="main"><property name="shotcut">1</property><track producer="playlist0"/></tractor></mlt>`
    for (const text of [otio, fcpxml, mlt]) {
      const { clip, left } = read(text(1200))
      expect(left).toEqual([])
      expect(clip.length).toBe(1200)
      for (const at of [0, 300, 777, 1199])
        expect(Math.abs(placeOf(clip, at) / 100 - 15 - at * speed / 100), `${text.name} ${at}`).toBeLessThan(1.2)
      expect(read(text(30)).clip).toMatchObject({ speed: Math.round(speed) })
      expect(read(text(30)).clip.ramp).toBeUndefined()
    }
  })
})
