/**
 * Layers are drawn as the sequence document says: placed, scaled, turned, cropped, moved, faded, one over the other.
 *
 * @module-tag wide
 */
import type { Look, TextStyle } from '#contract/sequence-document.ts'
import type { RenderPicture, RenderPlan } from '../../../../src-main/media/plan/render-plan.ts'
import type { Raster, Shown } from '../../../kit/drawn-frames.ts'
import type { MediaKit } from '../../../kit/media.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { titleStyle } from '#rules/captions/style.ts'
import { plainLook } from '#rules/sequence/new-tracks.ts'
import { sourceFrameAt } from '#rules/sequence/resolve.ts'
import { drawn, farthest, grid, rasterOf, ssim } from '../../../kit/drawn-frames.ts'
import { framesOfPlans } from '../../../kit/drawn-plans.ts'
import { openMediaKit } from '../../../kit/media.ts'
import { moved } from '../../../kit/moved.ts'
import { writePng } from '../../../kit/plain-files.ts'
import { silentEncoding } from '../../../kit/plain-plan.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

const [width, height] = [192, 108]
const black = [0, 0, 0] as const
const blue = [20, 40, 120] as const

let files = 0
/** The same pixels in a file without loss. */
async function fileOf(raster: Raster): Promise<string> {
  const path = kit.file(`raster-${files++}.png`)
  await writePng(path, raster)
  return path
}

function picture(path: string, has: Partial<RenderPicture> = {}, look: Partial<Look> = {}): RenderPicture {
  return {
    ...{ file: { path, medium: 'picture' }, start: 0, length: 4, in: 0, sourceLength: null, speed: 100 },
    ...{ fadeIn: 0, fadeOut: 0, crossIn: 0, title: null },
    look: { ...plainLook, ...look },
    ...has,
  }
}

/** All pictures as layers of one stretch, unless stretches are given. */
function plan(pictures: RenderPicture[], has: Partial<RenderPlan> = {}): RenderPlan {
  const durationFrames = has.durationFrames ?? 4
  return {
    ...{ width, height, rate: { numerator: 25, denominator: 1 }, durationFrames, background: '#000000', pictures, sounds: [] },
    stretches: [{ startFrame: 0, frames: durationFrames, layers: pictures.map((_, at) => at) }],
    ...{ captions: { mode: 'none', assPath: null, fontsDir: null, tracks: [] }, loudness: null, metadata: {} },
    ...{ encoding: silentEncoding({ width, height }), chapters: [] },
    ...has,
  }
}

async function framesOfAll(plans: readonly RenderPlan[]): Promise<Raster[][]> {
  return framesOfPlans(plans, kit, { quality: 'standard' })
}
async function frames(made: RenderPlan): Promise<Raster[]> {
  return (await framesOfAll([made]))[0]!
}

/** The encoder halves the resolution of colours and softens edges; what is one pixel off loses far more. */
function expectSame(shown: Raster | undefined, expected: Raster): void {
  expect(shown).toBeDefined()
  expect(ssim(shown!, expected)).toBeGreaterThan(0.97)
  expect(farthest(shown!, expected)).toBeLessThan(22)
}

describe('one picture is where its look says', () => {
  it.each<[string, Partial<Look>]>([
    ['moved by parts of a pixel', { x: 0.1031, y: -0.0472 }],
    ['small', { scale: 0.41, x: -0.2, y: 0.1 }],
    ['large', { scale: 2.3, x: 0.3 }],
    ['turned', { rotation: 27, scale: 0.8 }],
    ['turned by a quarter to the right', { rotation: 90 }],
    ['cropped', { crop: { left: 0.22, top: 0.1, right: 0.35, bottom: 0.4 } }],
    ['half clear', { opacity: 0.5, scale: 0.7 }],
    [
      'all at once, covering',
      { fit: 'cover', x: -0.1, y: 0.15, scale: 1.3, rotation: -14, opacity: 0.7, crop: { left: 0.1, top: 0.1, right: 0.1, bottom: 0.1 } },
    ],
  ])('%s', async (name, look) => {
    const raster = grid(160, 112)
    const path = await fileOf(raster)
    // Black is drawn without composition, another colour is not.
    const both = [[black, '#000000'], [blue, '#142878']] as const
    const over = name === 'turned' ? both : [both[name.length % 2]!]
    const shown = await framesOfAll(over.map(([, background]) =>
      plan([picture(path, { length: 1 }, look)], { durationFrames: 1, background })))
    for (const [at, [background]] of over.entries())
      expectSame(shown[at]![0], drawn(width, height, background, [{ raster, look: { ...plainLook, ...look } }]))
  })
})

