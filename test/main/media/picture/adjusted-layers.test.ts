/**
 * Adjustments change what is below them as their grade says, at every frame and by each way of drawing, and nothing above them.
 *
 * @module-tag all
 */
import type { Grade } from '#contract/grade.ts'
import type { Encoding } from '#contract/presets.ts'
import type { Key } from '#contract/sequence-document.ts'
import type { Ffmpeg } from '../../../../src-main/media/ffmpeg/ffmpeg.ts'
import type { RenderPicture, RenderPlan } from '../../../../src-main/media/plan/render-plan.ts'
import type { Raster } from '../../../kit/drawn-frames.ts'
import type { MediaKit } from '../../../kit/media.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { grading, neutralGrade, vignetteAt } from '#rules/colour/grade.ts'
import { gradeAt } from '#rules/sequence/graded.ts'
import { plainLook } from '#rules/sequence/new-tracks.ts'
import { segmentKey } from '../../../../src-main/media/picture/segment-key.ts'
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
const frames = 6
let files = 0

const grade: Grade = {
  ...neutralGrade,
  ...{ exposure: -0.5, contrast: 0.15, saturation: -0.4, temperature: 0.3, vignette: 0.5 },
}
const plain = { start: 0, length: frames, in: 0, sourceLength: null, speed: 100, fadeIn: 0, fadeOut: 0, crossIn: 0, title: null }

async function still(raster: Raster, has: Partial<RenderPicture> = {}): Promise<RenderPicture> {
  const path = kit.file(`raster-${files++}.png`)
  await writePng(path, raster)
  return { ...plain, look: plainLook, file: { path, medium: 'picture' }, ...has }
}
function adjustment(has: Partial<RenderPicture> = {}): RenderPicture {
  return { ...plain, look: plainLook, file: null, isAdjustment: true, grade, ...has }
}
function planOf(
  pictures: readonly RenderPicture[],
  encoding: Encoding = silentEncoding({ width, height }),
  rate = { numerator: 25, denominator: 1 },
): RenderPlan {
  return {
    ...{ width, height, rate, durationFrames: frames, background: '#000000', pictures, sounds: [] },
    stretches: [{ startFrame: 0, frames, layers: pictures.map((_, at) => at) }],
    ...{ captions: { mode: 'none', assPath: null, fontsDir: null, tracks: [] }, loudness: null, metadata: {} },
    ...{ encoding, chapters: [] },
  }
}
async function framesOf(plan: RenderPlan, ffmpeg: Ffmpeg = kit.ffmpeg): Promise<Raster[]> {
  return (await framesOfPlans([plan], kit, { ffmpeg }))[0]!
}

