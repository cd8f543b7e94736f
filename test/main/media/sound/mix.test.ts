/**
 * The mix follows the sequence to the sample: gains, points, fades, dissolves, ducking, speed.
 *
 * @module-tag wide
 */
import type { SoundClip, Track } from '#contract/sequence-document.ts'
import type { ClipId, TrackId } from '#contract/words.ts'
import type { RenderSound } from '../../../../src-main/media/plan/render-plan.ts'
import type { MediaKit } from '../../../kit/media.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { soundEvents } from '#rules/sequence/levels.ts'
import { plainTrack } from '#rules/sequence/new-tracks.ts'
import { mixStems, mixToWav } from '../../../../src-main/media/sound/mix.ts'
import { stretchWav } from '../../../../src-main/media/sound/stretch.ts'
import { decodedSound, openMediaKit } from '../../../kit/media.ts'
import { idOf } from '../../../seam/sequence/arbitrary.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

const rate = { numerator: 25, denominator: 1 }
const seconds = 2

/** Its samples are known: a ramp that repeats every 199. */
const wave = (sample: number): number => Math.trunc((sample % 199 - 99) * 160) / 32_768
async function ramp(): Promise<string> {
  return kit.make('ramp.wav', ['-f', 'lavfi', '-i', `aevalsrc=exprs='trunc((mod(n,199)-99)*160)/32768|trunc((mod(n,199)-99)*160)/32768':s=48000:d=${seconds}`, '-c:a', 'pcm_s16le'])
}

function clip(number: number, start: number, length: number, has: Partial<SoundClip> = {}): SoundClip {
  return {
    ...{ id: idOf(number) as ClipId, takeId: idOf(number) as SoundClip['takeId'], linkId: null, lineId: null, start, length },
    ...{ in: 0, sourceLength: seconds * 48_000, speed: 100, fadeIn: 0, fadeOut: 0, crossIn: 0, gainDb: 0, points: [] },
    ...has,
  }
}
function track(kind: 'speech' | 'sound', number: number, clips: SoundClip[], has: Partial<Track> = {}): Track {
  return { ...plainTrack(kind, idOf(number) as TrackId), clips: Object.fromEntries(clips.map(each => [each.id, each])), ...has } as Track
}
function soundsOf(path: string, tracks: Track[]): RenderSound[] {
  const document = { rate, trackIds: tracks.map(({ id }) => id), tracks: Object.fromEntries(tracks.map(each => [each.id, each])) }
  return soundEvents(document).map(({ clip: { in: from, speed }, start, length, levels, balance, sides }) => ({
    ...{ path, start, length, in: from, speed, levels: [...levels] },
    ...balance && { balance },
    ...sides && { sides: { left: [...sides.left], right: [...sides.right] } },
  }))
}

function snrDb(heard: ArrayLike<number>, expected: ArrayLike<number>): number {
  let [signal, noise] = [0, 0]
  for (let at = 0; at < expected.length; at++) {
    signal += expected[at]! ** 2
    noise += (heard[at]! - expected[at]!) ** 2
  }
  return 10 * Math.log10(signal / noise)
}
async function mixed(sounds: RenderSound[], frames: number, name: string): Promise<Float32Array> {
  await mixToWav(sounds, kit.file(name), { frames })
  const [left, right] = await decodedSound(kit.ffmpeg, kit.file(name))
  expect(right).toEqual(left)
  return left
}

const gain = (db: number): number => 10 ** (db / 20)