it('a picture that moves is drawn between pixels, evenly from the first frame to the last', async () => {
  const raster = grid(192, 108, 24)
  const look = { ...plainLook, x: -0.05 }
  const moving = moved(picture(await fileOf(raster), { length: 9 }, look), { x: 0.1, y: 0.08, scale: 1.7 })
  const over = [[black, '#000000'], [blue, '#142878']] as const
  const films = await framesOfAll(over.map(([, background]) => plan([moving], { durationFrames: 9, background })))
  for (const [way, shown] of films.entries()) {
    expect(shown).toHaveLength(9)
    for (const frame of [0, 4, 8]) {
      const at = { x: -0.05 + 0.15 * frame / 8, y: 0.08 * frame / 8, scale: 1 + 0.7 * frame / 8 }
      expectSame(shown[frame], drawn(width, height, over[way]![0], [{ raster, look, at }]))
    }
  }
})

it('a picture that moves and always hides the background keeps its colours over any', async () => {
  const raster = grid(192, 108, 24)
  const look = { ...plainLook, scale: 1.2, x: -0.03 }
  const moving = moved(picture(await fileOf(raster), { length: 5 }, look), { x: 0.05, y: 0.04, scale: 1.4 })
  const shown = await frames(plan([moving], { durationFrames: 5, background: '#142878' }))
  for (const frame of [0, 2, 4]) {
    const at = { x: -0.03 + 0.08 * frame / 4, y: 0.04 * frame / 4, scale: 1.2 + 0.2 * frame / 4 }
    expectSame(shown[frame], drawn(width, height, blue, [{ raster, look, at }]))
  }
})

it('a picture that shrinks to a tenth stays where it must be, without shimmer', async () => {
  const raster = grid(384, 216, 48)
  const look = { ...plainLook, scale: 2 }
  const moving = moved(picture(await fileOf(raster), { length: 7 }, look), { x: 0.2, y: 0, scale: 0.2 })
  const shown = await frames(plan([moving], { durationFrames: 7 }))
  for (const frame of [0, 3, 6])
    expectSame(shown[frame], drawn(width, height, black, [{ raster, look, at: { x: 0.2 * frame / 6, y: 0, scale: 2 - 1.8 * frame / 6 } }]))
})

it('layers cover each other, each as clear as it is', async () => {
  const rasters = [grid(192, 108), grid(96, 96, 12), rasterOf(40, 60, () => [250, 200, 20])]
  const looks: Partial<Look>[] = [{ opacity: 0.8 }, { scale: 0.6, x: 0.2, rotation: 10 }, { scale: 0.5, x: -0.2, y: 0.2, opacity: 0.35 }]
  const paths = await Promise.all(rasters.map(fileOf))
  const [first] = await frames(plan(paths.map((path, at) => picture(path, {}, looks[at])), { background: '#142878' }))
  expectSame(first, drawn(width, height, blue, rasters.map((raster, at): Shown => ({ raster, look: { ...plainLook, ...looks[at] } }))))
})

