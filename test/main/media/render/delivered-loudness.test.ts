/**
 * Films come out as loud as they were asked for, whatever went in. Judged by ffmpeg's meter over the finished file, not by the studio's.
 *
 * @module-tag all
 */
import type { RenderPlan } from '../../../../src-main/media/plan/render-plan.ts'
import type { MediaKit } from '../../../kit/media.ts'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wavHeader } from '../../../../src-main/base/wav.ts'
import { renderPlan } from '../../../../src-main/media/render/render.ts'
import { partLoudness } from '../../../../src-main/media/sound/line-loudness.ts'
import { measureLoudness } from '../../../../src-main/media/sound/loudness.ts'
import { masterFilters, masterMix } from '../../../../src-main/media/sound/master.ts'
import { mixAndMeasure } from '../../../../src-main/media/sound/render-sound.ts'
import { speakersIn } from '../../../../src-main/media/sound/sound-report.ts'
import { readWavLayout } from '../../../../src-main/media/wav.ts'
import { openMediaKit } from '../../../kit/media.ts'
import { onlyEncoding } from '../../../kit/plain-plan.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

const seconds = 3
function wave(name: string, expression: string): Promise<string> {
  return kit.make(`${name}.wav`, ['-f', 'lavfi', '-i', `aevalsrc=exprs='${expression}|${expression}':s=48000:d=${seconds}`])
}

/** Syllables: sound of a voice's pitch that rises and falls four times a second. */
const voice = (level: number) => `${level}*(sin(2*PI*220*t)+0.5*sin(2*PI*700*t)+0.2*sin(2*PI*2500*t))*(0.55+0.45*sin(2*PI*4*t))`
const materials = {
  quiet: voice(0.02),
  loud: `clip(${voice(1.4)},-1,1)`,
  peaky: `${voice(0.02)}+if(lt(mod(t,0.25),0.001),0.85,0)`,
  silent: '0',
  click: 'if(between(t,1,1.00006),0.9,0)',
}

const still: Omit<RenderPlan, 'sounds' | 'loudness'> = {
  ...{ width: 64, height: 36, rate: { numerator: 25, denominator: 1 }, durationFrames: seconds * 25, background: '#000000' },
  ...{ pictures: [], stretches: [], captions: { mode: 'none', assPath: null, fontsDir: null, tracks: [] }, metadata: {} },
  ...{ encoding: onlyEncoding({ width: 64, height: 36 }), chapters: [] },
}
function heard(path: string): RenderPlan['sounds'][number] {
  return { path, start: 0, length: seconds * 48_000, in: 0, speed: 100, levels: [{ at: 0, amplitude: 1 }] }
}

let films = 0
async function film(plan: Pick<RenderPlan, 'sounds' | 'loudness' | 'levelsLines'> & Partial<Pick<RenderPlan, 'encoding'>>) {
  const path = kit.file(`film-${films++}.${plan.encoding?.format ?? 'mp4'}`)
  const report = await renderPlan({ ...still, ...plan }, path, { ffmpeg: kit.ffmpeg, workDir: kit.file('work') })
  const { stderr } = await kit.ffmpeg.run(['-i', path, '-map', '0:a', '-af', 'ebur128=peak=true', '-f', 'null', '-'])
  const [, lufs, peak] = /Summary:[\s\S]*I:\s+(\S+) LUFS[\s\S]*Peak:\s+(\S+) dBFS/.exec(stderr) ?? []
  return { path, report, lufs: Number(lufs), peak: peak === '-inf' ? -Infinity : Number(peak) }
}

it.each([
  ['quiet', -14, -1],
  ['peaky', -16, -1],
  ['loud', -24, -2],
] as const)('%s sound comes within half a unit of %d LUFS, its peaks under %d dBTP', async (name, targetLufs, truePeakDbtp) => {
  const made = await film({ sounds: [heard(await wave(name, materials[name]))], loudness: { targetLufs, truePeakDbtp } })
  expect(Math.abs(made.lufs - targetLufs)).toBeLessThanOrEqual(0.5)
  expect(made.peak).toBeLessThanOrEqual(truePeakDbtp)
  expect(made.report.integratedLufs).toBeCloseTo(made.lufs, 1)
})