it('follows gains, points, fades, dissolves and ducking', async () => {
  const path = await ramp()
  const music = [
    clip(1, 4800, 40_000, { in: 700, gainDb: -6, fadeIn: 4800, points: [{ at: 10_000, gainDb: 0 }, { at: 20_000, gainDb: -12 }] }),
    clip(2, 44_800, 30_000, { in: 11, crossIn: 9600, fadeOut: 12_000 }),
  ]
  const spoken = clip(3, 60_000, 5000, { gainDb: -60 })
  const tracks = [
    track('sound', 10, music, { gainDb: -3, ducking: { amountDb: -9, attackMs: 100, releaseMs: 200 } }),
    track('speech', 11, [spoken]),
    track('sound', 12, [clip(4, 0, 48_000)], { isMuted: true }),
  ]
  const heard = await mixed(soundsOf(path, tracks), 80_000, 'levels.wav')
  const expected = Float64Array.from({ length: 80_000 }, (_, at) => {
    const duck = at < 55_200 ? 0 : at < 60_000 ? -9 * (at - 55_200) / 4800 : at < 65_000 ? -9 : at < 74_600 ? -9 * (74_600 - at) / 9600 : 0
    const into = at - 4800
    const points = into < 10_000 ? 0 : into < 20_000 ? -12 * (into - 10_000) / 10_000 : -12
    const leaving = into < 40_000 ? 1 : Math.cos(Math.PI / 2 * (into - 40_000) / 9600)
    const first = into >= 0 && into < 49_600 ? wave(into + 700) * gain(-6 - 3 + points + duck) * Math.min(1, into / 4800) * leaving : 0
    const next = at - 44_800
    const second = next >= 0 && next < 30_000
      ? wave(next + 11) * gain(-3 + duck) * Math.min(1, (30_000 - next) / 12_000) * (next < 9600 ? Math.sin(Math.PI / 2 * next / 9600) : 1)
      : 0
    const voice = at >= 60_000 && at < 65_000 ? wave(at - 60_000) * gain(-60) : 0
    return first + second + voice
  })
  expect(snrDb(heard, expected)).toBeGreaterThan(60)
})

it('a pan lowers the side from which the sound moves away, and leaves the other as it is', async () => {
  const path = await ramp()
  const tracks = [
    track('sound', 10, [clip(1, 0, 10_000, { pan: 50 }), clip(2, 10_000, 10_000, { pan: -100 }), clip(3, 20_000, 10_000)]),
    track('speech', 11, [clip(4, 30_000, 10_000, { pan: -40 })], { pan: 25 }),
  ]
  await mixToWav(soundsOf(path, tracks), kit.file('panned.wav'), { frames: 40_000 })
  const [left, right] = await decodedSound(kit.ffmpeg, kit.file('panned.wav'))
  const fall = (percent: number): number => Math.cos(percent / 100 * Math.PI / 2)
  const of = (sides: readonly [number, number, number, number]) =>
    Float64Array.from({ length: 40_000 }, (_, at) => wave(at % 10_000) * sides[Math.floor(at / 10_000)]!)
  expect(snrDb(left, of([fall(50), 1, 1, fall(25)]))).toBeGreaterThan(60)
  expect(snrDb(right, of([1, 0, 1, fall(40)]))).toBeGreaterThan(60)
})

it('a pan with keys moves a sound between the sides, and its gain is eased, both to the sample', async () => {
  const path = await ramp()
  const moves = clip(1, 1000, 60_000, {
    panPoints: [{ at: 0, pan: -100, easing: 'ease' }, { at: 40_000, pan: 100, easing: 'hold' }, { at: 50_000, pan: 0 }],
    points: [{ at: 10_000, gainDb: -20, easing: 'ease' }, { at: 50_000, gainDb: 0 }],
  })
  await mixToWav(soundsOf(path, [track('sound', 10, [moves])]), kit.file('moves.wav'), { frames: 61_000 })
  const [left, right] = await decodedSound(kit.ffmpeg, kit.file('moves.wav'))
  const ease = (way: number): number => way * way * (3 - 2 * way)
  const panAt = (at: number): number =>
    at < 40_000 ? -100 + 200 * ease(at / 40_000) : at < 49_760 ? 100 : Math.max(0, 100 * (50_000 - at) / 240)
  const dbAt = (at: number): number => at < 10_000 ? -20 : at < 50_000 ? -20 + 20 * ease((at - 10_000) / 40_000) : 0
  const of = (side: -1 | 1) => Float64Array.from({ length: 61_000 }, (_, sample) => {
    const at = sample - 1000
    const away = Math.max(0, -side * panAt(at))
    return at < 0 ? 0 : wave(at) * gain(dbAt(at)) * Math.cos(away / 100 * Math.PI / 2)
  })
  expect(snrDb(left, of(-1))).toBeGreaterThan(60)
  expect(snrDb(right, of(1))).toBeGreaterThan(60)
})

it('plays only soloed tracks, and begins and ends in the middle of sounds', async () => {
  const path = await ramp()
  const tracks = [track('sound', 10, [clip(1, 0, 30_000)]), track('speech', 11, [clip(2, 0, 30_000, { in: 5 })], { isSoloed: true })]
  const later = soundsOf(path, tracks).map(sound => ({ ...sound, start: sound.start - 10_000 }))
  const heard = await mixed(later, 12_000, 'solo.wav')
  expect(snrDb(heard, Float64Array.from({ length: 12_000 }, (_, at) => wave(at + 10_005)))).toBeGreaterThan(90)
})