it('a dissolve and fades are exact at every frame', async () => {
  const [one, two] = [grid(192, 108), grid(192, 108, 27)]
  const pictures = [
    picture(await fileOf(one), { length: 8, fadeIn: 4 }),
    picture(await fileOf(two), { start: 8, length: 9, crossIn: 5, fadeOut: 3 }),
  ]
  const shown = await frames(plan(pictures, {
    durationFrames: 17,
    stretches: [
      { startFrame: 0, frames: 8, layers: [0] },
      { startFrame: 8, frames: 5, layers: [0, 1] },
      { startFrame: 13, frames: 4, layers: [1] },
    ],
  }))
  expect(shown).toHaveLength(17)
  const shares = [[0, 0], [1 / 4, 0], [2 / 4, 0], [3 / 4, 0], [1, 0], [1, 0], [1, 0], [1, 0]]
    .concat([0, 1, 2, 3, 4].map(frame => [1, frame / 5]), [[0, 1], [0, 1], [0, 2 / 3], [0, 1 / 3]])
  for (const frame of [0, 1, 4, 8, 9, 12, 15, 16]) {
    const [below, above] = shares[frame]!
    const expected = drawn(width, height, black, [
      { raster: one, look: plainLook, opacity: below! },
      { raster: two, look: plainLook, opacity: above! },
    ])
    expectSame(shown[frame], expected)
  }
})

describe('a shot', () => {
  /** Frame `n` is a grey of 40 + 8n, with a white bar that shows its sides. */
  const greyAt = (frame: number): number => 40 + 8 * frame
  async function counting(name: string, count = 20): Promise<string> {
    return kit.make(name, [
      ...['-f', 'lavfi', '-i', `color=black:s=64x36:r=25,format=gray,geq=lum='40+8*N',format=rgb24`],
      ...['-frames:v', String(count), '-c:v', 'libx264', '-qp', '1', '-pix_fmt', 'yuv420p'],
    ])
  }
  const greyOf = (raster: Raster | undefined) => Math.round(((raster?.pixels[(54 * width + 96) * 3] ?? 0) - 40) / 8) + 0
  const shot = (path: string, has: Partial<RenderPicture>, look: Partial<Look> = {}) =>
    picture(path, { file: { path, medium: 'video' }, sourceLength: 20, ...has }, look)

  it.each([33, 250])('plays at %i percent by the frames of `sourceFrameAt`, alone and under another layer', async (speed) => {
    const path = await counting(`count-${speed}.mp4`)
    const clear = await fileOf(rasterOf(8, 8, () => [0, 0, 0]))
    const expected = Array.from({ length: 9 }, (_, frame) => Math.min(19, 2 + Math.floor((3 + frame) * speed / 100)))
    const films = await framesOfAll([[], [picture(clear, {}, { scale: 0.1, x: 0.4 })]].map(others =>
      plan([shot(path, { in: 2, start: -3, length: 40, speed }), ...others], { durationFrames: 9 })))
    expect(films.map(shown => shown.map(greyOf))).toEqual([expected, expected])
    expect(greyAt(19)).toBeLessThan(200)
  })

  it.each([100, 33, 250])('waits in its first frame where it comes before its source, at %i percent', async (speed) => {
    const path = await counting(`early-${speed}.mp4`)
    const clip = { in: -3, speed, sourceLength: 20, length: 40 }
    const starts = [0, -1]
    const turned = { ...clip, in: 12, speed: 100, length: 12, isReversed: true as const }
    const clips = [...starts.map(start => ({ ...clip, start })), turned]
    const films = await framesOfAll(clips.map(has => plan([shot(path, has)], { durationFrames: 12 })))
    expect(films.map(shown => shown.map(greyOf))).toEqual([
      ...starts.map(start => Array.from({ length: 12 }, (_, frame) => sourceFrameAt(clip, frame - start))),
      [19, 19, 19, 19, 19, 18, 17, 16, 15, 14, 13, 12],
    ])
  })

  it('holds its last frame where the source ends, even when it ends earlier than it says', async () => {
    const path = await counting('short.mp4', 8)
    const bright = picture(await fileOf(rasterOf(8, 8, () => [200, 0, 0])), {}, { scale: 0.1, x: 0.4 })
    const films = await framesOfAll([0, -15].map(start =>
      plan([shot(path, { in: 5, start, length: 40 }, { scale: 0.9 }), bright], { durationFrames: 6 })))
    expect(films.map(shown => shown.map(greyOf))).toEqual([[5, 6, 7, 7, 7, 7], [7, 7, 7, 7, 7, 7]])
  })
})

