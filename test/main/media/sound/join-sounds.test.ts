/**
 * Sounds joined into one: exact to the sample, without a loss, without clicks at the joins.
 *
 * @module-tag wide
 */
import type { MediaKit } from '../../../kit/media.ts'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { joinSounds } from '../../../../src-main/media/sound/join-sounds.ts'
import { readWavLayout } from '../../../../src-main/media/wav.ts'
import { openMediaKit } from '../../../kit/media.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

async function samplesOf(path: string): Promise<Int16Array> {
  const [bytes, layout] = [await readFile(path), await readWavLayout(path)]
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset + layout.dataOffset, bytes.byteOffset + layout.dataOffset + layout.dataLength))
}

function steepest(samples: Int16Array): number {
  return samples.reduce(
    (most, sample, at) => at === 0 ? 0 : Math.max(most, Math.abs(sample - (samples[at - 1] ?? 0))),
    0,
  )
}

async function join(paths: string[], pauseSeconds: number) {
  const out = kit.file('joined.wav')
  const report = await joinSounds(paths, out, { ffmpeg: kit.ffmpeg, pauseSeconds })
  return { report, layout: await readWavLayout(out), samples: await samplesOf(out) }
}

describe('two loud tones that are joined at full amplitude', () => {
  it.each([0, 0.12])('do not click and keep their exact length (pause %s s)', async (pauseSeconds) => {
    const tone = { sampleRate: 24_000, channels: 1, level: 0.9, args: ['-c:a', 'pcm_s16le'] } as const
    const paths = [
      await kit.tone('a.wav', { ...tone, frequency: 301, seconds: 0.5013 }),
      await kit.tone('b.wav', { ...tone, frequency: 443, seconds: 0.3007 }),
    ]
    const parts = await Promise.all(paths.map(samplesOf))
    const { report, layout, samples } = await join(paths, pauseSeconds)
    const [first, second] = [parts[0]!, parts[1]!]
    const pause = Math.round(pauseSeconds * 24_000)
    expect(layout).toMatchObject({ sampleRate: 24_000, channels: 1, frames: first.length + pause + second.length })
    expect(report.durationSeconds).toBeCloseTo(layout.frames / 24_000, 9)
    expect(steepest(samples)).toBeLessThanOrEqual(Math.max(...parts.map(steepest)))
    // Only the ramps of 6 ms on each side of a join are changed.
    const ramp = 0.006 * 24_000
    expect(samples.subarray(0, first.length - ramp)).toEqual(first.subarray(0, first.length - ramp))
    expect(samples.subarray(first.length + pause + ramp)).toEqual(second.subarray(ramp))
    expect(Math.max(...samples.subarray(first.length, first.length + pause), 0)).toBe(0)
  })
})

it('use the highest rate and stereo when they differ, with mono at full level on both sides', async () => {
  const paths = [
    await kit.tone('low.mp3', { sampleRate: 24_000, channels: 1, seconds: 1 }),
    await kit.tone('high.wav', { sampleRate: 48_000, channels: 2, seconds: 0.5 }),
  ]
  const { layout, samples } = await join(paths, 0.1)
  expect(layout).toMatchObject({ sampleRate: 48_000, channels: 2 })
  expect(layout.frames / 48_000).toBeGreaterThan(1.59)
  const middle = samples.subarray(48_000, 48_000 + 9600)
  expect(middle.filter((_, at) => at % 2 === 0)).toEqual(middle.filter((_, at) => at % 2 === 1))
  expect(Math.max(...middle) / 32_768).toBeGreaterThan(0.45)
})

it('joins sounds shorter than a ramp, and refuses a file without sound', async () => {
  const short = await kit.tone('short.wav', { sampleRate: 24_000, channels: 1, seconds: 0.002 })
  const { layout } = await join([short, short, short], 0.01)
  expect(layout.frames).toBe(3 * 48 + 2 * 240)
  await expect(join([short, await kit.picture('no.png')], 0)).rejects.toThrow()
})
