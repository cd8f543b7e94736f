/**
 * Layers with keys are drawn as the document says at every frame: eased, turned, cropped, faded; shots backwards and held.
 *
 * @module-tag all
 */
import type { Key, Keys } from '#contract/sequence-document.ts'
import type { RenderPicture, RenderPlan } from '../../../../src-main/media/plan/render-plan.ts'
import type { Raster } from '../../../kit/drawn-frames.ts'
import type { MediaKit } from '../../../kit/media.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plainLook } from '#rules/sequence/new-tracks.ts'
import { placedAt, sourceFrameAt } from '#rules/sequence/resolve.ts'
import { drawn, grid, ssim } from '../../../kit/drawn-frames.ts'
import { drawnPlans } from '../../../kit/drawn-plans.ts'
import { openMediaKit } from '../../../kit/media.ts'
import { writePng } from '../../../kit/plain-files.ts'
import { silentEncoding } from '../../../kit/plain-plan.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

const [width, height] = [192, 108]
const size = { width, height }

function planOf(picture: RenderPicture, frames: number): RenderPlan {
  return {
    ...{ ...size, rate: { numerator: 25, denominator: 1 }, durationFrames: frames, background: '#142878', pictures: [picture], sounds: [] },
    stretches: [{ startFrame: 0, frames, layers: [0] }],
    ...{ captions: { mode: 'none', assPath: null, fontsDir: null, tracks: [] }, loudness: null, metadata: {} },
    ...{ encoding: silentEncoding(size), chapters: [] },
  }
}

let files = 0
async function rendered(picture: RenderPicture, frames: number): Promise<{ shown: Raster[], segments: number }> {
  const [segments = []] = await drawnPlans([planOf(picture, frames)], kit)
  return { shown: segments.flat(), segments: segments.length }
}

const key = (frame: number, value: number, easing: Key['easing'] = 'linear'): Key => ({ at: frame * 100, value, easing })
const frames = 12

describe('a still', () => {
  it.each<[string, Keys]>([
    ['eases from one place to another', { x: [key(0, -0.3, 'ease'), key(8, 0.3)], y: [key(2, 0.2), key(11, -0.1)] }],
    ['turns while it grows', { rotation: [key(0, -40, 'ease'), key(11, 70)], scale: [key(3, 0.4), key(9, 0.9)] }],
    [
      'is cropped more and more',
      { cropLeft: [key(0, 0), key(11, 0.4)], cropBottom: [key(2, 0.3, 'ease'), key(8, 0.05)], scale: [key(0, 0.8)] },
    ],
    [
      'turns while it is cropped and fades',
      { rotation: [key(0, 0), key(11, 90)], cropTop: [key(0, 0), key(11, 0.4)], opacity: [key(0, 1), key(11, 0.3)] },
    ],
    ['jumps, and is held between', { x: [key(0, -0.2, 'hold'), key(4, 0.2, 'hold'), key(8, 0)], scale: [key(0, 0.5)] }],
    ['gets clearer by easing', { opacity: [key(1, 0.4, 'ease'), key(10, 1)] }],
  ])('%s', async (_, keys) => {
    const raster = grid(192, 108)
    const path = kit.file(`grid-${files++}.png`)
    await writePng(path, raster)
    const picture: RenderPicture = {
      ...{ file: { path, medium: 'picture' }, start: 0, length: frames, in: 0, sourceLength: null, speed: 100 },
      ...{ fadeIn: 0, fadeOut: 0, crossIn: 0, title: null, look: plainLook, keys },
    }
    const { shown } = await rendered(picture, frames)
    expect(shown).toHaveLength(frames)
    for (const frame of [0, 1, 3, 4, 7, 8, 11]) {
      const { opacity, ...placed } = placedAt(picture, frame)
      const wanted = drawn(width, height, [20, 40, 120], [{ raster, look: { ...plainLook, ...placed }, opacity }])
      expect(ssim(shown[frame]!, wanted), `frame ${frame}`).toBeGreaterThan(0.955)
    }
  })

  it('that covers the frame and is cropped is cropped where it is', async () => {
    const raster = grid(90, 160)
    const path = kit.file('upright.png')
    await writePng(path, raster)
    const keys = {
      ...{ cropLeft: [key(0, 0.4), key(11, 0.3)], cropTop: [key(0, 0.19), key(20, 0.3)] },
      ...{ cropBottom: [key(23, 0.12, 'hold'), key(33, 0.3)], scale: [key(2, 1.2), key(20, 1.1)] },
    }
    const picture: RenderPicture = {
      ...{ file: { path, medium: 'picture' }, start: 0, length: frames, in: 0, sourceLength: null, speed: 100 },
      ...{ fadeIn: 0, fadeOut: 0, crossIn: 0, title: null, look: { ...plainLook, fit: 'cover' }, keys },
    }
    const { shown } = await rendered(picture, frames)
    for (const frame of [0, 3, 6, 11]) {
      const { opacity, ...placed } = placedAt(picture, frame)
      const wanted = drawn(width, height, [20, 40, 120], [{ raster, look: { ...plainLook, fit: 'cover', ...placed }, opacity }])
      expect(ssim(shown[frame]!, wanted), `frame ${frame}`).toBeGreaterThan(0.955)
    }
  })

  it('that moves over its whole length is one segment', async () => {
    const path = kit.file('still.png')
    await writePng(path, grid(160, 112))
    const picture: RenderPicture = {
      ...{ file: { path, medium: 'picture' }, start: 0, length: frames, in: 0, sourceLength: null, speed: 100 },
      ...{ fadeIn: 0, fadeOut: 0, crossIn: 0, title: null, look: plainLook },
    }
    const keys = { scale: [key(0, 1), key(11, 1.2)] }
    expect((await rendered({ ...picture, keys }, frames)).segments).toBe(1)
  })
})