describe('a title', () => {
  const style: TextStyle = { ...titleStyle, size: 0.4, colour: '#ffffff' }
  const title = (has: Partial<RenderPicture> = {}, look: Partial<Look> = {}, colour = '#ffffff'): RenderPicture =>
    picture('', { file: null, title: { text: 'HHH', style: { ...style, colour } }, ...has }, look)
  const brightest = (raster: Raster | undefined) => Math.max(...raster?.pixels ?? [])

  it('is drawn over the background, in its colour, and fades by the frame', async () => {
    const shown = await frames(plan([title({ start: -2, length: 12, fadeIn: 8 }, {}, '#20d040')], { durationFrames: 8 }))
    const greens = shown.map(({ pixels }) => pixels.reduce((most, value, at) => at % 3 === 1 ? Math.max(most, value) : most, 0))
    // From the third frame of the clip on: 2/8, 3/8 …
    expect(Math.abs(greens[0]! - 0xD0 * 2 / 8)).toBeLessThan(16)
    expect(Math.abs(greens[3]! - 0xD0 * 5 / 8)).toBeLessThan(16)
    expect(Math.abs(greens[7]! - 0xD0)).toBeLessThan(16)
  })

  it('is where its track is: below a picture it is hidden, above it is seen', async () => {
    const grey = picture(await fileOf(rasterOf(16, 9, () => [60, 60, 60])))
    const half = picture(await fileOf(rasterOf(16, 9, () => [60, 60, 60])), {}, { opacity: 0.5 })
    const films = [[grey, title()], [title(), grey], [grey, title(), half]].map(layers => plan(layers, { durationFrames: 1 }))
    const [over, hidden, between] = (await framesOfAll(films)).map(([first]) => brightest(first))
    expect(over).toBeGreaterThan(235)
    expect(hidden).toBeLessThan(75)
    expect(Math.abs(between! - (255 + 60) / 2)).toBeLessThan(16)
  })

  it('stays while the next picture dissolves from it', async () => {
    const dark = picture(await fileOf(rasterOf(16, 9, () => [0, 0, 0])), { start: 2, length: 8, crossIn: 6 })
    const shown = await frames(plan([moved(title({ length: 2 }), { x: 0.02, y: 0, scale: 1 }), dark], {
      durationFrames: 8,
      stretches: [{ startFrame: 0, frames: 2, layers: [0] }, { startFrame: 2, frames: 6, layers: [0, 1] }],
    }))
    expect(shown.map(brightest).map(value => Math.round(value / 42))).toEqual([6, 6, 6, 5, 4, 3, 2, 1])
  })
})