it('sounds of a thousand clips are mixed in a moment', async () => {
  const path = await ramp()
  const clips = Array.from({ length: 1000 }, (_, at) => clip(at + 1, at * 960, 900, { fadeIn: 90, gainDb: -at % 7 }))
  const sounds = soundsOf(path, [track('sound', 10, clips)])
  const before = performance.now()
  await mixToWav(sounds, kit.file('many.wav'), { frames: 960_000 })
  expect(performance.now() - before).toBeLessThan(5000)
})

it.each([50, 130, 400])('at %i percent the pitch stays, and each moment is where it belongs', async (speed) => {
  const click = 48_000
  // A tone of 500 Hz that begins after a second of silence.
  const tone500 = `aevalsrc=exprs='if(gte(n,${click}),0.5*sin(2*PI*500*t),0)':s=48000:d=3`
  const source = await kit.make('tone-later.wav', ['-f', 'lavfi', '-i', tone500, '-ac', '2', '-c:a', 'pcm_s16le'])
  await stretchWav(source, kit.file('stretched.wav'), speed, { ffmpeg: kit.ffmpeg })
  const [left] = await decodedSound(kit.ffmpeg, kit.file('stretched.wav'))
  expect(Math.abs(left.length - 144_000 * 100 / speed)).toBeLessThan(4800)
  const begins = left.findIndex(sample => Math.abs(sample) > 0.1)
  expect(Math.abs(begins - click * 100 / speed)).toBeLessThan(48 * 50)
  const tone = left.subarray(begins + 2400, begins + 2400 + 9600)
  const crossings = tone.slice(1).filter((sample, at) => (sample >= 0) !== ((tone[at] ?? 0) >= 0)).length
  expect(Math.abs(crossings / 2 / 0.2 - 500)).toBeLessThan(15)
})

it('writes stems that are as long as the mix and add up to it', async () => {
  const path = await ramp()
  const sounds = soundsOf(path, [
    track('speech', 1, [clip(11, 0, 20_000, { fadeIn: 4000 }), clip(12, 30_000, 40_000)]),
    track('sound', 2, [clip(21, 1000, 80_000, { gainDb: -7 })], { ducking: { amountDb: -9, attackMs: 50, releaseMs: 90 } }),
  ])
  const stems = [[0, 2], [1]].map((own, at) => ({ path: kit.file(`stem-${at}.wav`), sounds: own }))
  await mixToWav(sounds, kit.file('whole.wav'), { frames: 96_000 })
  await mixStems(sounds, stems, { frames: 96_000 })
  const read = async (name: string) => (await decodedSound(kit.ffmpeg, kit.file(name)))[0]
  const [whole, ...parts] = await Promise.all(['whole.wav', 'stem-0.wav', 'stem-1.wav'].map(read))
  expect(parts.map(part => part.length)).toEqual([96_000, 96_000])
  expect(parts.every(part => part.some(value => Math.abs(value) > 0.05))).toBe(true)
  expect(whole!.every((value, at) => Math.abs(value - parts[0]![at]! - parts[1]![at]!) < 1e-4)).toBe(true)
})

it('writes silence around short sounds, in stems that are silent there as well', async () => {
  const path = await ramp()
  const [early, late] = [2 * 48_000 - 100, 13 * 48_000]
  const sounds = soundsOf(path, [track('speech', 1, [clip(11, early, 300_000, { sourceLength: 300_000 }), clip(12, late, 90_000)])])
  const stems = [[0], [1]].map((own, at) => ({ path: kit.file(`far-${at}.wav`), sounds: own }))
  const frames = 21 * 48_000
  await mixToWav(sounds, kit.file('far.wav'), { frames })
  await mixStems(sounds, stems, { frames })
  const read = async (name: string) => (await decodedSound(kit.ffmpeg, kit.file(name)))[0]
  const [whole, first, second] = await Promise.all(['far.wav', 'far-0.wav', 'far-1.wav'].map(read))
  const expected = (start: number, length: number) =>
    Float64Array.from({ length: frames }, (_, at) => at >= start && at < start + length ? wave(at - start) : 0)
  // The file is two seconds long, whatever the clip says.
  expect(snrDb(first!, expected(early, 96_000))).toBeGreaterThan(90)
  expect(snrDb(second!, expected(late, 90_000))).toBeGreaterThan(90)
  expect([whole, first, second].map(each => each?.length)).toEqual([frames, frames, frames])
  expect(whole!.every((value, at) => value === first![at]! + second![at]!)).toBe(true)
})