describe('a shot', () => {
  /** Its brightness says its frame. */
  const counted = () => kit.make('counted.mp4', [
    ...['-f', 'lavfi', '-i', 'color=black:s=64x36:r=25:d=4,format=gray,geq=lum=40+N*2,format=yuv420p'],
    ...['-c:v', 'libx264', '-qp', '4', '-g', '12', '-color_range', 'tv', '-colorspace', 'bt709'],
  ])
  const frameOf = ({ pixels }: Raster): number => Math.round(((pixels[(54 * width + 96) * 3] ?? 0) - 40) / 2) + 0

  const ramp = (from: number, points: readonly [at: number, speed: number, easing: Key['easing']][]) =>
    ({ at: 0, from: from * 100, points: points.map(([at, speed, easing]) => ({ at, speed, easing })) })

  it.each<[string, Partial<RenderPicture>, number]>([
    ['plays backwards', { in: 20, isReversed: true }, 40],
    ['plays backwards at another speed', { in: 10, speed: 130, isReversed: true }, 40],
    ['plays slowly backwards', { in: 12, speed: 33, isReversed: true }, 40],
    ['stays on its first picture where it would go on before the file', { in: 5, length: 20, isReversed: true }, 30],
    ['is held', { in: 33, isFrozen: true }, 12],
    ['gets slower by easing', { in: 5, ramp: ramp(5, [[0, 400, 'ease'], [20, 20, 'linear']]) }, 40],
    ['gets faster, and slow at once', { in: 2, ramp: ramp(2, [[4, 30, 'linear'], [20, 500, 'hold'], [28, 50, 'linear']]) }, 40],
    ['begins within its course', { in: 9, ramp: { ...ramp(0, [[0, 60, 'ease'], [30, 250, 'linear']]), at: 12 } }, 30],
    ['changes its speed backwards', { in: 8, ramp: ramp(8, [[0, 300, 'ease'], [25, 40, 'linear']]), isReversed: true }, 40],
    ['changes its speed up to the end of its file', { in: 60, ramp: ramp(60, [[0, 100, 'linear'], [10, 400, 'linear']]) }, 40],
  ])('%s', async (_, has, count) => {
    const picture: RenderPicture = {
      ...{ file: { path: await counted(), medium: 'video' }, start: 0, length: count, in: 0, sourceLength: 100, speed: 100 },
      ...{ fadeIn: 0, fadeOut: 0, crossIn: 0, title: null, look: plainLook },
      ...has,
    }
    const { shown } = await rendered(picture, count)
    expect(shown.map(frameOf)).toEqual(Array.from({ length: count }, (_, at) => sourceFrameAt(picture, at)))
  })
})
