/**
 * A nested sequence of another speed is drawn with the frames of the sequence that it shows, whatever changes inside.
 *
 * @module-tag all
 */
import type { Keys } from '#contract/sequence-document.ts'
import type { Pace } from '#rules/sequence/nested/pace.ts'
import type { RenderPicture, RenderPlan } from '../../../../src-main/media/plan/render-plan.ts'
import type { Raster } from '../../../kit/drawn-frames.ts'
import type { MediaKit } from '../../../kit/media.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { innerAt } from '#rules/sequence/nested/pace.ts'
import { plainLook } from '#rules/sequence/new-tracks.ts'
import { segmentsOf } from '../../../../src-main/media/picture/segments.ts'
import { farthest, grid, ssim } from '../../../kit/drawn-frames.ts'
import { drawnPlans, framesOfPlans } from '../../../kit/drawn-plans.ts'
import { spread } from '../../../kit/how-long.ts'
import { openMediaKit } from '../../../kit/media.ts'
import { pictureFacts } from '../../../kit/picture-facts.ts'
import { writePng } from '../../../kit/plain-files.ts'
import { silentEncoding } from '../../../kit/plain-plan.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

const [width, height] = [192, 108]
/** Of the sequence. */
const inner = 40
let files = 0
const times = { start: 0, length: inner, in: 0, sourceLength: null, speed: 100, fadeIn: 0, fadeOut: 0, crossIn: 0 }
const plain = { ...times, title: null, look: plainLook }

async function still(): Promise<RenderPicture> {
  const path = kit.file(`raster-${files++}.png`)
  await writePng(path, grid(width, height))
  return { ...plain, file: { path, medium: 'picture' } }
}
/** Each of its frames has another grey. */
async function shot(): Promise<RenderPicture> {
  const path = await kit.make(`greys-${files++}.mp4`, [
    ...['-f', 'lavfi', '-i', `color=c=black:s=96x54:r=25:d=4,geq=lum='40+3*N':cb=128:cr=128`],
    ...['-c:v', 'libx264', '-qp', '1', '-pix_fmt', 'yuv420p'],
  ])
  return { ...plain, in: 3, sourceLength: 90, file: { path, medium: 'video' }, look: { ...plainLook, scale: 0.5, x: -0.2 } }
}
const moves: Keys = { x: [{ at: 0, value: -0.3, easing: 'ease' }, { at: 3900, value: 0.3, easing: 'linear' }] }
const edge: RenderPicture = { ...plain, file: null, isAdjustment: true, isApart: true }

function planOf(frames: number, pictures: readonly RenderPicture[]): RenderPlan {
  return {
    ...{ width, height, rate: { numerator: 25, denominator: 1 }, durationFrames: frames, background: '#203040', pictures, sounds: [] },
    stretches: [{ startFrame: 0, frames, layers: pictures.map((_, at) => at) }],
    ...{ captions: { mode: 'none', assPath: null, fontsDir: null, tracks: [] }, loudness: null, metadata: {} },
    ...{ encoding: silentEncoding({ width, height }), chapters: [] },
  }
}
let whole: readonly Raster[]
let inside: readonly RenderPicture[]
beforeAll(async () => {
  const fading = { ...await shot(), fadeIn: 12, fadeOut: 9, look: { ...plainLook, scale: 0.3, y: 0.3 } }
  inside = [await still(), { ...await shot(), keys: moves }, fading]
  whole = (await framesOfPlans([planOf(inner, inside)], kit))[0]!
})

describe.each(spread<readonly [string, number, Pick<Pace, 'from' | 'speed' | 'ramp' | 'isReversed' | 'isFrozen'>]>([
  ['slowed down', 30, { from: 450, speed: 55 }],
  ['sped up', 12, { from: 200, speed: 290 }],
  ['reversed', 30, { from: 500, speed: 100, isReversed: true as const }],
  ['slowed down and reversed', 40, { from: 1030, speed: 35, isReversed: true as const }],
  ['frozen', 8, { from: 1700, speed: 100, isFrozen: true as const }],
  ['ramped', 40, {
    ...{ from: 300, speed: 90 },
    ramp: {
      ...{ at: 5, from: 100 },
      points: [{ at: 10, speed: 30, easing: 'ease' }, { at: 30, speed: 200, easing: 'hold' }, { at: 36, speed: 60, easing: 'linear' }],
    },
  }],
  ['ramped and reversed', 24, {
    ...{ from: 300, speed: 90, isReversed: true as const },
    ramp: { at: 0, from: 300, points: [{ at: 0, speed: 210, easing: 'linear' }, { at: 16, speed: 60, easing: 'linear' }] },
  }],
  ['held at its end', 12, { from: 3500, speed: 100 }],
], 4))('a nested sequence that is %s', (_, frames, way) => {
  it('shows the frames of the sequence', async () => {
    const pace: Pace = { start: 0, length: frames, plays: frames, last: inner - 1, ...way }
    const paced = inside.map(picture => ({ ...picture, paces: [pace] }))
    const own = { ...edge, length: frames, pace }
    const plan = planOf(frames, [{ ...own, group: 'begins' }, ...paced, { ...own, group: 'ends' }])
    const segments = (await drawnPlans([plan], kit))[0]!
    const expected = segmentsOf(plan, await pictureFacts(plan, kit.ffmpeg))
    expect(segments.map(({ length }) => length)).toEqual(expected.map(segment => segment.frames))
    const shown = segments.flat()
    expect(shown).toHaveLength(frames)
    for (const [frame, raster] of shown.entries()) {
      const wanted = whole[innerAt(pace, frame)]!
      expect(ssim(raster, wanted), `frame ${frame}`).toBeGreaterThan(0.97)
      expect(farthest(raster, wanted), `a pixel of frame ${frame}`).toBeLessThan(30)
    }
  })
})