type Rgb = [number, number, number]
function pixelOf(raster: Raster, x: number, y: number): Rgb {
  const at = (y * raster.width + x) * 3
  return [raster.pixels[at]!, raster.pixels[at + 1]!, raster.pixels[at + 2]!]
}
/** Said in other words than in the program: of each pixel, so much of its grade. */
function adjusted(raster: Raster, share: number, own: Grade = grade): Raster {
  const change = grading(own)
  return rasterOf(width, height, (x, y) => {
    const before = pixelOf(raster, x, y)
    const after = change([before[0] / 255, before[1] / 255, before[2] / 255])
    const left = vignetteAt(own, (x + 0.5) / width, (y + 0.5) / height)
    return before.map((value, at) => Math.round(value + (after[at]! * 255 * left - value) * share)) as Rgb
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
  it('grades the picture below it', async () => {
    expectShown(await framesOf(planOf([await still(one), adjustment()]), ffmpeg()), adjusted(one, 1))
  })

  it('as far as it is opaque, and as it fades in and out', async () => {
    const has = { fadeIn: 2, fadeOut: 2, look: { ...plainLook, opacity: 0.8 } }
    const opacities = [0, 0.5, 1, 1, 1, 0.5].map(share => share * 0.8)
    expectShown(await framesOf(planOf([await still(one), adjustment(has)]), ffmpeg()), frame => adjusted(one, opacities[frame]!))
  })

  it('with a grade that changes from frame to frame, vignette and all', async () => {
    const keyed = (from: number, to: number): Key[] => [{ at: 0, value: from, easing: 'linear' }, { at: 500, value: to, easing: 'linear' }]
    const changing = adjustment({ keys: { exposure: keyed(0, -1), saturation: keyed(-0.5, 0.2), vignette: keyed(0.1, 0.6) }, fadeIn: 2 })
    const shown = await framesOf(planOf([await still(one), changing]), ffmpeg())
    expectShown(shown, frame => adjusted(one, Math.min(1, frame / 2), gradeAt(changing, frame)))
  })

  // A full turn is not seen, and not drawn by the way of what is fitted.
  it.each([0, 360])('at each frame of another rate, over a still that is turned by %i degrees', async (rotation) => {
    const has = { fadeIn: 6, grade: { ...neutralGrade, exposure: -4 } }
    const below = await still(one, { look: { ...plainLook, rotation } })
    const rates = [{ numerator: 24, denominator: 1 }, { numerator: 30_000, denominator: 1001 }]
    const plans = rates.map(rate => planOf([below, adjustment(has)], silentEncoding({ width, height }), rate))
    const wanted = Array.from({ length: frames }, (_, frame) => adjusted(one, frame / 6, has.grade))
    for (const shown of await framesOfPlans(plans, kit, { ffmpeg: ffmpeg() }))
      expectShown(shown, frame => wanted[frame]!)
  })

  it('leaves what is above it', async () => {
    const above = await still(two, { look: { ...plainLook, scale: 0.5 } })
    const plan = planOf([await still(one), adjustment(), above])
    const black = await still(rasterOf(width, height, () => [0, 0, 0]))
    const [shown = [], alone = []] = await framesOfPlans([plan, planOf([black, above])], kit, { ffmpeg: ffmpeg() })
    expect(shown).toHaveLength(frames)
    const graded = adjusted(one, 1)
    const [outside, inside] = [[10, 10], [96, 54]] as const
    for (const raster of shown) {
      expect(pixelOf(raster, ...outside).every((value, at) => Math.abs(value - pixelOf(graded, ...outside)[at]!) < 22)).toBe(true)
      expect(ssim(raster, graded)).toBeLessThan(0.95)
    }
    expect(pixelOf(shown[3]!, ...inside).every((value, at) => Math.abs(value - pixelOf(alone[3]!, ...inside)[at]!) < 12)).toBe(true)
  })

  it('grades what another one has graded, in order', async () => {
    const [first, second] = [{ ...neutralGrade, exposure: 1 }, { ...neutralGrade, saturation: -1, contrast: -0.2 }]
    const plan = planOf([await still(one), adjustment({ grade: first }), adjustment({ grade: second })])
    expectShown(await framesOf(plan, ffmpeg()), adjusted(adjusted(one, 1, first), 1, second))
  })
})

/** RGB with alpha of sixteen bits at a place of the first frame, as the file says that its pixels are to be read. */
async function deepPixel(plan: RenderPlan, [x, y]: readonly [number, number], read: string): Promise<number[]> {
  const { path } = await render(plan, kit)
  const { stdout } = await kit.ffmpeg.run([
    ...['-i', path, '-vf', `${read},format=gbrap16le,crop=2:2:${x}:${y}`, '-frames:v', '1'],
    ...['-f', 'rawvideo', '-pix_fmt', 'gbrap16le', '-'],
  ])
  return [2, 0, 1, 3].map(plane => stdout.readUInt16LE(plane * 8) / 65_535)
}
function deepEncoding(video: Partial<NonNullable<Encoding['video']>>, format: 'mov' | 'mp4'): Encoding {
  const { video: usual } = silentEncoding({ width, height })
  return { format, video: { ...usual!, quality: 'high', ...video }, audio: null }
}
const ownGrade = { ...grade, vignette: 0 }
const wanted = grading(ownGrade)([1, 128 / 255, 0])

it('in a film that one can see through, grades straight colours and leaves what is clear', async () => {
  const half = await kit.make('half.png', ['-f', 'lavfi', '-i', 'color=c=0xff8000@0.5:s=96x54,format=rgba', '-frames:v', '1'])
  const picture: RenderPicture = { ...plain, look: { ...plainLook, scale: 0.5 }, file: { path: half, medium: 'picture' } }
  const encoding = deepEncoding({ codec: 'prores4444', hasAlpha: true }, 'mov')
  for (const share of [1, 0.5]) {
    const plan = planOf([picture, adjustment({ grade: ownGrade, look: { ...plainLook, opacity: share } })], encoding)
    const read = 'zscale=min=709:rin=limited:m=gbr:r=full'
    expect((await deepPixel(plan, [4, 4], read))[3]).toBe(0)
    const [red, green, blue, alpha] = await deepPixel(plan, [96, 54], read)
    expect(alpha).toBeCloseTo(0.5, 1)
    for (const [at, value] of [red!, green!, blue!].entries())
      expect(Math.abs(value - ([1, 128 / 255, 0][at]! * (1 - share) + wanted[at]! * share)), `${at} of ${share}`).toBeLessThan(0.03)
  }
})

it.each(['hlg', 'pq'] as const)('in a film of high dynamic range (%s), makes the same as a grade of the picture', async (light) => {
  const encoding = deepEncoding({ codec: 'hevc', bits: 10, light }, 'mp4')
  const flatly = rasterOf(width, height, () => [200, 120, 60])
  const read = 'zscale=min=2020_ncl:rin=limited:m=gbr:r=full'
  const [below, own] = [await still(flatly), await still(flatly, { grade: ownGrade })]
  const adjustedPixel = await deepPixel(planOf([below, adjustment({ grade: ownGrade })], encoding), [96, 54], read)
  const ownPixel = await deepPixel(planOf([own], encoding), [96, 54], read)
  for (const [at, value] of adjustedPixel.slice(0, 3).entries())
    expect(Math.abs(value - ownPixel[at]!), `${at}`).toBeLessThan(0.012)
})

it('is no part of a segment where it changes nothing', async () => {
  const picture = await still(one)
  const facts = await pictureFacts(planOf([picture]), kit.ffmpeg)
  const key = (pictures: readonly RenderPicture[]): string | null => {
    const plan = planOf(pictures)
    const [segment] = segmentsOf(plan, facts)
    const encoder = { name: 'libx264', quality: 'high' } as const
    return segmentKey(segment!, { plan, encoder, captions: null, ffmpegVersion: '7', contentOf: path => path })
  }
  const without = key([picture])
  expect(key([picture, adjustment({ grade: neutralGrade })])).toBe(without)
  expect(key([picture, adjustment({ look: { ...plainLook, opacity: 0 } })])).toBe(without)
  expect(key([picture, adjustment()])).not.toBe(without)
  expect(key([picture, adjustment()])).not.toBe(key([picture, adjustment({ look: { ...plainLook, opacity: 0.5 } })]))
})