it.each(['wav', 'flac'] as const)('a %s says its true peak, whether its mix was limited or only got a gain', async (format) => {
  const encoding = { format, video: null, audio: { codec: format === 'wav' ? 'pcm' : 'flac', kilobits: null } } as const
  for (const [name, isLimited] of [['loud', false], ['peaky', true]] as const) {
    const sounds = [heard(await wave(name, materials[name]))]
    const { report, peak, lufs } = await film({ sounds, loudness: { targetLufs: -16, truePeakDbtp: -1 }, encoding })
    expect(report.sound.ceilingDb !== null).toBe(isLimited)
    expect(Math.abs(report.truePeakDbtp! - peak)).toBeLessThanOrEqual(0.11)
    expect(Math.abs(report.integratedLufs! - lufs)).toBeLessThanOrEqual(0.11)
  }
})

it('silence stays silence, and says that there is nothing to measure', async () => {
  const made = await film({ sounds: [heard(await wave('silent', materials.silent))], loudness: { targetLufs: -16, truePeakDbtp: -1 } })
  expect(made.peak).toBeLessThan(-90)
  expect(made.report).toMatchObject({ integratedLufs: null, gainDb: 0, sound: { ceilingDb: null } })
})

it('a single click is not blown up: its peak stays under the limit', async () => {
  const made = await film({ sounds: [heard(await wave('click', materials.click))], loudness: { targetLufs: -16, truePeakDbtp: -1 } })
  expect(made.peak).toBeLessThanOrEqual(-1)
})

it('as mixed, nothing is changed', async () => {
  const quiet = await wave('quiet', materials.quiet)
  const made = await film({ sounds: [heard(quiet)], loudness: null })
  expect(made.lufs).toBeCloseTo((await measureLoudness(quiet, kit)).integratedLufs ?? 0, 0)
  expect(made.report).toMatchObject({ gainDb: 0, sound: { before: null } })
})

describe('a long sound', () => {
  const long = 120

  /** Of noise that grows and fades, with a burst where its two pieces meet. */
  async function changing(length = long): Promise<string> {
    const [sampleRate, channels] = [8000, 1]
    const samples = new Int16Array(length * sampleRate * channels)
    let seed = 1
    for (let at = 0; at < samples.length; at++) {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) | 0
      const time = at / sampleRate * long / length
      const level = time > 59.9 && time < 60.2 ? 0.7 : 0.02 + 0.2 * Math.sin(time / 20) ** 2
      samples[at] = level * (seed >> 16)
    }
    const path = kit.file(`changing-${length}.wav`)
    const header = wavHeader({ encoding: 'int', sampleRate, channels, bitsPerSample: 16, dataLength: samples.byteLength })
    await writeFile(path, Buffer.concat([header, Buffer.from(samples.buffer)]))
    return path
  }

  it('measures the same in pieces as at once, in each form that is measured so, and through filters', async () => {
    // As short as the measurement of a moment allows.
    const [length, pieceSeconds] = [24, 12]
    const wav = await changing(length)
    const through = ['volume=-6dB']
    const inPieces = { ...kit, seconds: length, pieceSeconds }
    const forms = ['m4a', 'mp3', 'opus', 'flac'].map(form => kit.make(`changing.${form}`, ['-i', wav, '-b:a', '32k']))
    for (const path of [wav, ...await Promise.all(forms)]) {
      const [whole, pieces] = [await measureLoudness(path, kit), await measureLoudness(path, inPieces)]
      expect(Math.abs(pieces.integratedLufs! - whole.integratedLufs!)).toBeLessThanOrEqual(0.11)
      expect(Math.abs(pieces.rangeLu! - whole.rangeLu!)).toBeLessThanOrEqual(0.21)
      expect(Math.abs(pieces.truePeakDbtp! - whole.truePeakDbtp!)).toBeLessThanOrEqual(0.11)
      expect(pieces.rangeLu).toBeGreaterThan(3)
      const lowered = await measureLoudness(path, { ...inPieces, through })
      expect(lowered.integratedLufs).toBeCloseTo(pieces.integratedLufs! - 6, 0)
    }
    expect(await measureLoudness(await kit.tone('long-silence.wav', { level: 0, seconds: length }), inPieces))
      .toEqual({ integratedLufs: null, rangeLu: 0, truePeakDbtp: null })
  })

  const toMix = { signal: new AbortController().signal, advance: () => {} }
  const emptyFolder = async (name: string) => mkdir(kit.file(name), { recursive: true }).then(() => kit.file(name))

  it('measures the same while it is mixed as when it is whole', async () => {
    const sounds = [heard(await changing()), { ...heard(await wave('loud', materials.loud)), start: 70 * 48_000 }]
    const folder = await emptyFolder('mixed')
    const { loudness } = await mixAndMeasure({ ...still, durationFrames: long * 25, sounds }, { ...toMix, ffmpeg: kit.ffmpeg, folder })
    expect(loudness).toEqual(await measureLoudness(join(folder, 'mix.wav'), { ...kit, seconds: long }))
    expect(loudness.integratedLufs).not.toBeNull()
  })

  it('that cannot be mixed says so instead of being waited for', async () => {
    const damaged = kit.file('damaged.wav')
    await writeFile(damaged, 'RIFF')
    const plan = { ...still, durationFrames: long * 25, sounds: [heard(damaged)] }
    await expect(mixAndMeasure(plan, { ...toMix, ffmpeg: kit.ffmpeg, folder: await emptyFolder('unmixed') })).rejects.toThrow(/damaged/)
  })

  it('comes as near to its loudness, with its peaks limited', async () => {
    const [mixPath, frames] = [await changing(), long * 48_000]
    const before = await measureLoudness(mixPath, { ...kit, seconds: long })
    const mastering = await masterMix({ mixPath, frames, before, target: { targetLufs: -12, truePeakDbtp: -1 }, roomDb: 0.5 }, kit)
    expect(mastering).toMatchObject({ ceilingDb: -1.5 })
    const made = await measureLoudness(mixPath, { ...kit, through: masterFilters(mastering) })
    expect(Math.abs(made.integratedLufs! + 12)).toBeLessThanOrEqual(0.5)
    expect(made.truePeakDbtp).toBeLessThanOrEqual(-1)
    expect(mastering.gainDb).toBeGreaterThan(-12 - before.integratedLufs!)
  })
})

