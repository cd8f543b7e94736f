/**
 * A film has the bit rate that it was told, however many segments it consists of.
 *
 * @module-tag all
 */
import type { RenderPicture, RenderPlan } from '../../../../src-main/media/plan/render-plan.ts'
import type { MediaKit } from '../../../kit/media.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { keepsBitRate, kilobitsFor, leastKilobits } from '#rules/deliver/bit-rate.ts'
import { fitsFormat } from '#rules/deliver/formats.ts'
import { plainLook } from '#rules/sequence/new-tracks.ts'
import { renderPlan } from '../../../../src-main/media/render/render.ts'
import { openMediaKit } from '../../../kit/media.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

const size = { width: 192, height: 108 }
const shots = 4
const frames = 50

it.each(['h264', 'hevc'] as const)('of %s', async (codec) => {
  const source = 'testsrc2=s=192x108:r=25,noise=alls=40:allf=t'
  const noise = await kit.clip('noise.mp4', { ...size, seconds: frames / 25, source, args: ['-c:v', 'libx264', '-crf', '10'] })
  const pictures = Array.from({ length: shots }, (_, at): RenderPicture => ({
    ...{ file: { path: noise, medium: 'video' }, start: at * frames, length: frames, in: 0, sourceLength: frames },
    ...{ speed: 100, fadeIn: 0, fadeOut: 0, crossIn: 0, title: null, look: { ...plainLook, opacity: 1 - at / 100 } },
  }))
  const video = { codec, ...size, rate: null, quality: 'standard', encoder: 'software' } as const
  const plan = (kilobits: number): RenderPlan => ({
    ...{ ...size, rate: { numerator: 25, denominator: 1 }, durationFrames: shots * frames, background: '#000000', pictures, sounds: [] },
    stretches: pictures.map((_, at) => ({ startFrame: at * frames, frames, layers: [at] })),
    ...{ captions: { mode: 'none', assPath: null, fontsDir: null, tracks: [] }, loudness: null, chapters: [], metadata: {} },
    encoding: { format: 'mp4', audio: null, video: { ...video, kilobits } },
  })
  const sizes: number[] = []
  for (const kilobits of [150, 450]) {
    const options = { ffmpeg: kit.ffmpeg, workDir: kit.file('work') }
    const { sizeBytes } = await renderPlan(plan(kilobits), kit.file(`${codec}-${kilobits}.mp4`), options)
    const told = kilobits * 125 * shots * frames / 25
    expect(sizeBytes / told, `${kilobits} kbit/s`).toBeGreaterThan(0.7)
    expect(sizeBytes / told, `${kilobits} kbit/s`).toBeLessThan(1.3)
    sizes.push(sizeBytes)
  }
  expect(sizes[1]).toBeGreaterThan(sizes[0]! * 2)
})

it('a size becomes a bit rate that fits into it, with the sound', () => {
  const between = (min: number, max: number) => fc.double({ min, max, noNaN: true })
  const [sizes, lengths] = [between(0.1, 1e5), between(0.04, 86_400)]
  fc.assert(fc.property(sizes, lengths, fc.option(fc.integer({ min: 32, max: 512 })), (megabytes, seconds, kilobits) => {
    const rate = kilobitsFor({ megabytes, seconds, audio: kilobits === null ? null : { kilobits } })
    if (rate !== null) {
      expect(rate).toBeGreaterThanOrEqual(leastKilobits)
      expect((rate + (kilobits ?? 0)) * seconds / 8000).toBeLessThanOrEqual(megabytes)
    }
  }))
  expect(kilobitsFor({ megabytes: 8, seconds: 3600, audio: { kilobits: 192 } })).toBeNull()
})

it('only what keeps to a bit rate has one', () => {
  const video = { ...size, rate: null, quality: 'small', encoder: 'software', kilobits: 500 } as const
  expect(fitsFormat({ format: 'mp4', video: { ...video, codec: 'h264' }, audio: null })).toBe(true)
  expect(fitsFormat({ format: 'webm', video: { ...video, codec: 'vp9' }, audio: null })).toBe(false)
  expect(keepsBitRate({ codec: 'h264', encoder: 'hardware' })).toBe(false)
})
