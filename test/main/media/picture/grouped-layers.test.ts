/**
 * A group is as opaque as its end says, as a whole: it is drawn as a picture of its layers would be, by each way of drawing.
 *
 * @module-tag wide
 */
import type { Encoding } from '#contract/presets.ts'
import type { Ffmpeg } from '../../../../src-main/media/ffmpeg/ffmpeg.ts'
import type { RenderPicture, RenderPlan } from '../../../../src-main/media/plan/render-plan.ts'
import type { Raster } from '../../../kit/drawn-frames.ts'
import type { MediaKit } from '../../../kit/media.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plainLook } from '#rules/sequence/new-tracks.ts'
import { segmentsOf } from '../../../../src-main/media/picture/segments.ts'
import { farthest, grid, rasterOf, ssim } from '../../../kit/drawn-frames.ts'
import { framesOfPlans } from '../../../kit/drawn-plans.ts'
import { render } from '../../../kit/every-preset.ts'
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
const [one, two] = [grid(width, height), grid(width, height, 27)]
const three = rasterOf(width, height, () => [220, 40, 90])
const frames = 6
let files = 0
const plain = { start: 0, length: frames, in: 0, sourceLength: null, speed: 100, fadeIn: 0, fadeOut: 0, crossIn: 0, title: null }
const clear = (opacity: number): Partial<RenderPicture> => ({ look: { ...plainLook, opacity } })

async function still(raster: Raster, has: Partial<RenderPicture> = {}): Promise<RenderPicture> {
  const path = kit.file(`raster-${files++}.png`)
  await writePng(path, raster)
  return { ...plain, look: plainLook, file: { path, medium: 'picture' }, ...has }
}
function group(inside: readonly RenderPicture[], has: Partial<RenderPicture>): RenderPicture[] {
  const edge: RenderPicture = { ...plain, look: plainLook, file: null, isAdjustment: true }
  return [{ ...edge, group: 'begins' }, ...inside, { ...edge, ...has, group: 'ends' }]
}
function planOf(pictures: readonly RenderPicture[], encoding: Encoding = silentEncoding({ width, height })): RenderPlan {
  return {
    ...{ width, height, rate: { numerator: 25, denominator: 1 }, durationFrames: frames, background: '#000000', pictures, sounds: [] },
    stretches: [{ startFrame: 0, frames, layers: pictures.map((_, at) => at) }],
    ...{ captions: { mode: 'none', assPath: null, fontsDir: null, tracks: [] }, loudness: null, metadata: {} },
    ...{ encoding, chapters: [] },
  }
}
async function framesOf(plan: RenderPlan, ffmpeg: Ffmpeg = kit.ffmpeg): Promise<Raster[]> {
  return (await framesOfPlans([plan], kit, { ffmpeg }))[0]!
}
/** So much of the second one, and the rest of the first. */
function mixed(below: Raster, above: Raster, share: number): Raster {
  return rasterOf(width, height, (x, y) => {
    const value = (plane: number): number => {
      const at = (y * width + x) * 3 + plane
      return Math.round(below.pixels[at]! * (1 - share) + above.pixels[at]! * share)
    }
    return [value(0), value(1), value(2)]
  })
}
/** `wanted` of each frame, or one of all. */
function expectShown(shown: readonly Raster[], wanted: Raster | ((frame: number) => Raster)): void {
  expect(shown).toHaveLength(frames)
  for (const [frame, raster] of shown.entries()) {
    const same = typeof wanted === 'function' ? wanted(frame) : wanted
    expect(ssim(raster, same), `frame ${frame}`).toBeGreaterThan(0.98)
    expect(farthest(raster, same), `a pixel of frame ${frame}`).toBeLessThan(22)
  }
}
/** An ffmpeg that cannot draw in sixteen bits. */
const plainly = (): Ffmpeg => ({ ...kit.ffmpeg, filters: new Set([...kit.ffmpeg.filters].filter(name => name !== 'zscale')) })

