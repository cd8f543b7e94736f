/**
 * Level and tone by ffmpeg itself: each filter does what it says, in time and without a sample more or less, alike in preview and delivery.
 *
 * @module-tag all
 */
import type { ToneChain } from '#contract/tone.ts'
import type { MediaKit } from '../../../kit/media.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chainOf, tonePresets } from '#rules/tone/presets.ts'
import { toneKey } from '#rules/tone/tone-key.ts'
import { decodeAllToWav48k, decodeToWav48k } from '../../../../src-main/media/sound/decode.ts'
import { toneFilters } from '../../../../src-main/media/sound/tone-filters.ts'
import { decodedSound, openMediaKit, peakDb } from '../../../kit/media.ts'
import { signalToNoise } from '../../../kit/truth/compare.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

const off = chainOf('off')
const on = (has: Partial<ToneChain>): ToneChain => ({ ...off, isOn: true, ...has })
const filters = {
  highPass: on({ highPass: { isOn: true, hz: 120 } }),
  denoise: on({ denoise: { isOn: true, reductionDb: 24, floorDb: -40 } }),
  deEss: on({ deEss: { isOn: true, percent: 60 } }),
  compressor: on({ compressor: { isOn: true, thresholdDb: -30, ratio: 4, attackMs: 5, releaseMs: 80, makeupDb: 0 } }),
  equalizer: on({ equalizer: { ...off.equalizer, isOn: true, highMid: { hz: 3000, gainDb: 9, q: 1 } } }),
  output: on({ outputDb: -6 }),
} satisfies Record<string, ToneChain>

let made = 0
async function heard(path: string, chain: ToneChain): Promise<Float32Array> {
  const out = kit.file(`through-${made++}.wav`)
  const choice = { track: null, channel: 'both', chain: toneKey(chain) } as const
  await decodeToWav48k(path, out, { ffmpeg: kit.ffmpeg, choice, samples: 'float' })
  return (await decodedSound(kit.ffmpeg, out))[0]
}
interface Form { readonly channels?: 1 | 2, readonly args?: readonly string[] }
async function sound(name: string, wave: string, { channels = 2, args = ['-c:a', 'pcm_f32le'] }: Form = {}): Promise<string> {
  const waves = Array.from({ length: channels }).fill(wave).join('|')
  return kit.make(name, ['-f', 'lavfi', '-i', `aevalsrc=exprs='${waves}':s=48000:d=2`, ...args])
}
function sine(hz: number, amplitude = 0.25): Promise<string> {
  return sound(`sine-${hz}-${amplitude}.wav`, `${amplitude}*sin(2*PI*${hz}*t)`)
}
function db(samples: Float32Array): number {
  return 10 * Math.log10(samples.subarray(24_000, 72_000).reduce((sum, sample) => sum + sample ** 2, 0) / 48_000)
}
/** Decibels that a chain adds to a sine. */
async function gainAt(hz: number, chain: ToneChain, amplitude?: number): Promise<number> {
  const path = await sine(hz, amplitude)
  return db(await heard(path, chain)) - db((await decodedSound(kit.ffmpeg, path))[0])
}

describe('each filter', () => {
  it('high-pass', async () => {
    expect(await gainAt(30, filters.highPass)).toBeLessThan(-20)
    expect(Math.abs(await gainAt(1000, filters.highPass))).toBeLessThan(0.3)
  })

  it('de-noise', async () => {
    const hiss = await sound('hiss.wav', '0.004*(random(0)-0.5)')
    expect(db(await heard(hiss, filters.denoise)) - db((await decodedSound(kit.ffmpeg, hiss))[0])).toBeLessThan(-10)
    expect(Math.abs(await gainAt(1000, filters.denoise))).toBeLessThan(1)
  })

  it('de-ess', async () => {
    const sharp = await gainAt(9000, filters.deEss)
    expect(sharp).toBeLessThan(-3)
    expect(await gainAt(300, filters.deEss)).toBeGreaterThan(sharp + 3)
  })

  it('compressor', async () => {
    const [soft, loud] = [await gainAt(500, filters.compressor, 0.01), await gainAt(500, filters.compressor, 0.5)]
    expect(Math.abs(soft)).toBeLessThan(0.5)
    expect(loud).toBeLessThan(-8)
    const madeUp = { ...filters.compressor.compressor, makeupDb: 6 }
    expect(await gainAt(500, on({ compressor: madeUp }), 0.01)).toBeCloseTo(soft + 6, 0)
  })

  it('eQ: bells, and shelves', async () => {
    expect(await gainAt(3000, filters.equalizer)).toBeCloseTo(9, 0)
    expect(Math.abs(await gainAt(200, filters.equalizer))).toBeLessThan(0.5)
    const shelves = on({ equalizer: { ...off.equalizer, isOn: true, low: { hz: 200, gainDb: -6 }, high: { hz: 6000, gainDb: 6 } } })
    expect(await gainAt(60, shelves)).toBeLessThan(-4.5)
    expect(await gainAt(15_000, shelves)).toBeGreaterThan(4.5)
  })

  it('output gain', async () => expect(await gainAt(1000, filters.output)).toBeCloseTo(-6, 1))
})