describe('lines', () => {
  const line = async (name: string, level: number, changes: Partial<RenderPlan['sounds'][number]>) =>
    ({ ...heard(await wave(name, voice(level))), length: 48_000, ...changes })
  const speech = (speaker: string, hasOwnGain = false) => ({ speech: { speaker, hasOwnGain } })

  it('are levelled before the whole is measured; one with a gain of its own stays as it is', async () => {
    const sounds = [
      await line('ann', 0.1, { start: 0, ...speech('Ann') }),
      await line('bob', 0.04, { start: 48_000, ...speech('Bob') }),
      await line('cleo', 0.02, { start: 96_000, levels: [{ at: 0, amplitude: 2 }], ...speech('Cleo', true) }),
    ]
    const loudness = { targetLufs: -16, truePeakDbtp: -1 }
    const level = await film({ sounds, loudness, levelsLines: true })
    expect(Math.abs(level.lufs + 16)).toBeLessThanOrEqual(0.5)
    const [ann, bob, cleo] = speakersIn(level.report.sound)
    expect(ann!.beforeLufs - bob!.beforeLufs).toBeCloseTo(20 * Math.log10(0.1 / 0.04), 0)
    expect(Math.abs(ann!.afterLufs - bob!.afterLufs)).toBeLessThan(0.2)
    // Cleo was doubled by hand.
    expect(cleo!.beforeLufs - bob!.beforeLufs).toBeCloseTo(0, 0)
    expect(level.report.sound.lines[2]).toMatchObject({ speaker: 'Cleo', levelledDb: 0 })
    // What the file says: each line is a second long.
    const heardAt = async (second: number) => (await measureLoudness(await kit.make(`cut-${second}.wav`, [
      ...['-ss', String(second), '-t', '1', '-i', level.path, '-vn'],
    ]), kit)).integratedLufs!
    expect(Math.abs(await heardAt(0) - await heardAt(1))).toBeLessThan(0.7)
  })

  it('measure as they do with ffmpeg, each channel by itself, with silence between words', async () => {
    const spoken = `if(lt(mod(t,1),0.6),${voice(0.3)},0)`
    const onLeft = ['-f', 'lavfi', '-i', `aevalsrc=exprs='${spoken}|0.2*sin(2*PI*3000*t)*lt(t,1)':s=48000:d=${seconds}`]
    for (const path of [await wave('loud', materials.loud), await wave('peaky', materials.peaky), await kit.make('stereo.wav', onLeft)]) {
      const layout = await readWavLayout(path)
      const measured = await partLoudness({ path, layout, from: 0, length: layout.frames })
      expect(Math.abs(measured! - (await measureLoudness(path, kit)).integratedLufs!)).toBeLessThan(0.2)
    }
  })
})
