/**
 * Sound stays in floating point from the decoder to the encoder: nothing is clipped or lost before its gain, and whole numbers are
 * dithered.
 *
 * @module-tag all
 */
import type { AudioSettings, Format, VideoSettings } from '#contract/presets.ts'
import type { RenderPlan, RenderSound } from '../../../../src-main/media/plan/render-plan.ts'
import type { MediaKit } from '../../../kit/media.ts'
import { readFile, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wavHeader } from '../../../../src-main/base/wav.ts'
import { probe } from '../../../../src-main/media/probe/probe.ts'
import { renderPlan } from '../../../../src-main/media/render/render.ts'
import { decodedSound, openMediaKit, peakDb } from '../../../kit/media.ts'
import { fromSingle } from '../../../kit/plain-plan.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

const amplitude = (db: number): number => 10 ** (db / 20)
const frequency = 1000
const seconds = 2
const size = { width: 64, height: 36 }

/** A sine of this level, in whatever form is asked for. */
interface Form { readonly rate?: number, readonly channels?: number, readonly args?: readonly string[] }
async function sine(name: string, db: number, { rate = 48_000, channels = 2, args = ['-c:a', 'pcm_f32le'] }: Form = {}): Promise<string> {
  const waves = Array.from({ length: channels }).fill(`${amplitude(db)}*sin(2*PI*${frequency}*t)`).join('|')
  return kit.make(name, ['-f', 'lavfi', '-i', `aevalsrc=exprs='${waves}':s=${rate}:d=${seconds}`, ...args])
}

function played(path: string, gainDb: number, has: Partial<RenderSound> = {}): RenderSound {
  const levels = [{ at: 0, amplitude: amplitude(gainDb) }]
  return { path, start: 0, length: seconds * 48_000, in: 0, speed: 100, levels, ...has }
}

interface Wanted { readonly format?: Format, readonly audio?: AudioSettings, readonly video?: VideoSettings | null }
const plain: AudioSettings = { codec: 'pcm', kilobits: null }
function planOf(sounds: readonly RenderSound[], { format = 'wav', audio = plain, video = null }: Wanted = {}): RenderPlan {
  return {
    ...{ ...size, rate: { numerator: 25, denominator: 1 }, durationFrames: seconds * 25, background: '#000000', ...fromSingle([]), sounds },
    ...{ captions: { mode: 'none', assPath: null, fontsDir: null, tracks: [] }, loudness: null, encoding: { format, video, audio } },
    ...{ chapters: [], metadata: {} },
  }
}
type Sides = Awaited<ReturnType<typeof decodedSound>>
let made = 0
async function rendered(plan: RenderPlan): Promise<string> {
  const path = kit.file(`out-${made++}.${plan.encoding.format}`)
  await renderPlan(plan, path, { ffmpeg: kit.ffmpeg, workDir: kit.file('work') })
  return path
}
/** Without the beginning and the end, where a resampler has its edges. */
const middle = (samples: Float32Array): Float32Array => samples.subarray(9600, 86_400)

describe('a sine at +6 dBFS, turned down by 12 dB, peaks at −6', () => {
  const forms: readonly (readonly [string, string, Form])[] = [
    ['float WAV, read as it is', 'hot.wav', {}],
    ['mono', 'hot-mono.wav', { channels: 1 }],
    ['at 96 kHz', 'hot-96.wav', { rate: 96_000 }],
    ['64-bit float at 44.1 kHz', 'hot-64.wav', { rate: 44_100, args: ['-c:a', 'pcm_f64le'] }],
    ['AAC, whose decoder goes above full scale', 'hot.m4a', { args: ['-c:a', 'aac', '-b:a', '320k'] }],
  ]
  it('in each form', async () => {
    const paths = await Promise.all(forms.map(([, name, how]) => sine(name, 6, how)))
    const sources = await Promise.all(paths.map(path => decodedSound(kit.ffmpeg, path)))
    // One after another.
    const long = seconds * 48_000
    const plan = planOf(paths.map((path, at) => played(path, -12, { start: at * long })))
    const [left, right] = await decodedSound(kit.ffmpeg, await rendered({ ...plan, durationFrames: paths.length * seconds * 25 }))
    for (const [at, [form]] of forms.entries()) {
      const [own, other] = [left, right].map(side => middle(side.subarray(at * long, (at + 1) * long))) as [Float32Array, Float32Array]
      const expected = peakDb(middle(sources[at]![0])) - 12
      expect(expected, `${form}: what is decoded is above full scale`).toBeGreaterThan(-8)
      expect(peakDb(own), form).toBeCloseTo(expected, 1)
      expect(peakDb(other), form).toBeCloseTo(expected, 1)
    }
  })

  it('at half and at twice the speed', async () => {
    const path = await sine('hot-speed.wav', 6)
    const [half, twice] = [50, 200].map(speed => ({ speed, length: Math.round(seconds * 48_000 * Math.min(1, 100 / speed)) }))
    const plan = planOf([played(path, -12, half), played(path, -12, { ...twice, start: half!.length })])
    const [left] = await decodedSound(kit.ffmpeg, await rendered({ ...plan, durationFrames: seconds * 50 }))
    for (const from of [0, half!.length])
      expect(peakDb(left.subarray(from + 9600, from + 38_400))).toBeCloseTo(-6, 0)
  })
})