/** A voice as far as filters know: a tone that swells, with sharp sounds, over hiss. */
const voice = '0.2*(0.55+0.45*sin(2*PI*1.7*t))*sin(2*PI*190*t)+0.06*sin(2*PI*900*t)*lt(mod(t\\,0.5)\\,0.1)'
  + '+0.1*(random(0)-0.5)*lt(mod(t\\,0.7)\\,0.08)+0.003*(random(1)-0.5)'

describe('in time', () => {
  it.each(Object.entries({ ...filters, podcast: chainOf('podcast') }))('%s: as long as before, and where it was', async (_, chain) => {
    const path = await sound('voice.wav', voice)
    const [raw] = await decodedSound(kit.ffmpeg, path)
    const out = await heard(path, chain)
    expect(out.length).toBe(raw.length)
    expect(Math.abs(lagOf(steps(raw), steps(out)))).toBeLessThanOrEqual(3)
  })

  /** Without what is low: high-passes turn its phase, which is no delay. */
  function steps(samples: Float32Array): Float32Array {
    return samples.map((sample, at) => sample - 2 * (samples[at - 1] ?? 0) + (samples[at - 2] ?? 0))
  }

  /** In samples: where they are most alike. */
  function lagOf(raw: Float32Array, out: Float32Array): number {
    let best = { lag: 0, sum: -Infinity }
    for (let lag = -1500; lag <= 1500; lag++) {
      let sum = 0
      for (let at = 24_000; at < 72_000; at += 2)
        sum += (raw[at] ?? 0) * (out[at + lag] ?? 0)
      if (sum > best.sum)
        best = { lag, sum }
    }
    return best.lag
  }
})

it('nothing is above −1 dBFS, however much is added', async () => {
  const path = await sine(440, 0.9)
  const loud = await heard(path, on({ outputDb: 24 }))
  expect(peakDb(loud)).toBeLessThanOrEqual(-0.95)
  expect(peakDb(loud)).toBeGreaterThan(-2)
})

describe('the preview plays what a delivery mixes', () => {
  const kinds = [['stereo', 2], ['mono', 1]] as const
  const all = tonePresets.filter(preset => preset !== 'off')
  it.each(kinds.flatMap(([name, channels]) => all.map(preset => [name, channels, preset] as const)))(
    '%s (%s), %s',
    async (name, channels, preset) => {
      const path = await sound(`${name}.flac`, voice, { channels, args: ['-ar', '44100', '-c:a', 'flac'] })
      const choice = { track: null, channel: 'both', chain: toneKey(chainOf(preset)) } as const
      const [shown, mixed] = [kit.file(`${name}-${preset}-shown.wav`), kit.file(`${name}-${preset}-mixed.wav`)]
      await decodeToWav48k(path, shown, { ffmpeg: kit.ffmpeg, choice })
      await decodeAllToWav48k([{ path, outPath: mixed, choice }], { ffmpeg: kit.ffmpeg })
      const stereo = ['-i', mixed, ...channels === 1 ? ['-af', 'pan=stereo|c0=c0|c1=c0'] : [], '-f', 'f32le', '-']
      const { stdout } = await kit.ffmpeg.run(stereo)
      const [left, right] = await decodedSound(kit.ffmpeg, shown)
      const both = Float32Array.from({ length: left.length * 2 }, (_, at) => (at % 2 === 0 ? left : right)[at >> 1] ?? 0)
      expect(signalToNoise(new Float32Array(new Uint8Array(stdout).buffer), both)).toBeGreaterThanOrEqual(60)
    },
  )
})

it('what is no chain changes nothing', () => {
  expect(toneFilters(undefined)).toEqual([])
  expect(toneFilters('t1_h80;amovie=/etc/passwd')).toEqual([])
})
