/**
 * Speed ramps of sounds in edit lists: ours come back as they were, those of other programs are ramps, and nothing hostile is.
 *
 * @module-tag wide
 */
import type { RampPoint } from '#contract/ramp.ts'
import type { Clip, FrameRate, PictureClip, SequenceDocument, SoundClip } from '#contract/sequence-document.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SequenceDocument as Document } from '#contract/sequence-document.ts'
import { readEditList } from '#rules/interchange/read-list.ts'
import { sequencesOfList } from '#rules/interchange/sequence-of-list.ts'
import { clipsOf, endOf, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { sampleOfFrame } from '#rules/sequence/frames.ts'
import { placeOf } from '#rules/sequence/ramp.ts'
import { toFcpxml } from '../../../src-main/interchange/fcpxml.ts'
import { toMlt } from '../../../src-main/interchange/mlt.ts'
import { toOtio } from '../../../src-main/interchange/otio.ts'
import { listOf } from '../../kit/edit-files.ts'
import { clipId, documentOf, picture, pictureTrack, rate, sound, soundTrack, takeId } from '../../kit/sequence.ts'
import { aTake } from '../sequence/arbitrary.ts'

const take = aTake(1, {
  ...{ id: takeId(1), title: 'harbour.mp4', medium: 'video' },
  asset: { durationSeconds: 60, width: 320, height: 180, framesPerSecond: 30, channels: 2, sampleRate: 48_000 },
})
type List = ReturnType<typeof listOf>
const writers = [
  ['OTIO', toOtio],
  ['FCPXML', (list: List) => toFcpxml(list, '1.11')],
  ['MLT', (list: List) => toMlt(list, { assPath: null })],
] as const

let next = 0
function newId<Id extends string>(): Id {
  next += 1
  return `00000000-0000-7000-8000-${String(next).padStart(12, '6')}` as Id // has the form of an id
}
function read(text: string, own: FrameRate = rate) {
  const list = readEditList(text, own)
  const built = sequencesOfList(list, { rate: own, newId, takeOf: () => take }).at(-1)!
  const { document } = applyEdits({ ...documentOf(), rate: own, trackIds: [], tracks: {} }, built.edits)
  return { left: [...list.left], document: Document.parse(document), ...partsOf(document), shortened: built.shortened }
}
function partsOf(document: SequenceDocument): { shot: PictureClip | undefined, own: SoundClip } {
  const clips = tracksOf(document).flatMap((track): Clip[] => clipsOf(track))
  return { shot: clips.find(clip => 'look' in clip), own: clips.find(clip => 'points' in clip)! }
}

const courses = fc.uniqueArray(fc.record({
  at: fc.integer({ min: -30, max: 120 }),
  speed: fc.integer({ min: 10, max: 800 }),
  easing: fc.constantFrom('linear' as const, 'ease' as const, 'hold' as const),
}), { minLength: 1, maxLength: 5, selector: ({ at }) => at }).map(all => all.sort((a, b) => a.at - b.at))
const films = fc.record({
  ...{ points: courses, from: fc.nat(50), length: fc.integer({ min: 2, max: 150 }), keepsPitch: fc.boolean() },
  rate: fc.constantFrom(rate, { numerator: 24, denominator: 1 }, { numerator: 30_000, denominator: 1001 }),
})
interface Film {
  readonly points: RampPoint[]
  readonly from: number
  readonly length: number
  readonly keepsPitch: boolean
  readonly rate: FrameRate
}

function filmOf({ points: wanted, from, length, keepsPitch, rate: own }: Film): SequenceDocument {
  const linkId = clipId(9)
  const samples = (frames: number): number => sampleOfFrame(frames, own)
  const shot = picture(1, 10, length, { takeId: takeId(1), in: from, sourceLength: samples(1700) * 30 / 48_000 | 0, linkId })
  const part = { start: samples(10), length: samples(10 + length) - samples(10), in: samples(from), sourceLength: 60 * 48_000 }
  const heard = sound(2, 0, 1, { takeId: takeId(1), linkId, ...part })
  const film = { ...documentOf(pictureTrack(1, [shot]), soundTrack(2, [heard])), rate: own }
  return applyEdits(film, [{ do: 'setRamp', clipIds: [clipId(1)], points: wanted, ripples: true, keepsPitch }]).document
}

/** By how many samples of the source what is heard is another one, at most, at each frame. */
function awayFrom(one: SoundClip, other: SoundClip): number {
  const frames = Math.floor(Math.min(one.length, other.length) / 1600)
  return Math.max(0, ...Array.from({ length: frames }, (_, at) => Math.abs(placeOf(one, at * 1600) - placeOf(other, at * 1600)) / 100))
}

describe('what went out comes back', () => {
  it.each(writers)('%s: the same ramp and pitch of a sound, linked with its shot', (_, write) => {
    fc.assert(fc.property(films, (film) => {
      const document = filmOf(film)
      const [was, back] = [partsOf(document), read(write(listOf(document, [take])), film.rate)]
      expect(back.left).toEqual([])
      const { ramp } = was.own
      // A course starts at its first sample; the list begins with a frame.
      expect(back.own.ramp).toMatchObject({ from: ramp!.from, points: ramp!.points })
      expect([back.own.ramp!.shiftsPitch, back.own.start]).toEqual([ramp!.shiftsPitch, was.own.start])
      expect(Math.abs(endOf(back.own) - endOf(was.own))).toBeLessThanOrEqual(sampleOfFrame(1, film.rate))
      expect(awayFrom(back.own, was.own)).toBe(0)
      expect(back.shot!.linkId).toBe(back.own.linkId)
      expect(back.own.linkId).not.toBeNull()
    }), { numRuns: 60 })
  })

  it.each(writers)('%s: of a part of the film, what is heard in it', (_, write) => {
    fc.assert(fc.property(films, fc.nat(60), (film, cut) => {
      const document = filmOf({ ...film, rate })
      const { own } = partsOf(document)
      const after = Math.min(cut, Math.floor(own.length / 1600) - 1)
      if (after < 0)
        return
      const part = read(write(listOf({ ...document, inFrame: 10 + after }, [take])))
      const later = { ...own, ramp: { ...own.ramp!, at: own.ramp!.at + after * 1600 }, length: own.length - after * 1600 }
      expect(awayFrom(part.own, later)).toBe(0)
    }), { numRuns: 40 })
  })

  it.each(writers)('%s: without what only Takeroom writes, within a frame where there is a map, and else the average', (format, write) => {
    fc.assert(fc.property(films, (film) => {
      const document = filmOf({ ...film, rate })
      const text = write(listOf(document, [take])).replaceAll('takeroom', 'another')
      const [was, back] = [partsOf(document).own, read(text).own]
      if (format === 'OTIO' || !back.ramp)
        return
      expect(awayFrom(back, was) / 1600).toBeLessThan(1.5)
      expect(back.ramp.shiftsPitch).toBe(was.ramp!.shiftsPitch)
    }), { numRuns: 60 })
  })
})

describe('of other programs', () => {
  const fcpxml = (map: string) => `<?xml version="1.0"?><fcpxml version="1.11"><resources>
    <format id="r1" frameDuration="1/30s" width="1280" height="720"/>
    <asset id="r2" name="harbour.mp4" src="file:///harbour.mp4" start="0s" duration="60s" hasAudio="1" audioSources="1" audioChannels="2"/>
    </resources><library><event><project><sequence format="r1" duration="5s"><spine><gap duration="5s" offset="0s" start="0s">
    <asset-clip ref="r2" lane="-1" offset="0s" start="0s" duration="5s" srcEnable="audio">${map}</asset-clip>
    </gap></spine></sequence></project></event></library></fcpxml>`
  const points = (...pairs: readonly (readonly [string, string])[]) =>
    pairs.map(([time, value]) => `<timept time="${time}" value="${value}" interp="linear"/>`).join('')

  it('final Cut Pro: a map of a sound is a ramp, with the pitch that it says', () => {
    const map = points(['0s', '1s'], ['2s', '2s'], ['5s', '8s'])
    const kept = read(fcpxml(`<timeMap>${map}</timeMap>`))
    expect(kept.left).toEqual([])
    expect(kept.own).toMatchObject({ start: 0, length: 240_000, in: 48_000 })
    expect(kept.own.ramp).toEqual({
      ...{ at: 0, from: 4_800_000 },
      points: [{ at: 0, speed: 50, easing: 'hold' }, { at: 96_000, speed: 200, easing: 'hold' }],
    })
    expect(read(fcpxml(`<timeMap preservesPitch="0">${map}</timeMap>`)).own.ramp!.shiftsPitch).toBe(true)
    expect(read(fcpxml(`<timeMap preservesPitch="1">${map}</timeMap>`)).own.ramp).toEqual(kept.own.ramp)
  })

  it('a sound that goes backwards, stops, or is faster than one can be plays as it was recorded, which is told', () => {
    for (const map of [
      points(['0s', '8s'], ['2s', '6s'], ['5s', '0s']),
      points(['0s', '1s'], ['2s', '1s'], ['5s', '4s']),
      points(['0s', '0s'], ['2s', '1s'], ['3s', '50s']),
    ]) {
      const { left, own } = read(fcpxml(`<timeMap>${map}</timeMap>`))
      expect([left, own.ramp, own.speed]).toEqual([[['speeds', 1]], undefined, 100])
    }
  })

  it('shotcut: a map keeps the pitch only where it says so', () => {
    const text = (more: string) => `<?xml version="1.0"?><mlt><profile frame_rate_num="30" frame_rate_den="1" width="1280" height="720"/>
      <chain id="c0"><property name="resource">harbour.mp4</property><property name="mlt_service">avformat-novalidate</property>
      <link><property name="mlt_service">timeremap</property><property name="time_map">0=0;60=1;150=7</property>${more}</link></chain>
      <playlist id="playlist0"><property name="shotcut:audio">1</property><entry producer="c0" in="0" out="149"/></playlist>
      <tractor id="main"><property name="shotcut">1</property><track producer="playlist0" hide="video"/></tractor></mlt>`
    const [shifted, kept] = [read(text('')), read(text('<property name="pitch">1</property>'))]
    expect([shifted.left, kept.left]).toEqual([[], []])
    expect([shifted.own.ramp!.shiftsPitch, kept.own.ramp!.shiftsPitch]).toEqual([true, undefined])
    expect(kept.own.ramp!.points.map(({ speed }) => speed)).toEqual([50, 200])
  })

  it('of hostile ramps only their maps count, and every document can be read again', () => {
    const odd = fc.oneof(
      fc.constantFrom(0, -1, 1e308, -1e308, 4.2e12, 86_400 * 48_000 + 1),
      fc.integer({ min: -4_147_200_000, max: 4_147_200_000 }),
    )
    const easing = fc.constantFrom('hold', 'linear', 'ease', 'x')
    const oddPoint = fc.record({ at: odd, speed: fc.integer({ min: -5, max: 1200 }), easing })
    const hostile = fc.oneof(fc.jsonValue(), fc.record({ at: odd, from: odd, points: fc.array(oddPoint, { maxLength: 6 }) }))
    fc.assert(fc.property(hostile, fc.constantFrom(...writers), (value, [, write]) => {
      const course: RampPoint[] = [{ at: 0, speed: 60, easing: 'linear' }, { at: 40, speed: 140, easing: 'hold' }]
      const document = filmOf({ points: course, from: 5, length: 60, keepsPitch: true, rate })
      const list = listOf(document, [take])
      const sounds = list.sounds.map(lane =>
        ({ ...lane, pieces: lane.pieces.map(piece => ({ ...piece, ramp: { ...piece.ramp!, own: value as never } })) }))
      const back = read(write({ ...list, sounds }))
      const { ramp, speed } = back.own
      expect(ramp ? placeOf(back.own, back.own.length) / 100 : speed).toBeLessThanOrEqual(ramp ? back.own.sourceLength! + 10 : 1000)
    }), { numRuns: 200 })
  })
})