it('a shot that says its colours are BT.709 keeps them under 720 lines, alone and in a composition', async () => {
  const path = await kit.make('tagged.mp4', [
    ...['-f', 'lavfi', '-i', 'color=0x20A040:s=64x48:r=25:d=0.4', '-vf', 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p'],
    ...['-color_range', 'tv', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709'],
  ])
  const shot = picture(path, { file: { path, medium: 'video' }, sourceLength: 10 }, { fit: 'cover' })
  const spot = picture(await fileOf(rasterOf(8, 8, () => [0, 0, 0])), {}, { scale: 0.1, x: 0.4 })
  const films = [[shot], [shot, spot], [{ ...shot, look: { ...shot.look, opacity: 0.999 } }]]
  for (const [first] of await framesOfAll(films.map(layers => plan(layers, { durationFrames: 1 })))) {
    const pixel = [0, 1, 2].map(channel => first?.pixels[(54 * width + 40) * 3 + channel] ?? 0)
    expect(Math.max(...pixel.map((value, channel) => Math.abs(value - [0x20, 0xA0, 0x40][channel]!)))).toBeLessThan(6)
  }
})

it('a picture with transparency lets through what is below, with clean edges', async () => {
  // Red where it is opaque; what cannot be seen is bright green, which must not bleed in.
  const path = await kit.make('clear.png', [
    ...['-f', 'lavfi', '-i', 'color=red:s=96x54,format=gbrap,geq=r=255*lt(X\\,48):g=255*gte(X\\,48):b=0:a=255*lt(X\\,48)'],
    ...['-frames:v', '1', '-update', '1'],
  ])
  const [first] = await frames(plan([picture(path, {}, { rotation: 0.5, scale: 1.1 })], { background: '#142878', durationFrames: 1 }))
  const row = Array.from({ length: width }, (_, x) => Array.from(first!.pixels.subarray((54 * width + x) * 3, (54 * width + x) * 3 + 3)))
  expect(row[30]![0]).toBeGreaterThan(240)
  expect(Math.max(...row.map(([, green = 0]) => green))).toBeLessThan(60)
  expect(row[150]!.map((value, channel) => Math.abs(value - blue[channel]!) < 6)).toEqual([true, true, true])
})

describe('no document is too strange to be rendered', () => {
  it('300 layers at one moment', async () => {
    const path = await fileOf(rasterOf(4, 4, () => [255, 255, 255]))
    // A row of spots, one picture each, clear enough that none hides another.
    const lookOf = (at: number) => ({ scale: 0.05, opacity: 0.9, x: (at % 20) / 21 - 0.45, y: Math.floor(at / 20) / 16 - 0.45 })
    const layers = Array.from({ length: 300 }, (_, at) => picture(path, {}, lookOf(at)))
    const [first] = await frames(plan(layers, { durationFrames: 1 }))
    const bright = (x: number, y: number) => first!.pixels[(Math.round(y * height) * width + Math.round(x * width)) * 3]!
    for (const at of [0, 19, 137, 280, 299])
      expect(bright((at % 20) / 21 + 0.05, Math.floor(at / 20) / 16 + 0.05)).toBeGreaterThan(150)
    expect(bright(0.99, 0.99)).toBeLessThan(40)
  }, 60_000)

  it.each<[string, { size: [number, number], look: Partial<Look>, to?: { x: number, y: number, scale: number }, frames?: number }]>([
    ['a still of one pixel', { size: [1, 1], look: { rotation: 45, crop: { left: 0.6, top: 0, right: 0.2, bottom: 0 } } }],
    ['fifty times as large', { size: [64, 36], look: { scale: 50, x: 3.1, y: -2.2 } }],
    ['fifty times as large and gone', { size: [64, 36], look: { x: 10 }, to: { x: -10, y: 10, scale: 50 }, frames: 5 }],
    ['cropped to nothing', { size: [64, 36], look: { crop: { left: 0.95, top: 0.95, right: 0.95, bottom: 0.95 } } }],
    ['a sliver', { size: [4000, 2], look: { fit: 'cover', rotation: 200, opacity: 0.4 } }],
    ['clear', { size: [8, 8], look: { opacity: 0 } }],
  ])('%s', async (_, { size, look, to, frames: count = 2 }) => {
    const path = await fileOf(rasterOf(...size, () => [220, 180, 40]))
    const shown = picture(path, { length: count }, look)
    expect(await frames(plan([to ? moved(shown, to) : shown], { durationFrames: count }))).toHaveLength(count)
  })

  it('eight tracks without gaps, whose cuts meet', async () => {
    const path = await fileOf(grid(32, 18, 8))
    const pictures = Array.from({ length: 16 }, (_, at) =>
      picture(path, { start: at % 2, length: 1, crossIn: at % 2 }, { scale: 0.9, opacity: 0.5 }))
    const stretches = [0, 1, 2].map(startFrame => ({
      startFrame,
      frames: 1,
      layers: pictures.flatMap((one, at) => one.start === startFrame || (startFrame - one.start === 1 && one.start === 0) ? at : []),
    })).filter(({ layers }) => layers.length > 0)
    expect(await frames(plan(pictures, { durationFrames: 3, stretches }))).toHaveLength(3)
  })
})