describe.each([
  ['in sixteen bits', () => kit.ffmpeg],
  ['in eight bits, where ffmpeg has no more', plainly],
])('%s', (_, ffmpeg) => {
  it('is as opaque as a whole, and not each of its layers', async () => {
    const inside = [await still(two), await still(three, clear(0.5))]
    const shown = await framesOf(planOf([await still(one), ...group(inside, clear(0.4))]), ffmpeg())
    expectShown(shown, mixed(one, mixed(two, three, 0.5), 0.4))
  })

  it('fades in and out, and what hides its own layers hides nothing outside of it', async () => {
    const opacities = [0, 0.5, 1, 1, 1, 0.5]
    const plan = planOf([await still(one), ...group([await still(three), await still(two)], { fadeIn: 2, fadeOut: 2 })])
    expectShown(await framesOf(plan, ffmpeg()), frame => mixed(one, two, opacities[frame]!))
  })

  it('may be in another one, and below others', async () => {
    const inner = group([await still(two)], clear(0.5))
    const plan = planOf([await still(one), ...group([await still(three), ...inner], clear(0.6)), await still(one, clear(0.2))])
    expectShown(await framesOf(plan, ffmpeg()), mixed(mixed(one, mixed(three, two, 0.5), 0.6), one, 0.2))
  })

  it('is one pass, however many layers it has', async () => {
    const veils = await Promise.all(Array.from({ length: 24 }, async () => still(three, clear(0.04))))
    const plan = planOf([await still(one), ...group([await still(two), ...veils], clear(0.5)), await still(one, clear(0.2))])
    const inside = veils.reduce(below => mixed(below, three, 0.04), two)
    const shown = await framesOf(plan, ffmpeg())
    // Every layer rounds its colours again.
    const wanted = mixed(mixed(one, inside, 0.5), one, 0.2)
    for (const raster of shown)
      expect(ssim(raster, wanted)).toBeGreaterThan(0.95)
  })
})

it('in a film that one can see through, is as clear as both', async () => {
  const half = await kit.make('half.png', ['-f', 'lavfi', '-i', 'color=c=0xff8000@0.5:s=96x54,format=rgba', '-frames:v', '1'])
  const inside: RenderPicture = { ...plain, look: { ...plainLook, scale: 0.5 }, file: { path: half, medium: 'picture' } }
  const { video } = silentEncoding({ width, height })
  const encoding: Encoding = { format: 'mov', video: { ...video!, codec: 'prores4444', hasAlpha: true, quality: 'high' }, audio: null }
  const { path } = await render(planOf(group([inside], clear(0.5)), encoding), kit)
  const pixel = async (x: number, y: number): Promise<number[]> => {
    const { stdout } = await kit.ffmpeg.run([
      ...['-i', path, '-vf', `zscale=min=709:rin=limited:m=gbr:r=full,format=gbrap16le,crop=2:2:${x}:${y}`, '-frames:v', '1'],
      ...['-f', 'rawvideo', '-pix_fmt', 'gbrap16le', '-'],
    ])
    return [2, 0, 1, 3].map(plane => stdout.readUInt16LE(plane * 8) / 65_535)
  }
  expect((await pixel(4, 4))[3]).toBe(0)
  const [red, green, blue, alpha] = await pixel(96, 54)
  expect(alpha).toBeCloseTo(0.25, 1)
  for (const [at, value] of [red!, green!, blue!].entries())
    expect(Math.abs(value - [1, 128 / 255, 0][at]!)).toBeLessThan(0.03)
})

it('is drawn as its layers where it is opaque, and not at all where it is clear', async () => {
  const [below, above] = [await still(one), await still(two, clear(0.5))]
  const facts = await pictureFacts(planOf([below, above]), kit.ffmpeg)
  const seen = (pictures: readonly RenderPicture[]): RenderPicture[][] =>
    segmentsOf(planOf(pictures), facts).map(({ layers }) => layers.map(({ picture }) => picture))
  expect(seen([below, ...group([above], {})])).toEqual([[below, above]])
  expect(seen([below, ...group([above], clear(0))])).toEqual([[below]])
  expect(seen([above, ...group([below], {})])).toEqual([[below]])
  expect(seen([above, ...group([below], clear(0.9))])[0]).toHaveLength(4)
  expect(seen([below, ...group([{ ...above, ...clear(0) }], clear(0.9))])).toEqual([[below]])
  expect(seen([below, ...group([above], { fadeIn: 2 })]).map(layers => layers.length)).toEqual([4, 2])
})
