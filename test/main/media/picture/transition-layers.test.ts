/**
 * Transitions are drawn as they say at every frame, by each way of drawing, and leave films without them as they were.
 *
 * @module-tag all
 */
import type { Look } from '#contract/sequence-document.ts'
import type { Transition } from '#contract/transition.ts'
import type { RenderPicture, RenderPlan } from '../../../../src-main/media/plan/render-plan.ts'
import type { Raster } from '../../../kit/drawn-frames.ts'
import type { MediaKit } from '../../../kit/media.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plainLook } from '#rules/sequence/new-tracks.ts'
import { drawn, farthest, grid, rasterOf, ssim } from '../../../kit/drawn-frames.ts'
import { framesOfPlans } from '../../../kit/drawn-plans.ts'
import { openMediaKit } from '../../../kit/media.ts'
import { writePng } from '../../../kit/plain-files.ts'
import { silentEncoding } from '../../../kit/plain-plan.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

const [width, height] = [192, 108]
const [one, two] = [grid(width, height), grid(width, height, 27)]
/** Eight frames of the first picture, then eight of the second, which comes within all of them. */
const over = 8
let files = 0

async function fileOf(raster: Raster): Promise<string> {
  const path = kit.file(`raster-${files++}.png`)
  await writePng(path, raster)
  return path
}

async function crossing(transition: Transition, look: Partial<Look>): Promise<RenderPlan> {
  const plain = { in: 0, sourceLength: null, speed: 100, fadeIn: 0, fadeOut: 0, title: null }
  const shared = { ...plain, look: { ...plainLook, ...look }, length: over }
  const pictures: RenderPicture[] = [
    { ...shared, file: { path: await fileOf(one), medium: 'picture' }, start: 0, crossIn: 0, leaves: { frames: over, transition } },
    { ...shared, file: { path: await fileOf(two), medium: 'picture' }, start: over, crossIn: over, transition },
  ]
  return {
    ...{ width, height, rate: { numerator: 25, denominator: 1 }, durationFrames: 2 * over, background: '#000000', pictures, sounds: [] },
    stretches: [{ startFrame: 0, frames: over, layers: [0] }, { startFrame: over, frames: over, layers: [0, 1] }],
    ...{ captions: { mode: 'none', assPath: null, fontsDir: null, tracks: [] }, loudness: null, metadata: {} },
    ...{ encoding: silentEncoding({ width, height }), chapters: [] },
  }
}

type Rgb = [number, number, number]
function pixelOf(raster: Raster, x: number, y: number): Rgb {
  const at = (y * raster.width + x) * 3
  return [raster.pixels[at]!, raster.pixels[at + 1]!, raster.pixels[at + 2]!]
}
function mixed(from: Rgb, to: Rgb, share: number): Rgb {
  return from.map((value, at) => Math.round(value + (to[at]! - value) * share)) as Rgb
}
/** `x` and `y` of a picture that is elsewhere; null where it is not. */
function shifted(raster: Raster, x: number, y: number): Rgb | null {
  return x >= 0 && x < width && y >= 0 && y < height ? pixelOf(raster, x, y) : null
}

const white: Rgb = [255, 255, 255]
/** What is seen `at` frames after the cut, said in other words than in the program. */
const kinds: readonly [name: string, transition: Transition, expected: (at: number) => Raster][] = [
  ['a dip to white', { kind: 'dip', colour: '#ffffff' }, at => rasterOf(width, height, (x, y) =>
    at < 4 ? mixed(pixelOf(one, x, y), white, at / 4) : mixed(white, pixelOf(two, x, y), (at - 4) / 4))],
  ['a sharp wipe to the right', { kind: 'wipe', direction: 'right', softness: 0 }, at => rasterOf(width, height, (x, y) =>
    pixelOf(x < at * 24 ? two : one, x, y))],
  ['a sharp wipe upwards', { kind: 'wipe', direction: 'up', softness: 0 }, at => rasterOf(width, height, (x, y) =>
    pixelOf(height - y - 0.5 < at * 13.5 ? two : one, x, y))],
  ['a soft wipe to the left', { kind: 'wipe', direction: 'left', softness: 0.5 }, at => rasterOf(width, height, (x, y) =>
    mixed(pixelOf(one, x, y), pixelOf(two, x, y), Math.min(1, Math.max(0, (at / 8 * 1.5 - (width - x - 0.5) / width) / 0.5))))],
  ['a push to the left', { kind: 'push', direction: 'left' }, at => rasterOf(width, height, (x, y) =>
    shifted(one, x + at * 24, y) ?? shifted(two, x + at * 24 - width, y)!)],
  ['a slide down', { kind: 'slide', direction: 'down' }, at => rasterOf(width, height, (x, y) =>
    shifted(two, x, Math.round(y + height - at * 13.5)) ?? pixelOf(one, x, y))],
  ['a zoom', { kind: 'zoom' }, at => drawn(width, height, [0, 0, 0], [
    { raster: one, look: { ...plainLook, scale: 1 + at / 8 } },
    { raster: two, look: { ...plainLook, scale: 2 - at / 8 }, opacity: at / 8 },
  ])],
]
/** A full turn is not seen, and not drawn by the way of what is fitted. */
const ways: readonly [name: string, look: Partial<Look>][] = [['as it is fitted', {}], ['in RGB', { rotation: 360 }]]

describe.each(kinds)('%s', (_, transition, expected) => {
  it('is exact at every second frame, drawn as it is fitted and in RGB', async () => {
    const drawnBy = await framesOfPlans(await Promise.all(ways.map(async ([, look]) => crossing(transition, look))), kit)
    const wanted = [0, 2, 4, 6].map(at => [at, expected(at)] as const)
    for (const [way, [name]] of ways.entries()) {
      const shown = drawnBy[way]!.slice(over)
      expect(shown).toHaveLength(over)
      for (const [at, raster] of wanted) {
        expect(ssim(shown[at]!, raster), `frame ${at}, ${name}`).toBeGreaterThan(0.97)
        expect(farthest(shown[at]!, raster), `a pixel of frame ${at}, ${name}`).toBeLessThan(22)
      }
    }
  })
})