it('surround is mixed down as loud as it was', async () => {
  const waves = Array.from({ length: 6 }).fill('0.9*sin(2*PI*1000*t)').join('|')
  const drawn = ['-f', 'lavfi', '-i', `aevalsrc=exprs='${waves}':c=5.1:s=48000:d=${seconds}`]
  const path = await kit.make('surround.wav', [...drawn, '-c:a', 'pcm_s16le'])
  const reference = await kit.make('surround-16.wav', ['-i', path, '-ac', '2', '-c:a', 'pcm_s16le'])
  const [expected] = await decodedSound(kit.ffmpeg, reference)
  const [left] = await decodedSound(kit.ffmpeg, await rendered(planOf([played(path, 0)])))
  expect(peakDb(middle(left))).toBeCloseTo(peakDb(middle(expected)), 1)
})

it('what is no number in a float file is silent, and silences nothing else', async () => {
  const bytes = Buffer.alloc(seconds * 48_000 * 8)
  for (let at = 0; at < bytes.length; at += 4)
    bytes.writeFloatLE([Number.NaN, Infinity, -Infinity][at / 4 % 3]!, at)
  const broken = kit.file('broken.wav')
  const header = wavHeader({ encoding: 'float', sampleRate: 48_000, channels: 2, bitsPerSample: 32, dataLength: bytes.length })
  await writeFile(broken, Buffer.concat([header, bytes]))
  const [left] = await decodedSound(kit.ffmpeg, await rendered(planOf([played(broken, 0), played(await sine('whole.wav', -12), 0)])))
  expect(peakDb(middle(left))).toBeCloseTo(-12, 1)
})

const prores: VideoSettings = { codec: 'prores', ...size, rate: null, quality: 'small', encoder: 'software' }
describe.each([
  ['WAV', {}],
  ['FLAC', { format: 'flac', audio: { codec: 'flac', kilobits: null } }],
  ['ProRes with PCM', { format: 'mov', video: prores }],
  ['Matroska with FLAC', { format: 'mkv', audio: { codec: 'flac', kilobits: null }, video: { ...prores, codec: 'h264' } }],
] as const)('a tone at −100 dBFS, 12 dB louder, in %s of 24 bits', (_, wanted: Wanted) => {
  it('is there at its level, with a steady noise and nothing else, the same each time', async () => {
    const path = await sine('quiet.wav', -100, { args: ['-c:a', 'pcm_s24le'] })
    const plan = planOf([played(path, 12)], wanted)
    const films = await Promise.all([rendered(plan), rendered(plan)])
    const [[left, right], again] = await Promise.all(films.map(film => decodedSound(kit.ffmpeg, film))) as [Sides, Sides]
    const steps = middle(left).map(sample => sample * 2 ** 23)
    // ffmpeg cuts off what is below 24 bits as it writes the source: its offset is part of that.
    const [source] = await decodedSound(kit.ffmpeg, path)
    const offset = middle(source).reduce((sum, sample) => sum + sample * 2 ** 23, 0) / steps.length * amplitude(12)
    const mean = steps.reduce((sum, step) => sum + step, 0) / steps.length
    const [sines, cosines] = [Math.sin, Math.cos].map(wave =>
      steps.reduce((sum, step, at) => sum + step * wave(2 * Math.PI * frequency * at / 48_000), 0) * 2 / steps.length) as [number, number]
    const tone = Math.hypot(sines, cosines)
    expect(Math.abs(mean - offset), 'no offset').toBeLessThan(0.05)
    expect(20 * Math.log10(tone / 2 ** 23)).toBeCloseTo(-88, 1)
    // A sixth for the noise, a twelfth for the steps, and those of the source, four times as large.
    const noise = steps.reduce((sum, step) => sum + (step - mean) ** 2, 0) / steps.length - tone ** 2 / 2
    expect(noise).toBeGreaterThan(0.2)
    expect(noise).toBeLessThan(2.5)
    expect(Buffer.from(left.buffer).equals(Buffer.from(right.buffer)), 'each side has its own noise').toBe(false)
    expect(again[0]).toEqual(left)
  })
})

describe.each([
  ['wav', { codec: 'pcm', kilobits: null }],
  ['flac', { codec: 'flac', kilobits: null }],
  ['mp3', { codec: 'mp3', kilobits: 192 }],
  ['m4a', { codec: 'aac', kilobits: 192 }],
  ['opus', { codec: 'opus', kilobits: 160 }],
] as const)('in mono %s', (format, codec) => {
  it.each([44_100, 48_000] as const)('of %i Hz what is on both sides is as loud as it was, and the numbers are those that were asked for', async (rate) => {
    const sampleRate = format === 'opus' ? 48_000 : rate
    const isPlain = format === 'wav' || format === 'flac'
    const audio: AudioSettings = { ...codec, sampleRate, channels: 1, ...isPlain && { bits: 16 } }
    const path = await rendered(planOf([played(await sine('both.wav', -6), 0)], { format, audio }))
    const read = ['-map', '0:a:0', '-af', 'pan=mono|c0=c0', '-ar', '48000', '-f', 'f32le', '-']
    const { stdout, stderr } = await kit.ffmpeg.run(['-i', path, ...read])
    expect(peakDb(middle(new Float32Array(new Uint8Array(stdout).buffer)))).toBeCloseTo(-6, 0)
    expect(await probe(path, kit)).toMatchObject({ channels: 1, sampleRate })
    // What it reads, before what it writes.
    if (isPlain)
      expect(stderr.slice(0, stderr.indexOf('Output #0'))).toMatch(format === 'wav' ? /Audio: pcm_s16le/ : /Audio: flac.*s16/)
  })
})

it('silence is not dithered', async () => {
  const bytes = await readFile(await rendered(planOf([])))
  expect(bytes.subarray(-1000).every(byte => byte === 0)).toBe(true)
})
