/**
 * A nested sequence that is placed, turned, cropped or graded is drawn as a picture of all its layers would be.
 *
 * @module-tag all
 */
import type { Encoding } from '#contract/presets.ts'
import type { Keys } from '#contract/sequence-document.ts'
import type { RenderPicture, RenderPlan } from '../../../../src-main/media/plan/render-plan.ts'
import type { Raster } from '../../../kit/drawn-frames.ts'
import type { MediaKit } from '../../../kit/media.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { titleStyle } from '#rules/captions/style.ts'
import { neutralGrade } from '#rules/colour/grade.ts'
import { fillingFrame } from '#rules/sequence/backdrop.ts'
import { plainLook } from '#rules/sequence/new-tracks.ts'
import { drawDeep } from '../../../../src-main/media/picture/deep-composite.ts'
import { segmentsOf } from '../../../../src-main/media/picture/segments.ts'
import { farthest, grid, rasterOf, ssim } from '../../../kit/drawn-frames.ts'
import { framesOfPlans } from '../../../kit/drawn-plans.ts'
import { render } from '../../../kit/every-preset.ts'
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
const frames = 6
let files = 0
const plain = { start: 0, length: frames, in: 0, sourceLength: null, speed: 100, fadeIn: 0, fadeOut: 0, crossIn: 0, title: null }

async function still(raster: Raster, has: Partial<RenderPicture> = {}): Promise<RenderPicture> {
  const path = kit.file(`raster-${files++}.png`)
  await writePng(path, raster)
  return { ...plain, look: plainLook, file: { path, medium: 'picture' }, ...has }
}
/** In the middle of the frame, half as wide and high, and half clear; around it is nothing. */
async function halfClear(): Promise<{ readonly small: RenderPicture, readonly whole: RenderPicture }> {
  const made = async (name: string, filters: string): Promise<RenderPicture> => {
    const path = await kit.make(name, ['-f', 'lavfi', '-i', `color=c=0xff8000@0.5:s=96x54,format=rgba${filters}`, '-frames:v', '1'])
    return { ...plain, look: plainLook, file: { path, medium: 'picture' } }
  }
  const small = await made('half.png', '')
  const whole = await made('half-in-frame.png', `,pad=${width}:${height}:48:27:black@0`)
  return { small: { ...small, look: { ...plainLook, scale: 0.5 } }, whole }
}
const edge: RenderPicture = { ...plain, look: plainLook, file: null, isAdjustment: true, isApart: true }
function apart(inside: readonly RenderPicture[], has: Partial<RenderPicture>): RenderPicture[] {
  return [{ ...edge, group: 'begins' }, ...inside, { ...edge, ...has, group: 'ends' }]
}
function planOf(pictures: readonly RenderPicture[], encoding: Encoding = silentEncoding({ width, height })): RenderPlan {
  return {
    ...{ width, height, rate: { numerator: 25, denominator: 1 }, durationFrames: frames, background: '#203040', pictures, sounds: [] },
    stretches: [{ startFrame: 0, frames, layers: pictures.map((_, at) => at) }],
    ...{ captions: { mode: 'none', assPath: null, fontsDir: null, tracks: [] }, loudness: null, metadata: {} },
    ...{ encoding, chapters: [] },
  }
}
/** Of each film of these pictures. */
async function framesOf(...films: (readonly RenderPicture[])[]): Promise<Raster[][]> {
  return framesOfPlans(films.map(pictures => planOf(pictures)), kit)
}
function expectAlike([shown = [], wanted = []]: readonly (readonly Raster[])[]): void {
  expect(shown).toHaveLength(frames)
  for (const [frame, raster] of shown.entries()) {
    expect(ssim(raster, wanted[frame]!), `frame ${frame}`).toBeGreaterThan(0.98)
    expect(farthest(raster, wanted[frame]!), `a pixel of frame ${frame}`).toBeLessThan(22)
  }
}
function course(from: number, to: number) {
  return [{ at: 0, value: from, easing: 'ease' as const }, { at: 100 * (frames - 1), value: to, easing: 'linear' as const }]
}

const [one, two] = [grid(width, height), grid(width, height, 27)]
const placed = { ...plainLook, x: 0.1, y: -0.15, scale: 0.6, rotation: 20, crop: { left: 0.1, top: 0.2, right: 0, bottom: 0.05 } }
const turning: Keys = { rotation: course(0, 45), cropLeft: course(0, 0.4), opacity: course(1, 0.3) }
const keys: Keys = { x: course(-0.3, 0.2), scale: course(0.3, 1.4), ...turning }
const grade = { ...neutralGrade, exposure: 0.4, saturation: -0.5, vignette: 0.6 }
const changing: Keys = { exposure: course(-0.5, 0.5), temperature: course(0, 0.5) }

describe.each(spread<[string, Partial<RenderPicture>]>([
  ['is placed, turned and cropped', { look: placed }],
  ['moves, grows, turns and is cropped by keys', { keys }],
  ['fades in and out at its place', { look: placed, fadeIn: 3, fadeOut: 2 }],
  ['has one grade for all its layers', { grade }],
  ['has a grade that changes, at a place', { look: placed, grade, keys: changing }],
], 3))('a nested sequence %s', (_, has) => {
  it('as one picture would, what is clear in it, too', async () => {
    const { small, whole } = await halfClear()
    const below = await still(one)
    expectAlike(await framesOf([below, ...apart([small], has)], [below, { ...whole, ...has }]))
  })

  it('as one picture would, in another one as well', async () => {
    const below = await still(one)
    const inside = await still(two)
    // What the inner one is cropped by, or has around it, stays clear.
    const flat = apart([{ ...inside, ...has }], { look: placed })
    expectAlike(await framesOf([below, ...apart(apart([inside], has), { look: placed })], [below, ...flat]))
  })
})

it('hides nothing outside of it, and what hides its own layers hides only those', async () => {
  const [below, hidden, inside] = [await still(one), await still(one), await still(two)]
  expectAlike(await framesOf([below, ...apart([hidden, inside], { look: placed })], [below, { ...inside, look: placed }]))
})

it('keeps to itself what its adjustments and groups change', async () => {
  const [below, inside] = [await still(one), await still(two, { look: { ...plainLook, scale: 0.5 } })]
  const adjustment: RenderPicture = { ...plain, look: { ...plainLook, opacity: 0.7 }, file: null, isAdjustment: true, grade }
  // Its corners are those of the canvas.
  const { vignette: _, ...colours } = grade
  const alone = { ...adjustment, grade: { ...colours, vignette: 0 } }
  const within = (...layers: RenderPicture[]): RenderPicture[] => [below, ...apart(layers, { look: placed })]
  const edges: RenderPicture = { ...plain, look: plainLook, file: null, isAdjustment: true }
  const half = { look: { ...plainLook, opacity: 0.5 } }
  const grouped = [{ ...edges, group: 'begins' as const }, inside, { ...edges, ...half, group: 'ends' as const }]
  const halfSeen = { ...inside, look: { ...inside.look, opacity: 0.5 } }
  const films = [within(inside, adjustment), within(inside, alone), [below], within(...grouped), within(halfSeen)]
  const [shown, plainly, bare, ...alike] = await framesOf(...films)
  expect(shown).toHaveLength(frames)
  for (const [frame, raster] of shown!.entries()) {
    for (const at of [0, 3 * (width - 1), 3 * (width * (height - 1))])
      expect(Math.abs(raster.pixels[at]! - bare![frame]!.pixels[at]!)).toBeLessThan(4)
  }
  expect(ssim(plainly![0]!, bare![0]!)).toBeLessThan(0.98)
  expectAlike(alike)
})

it('draws its titles where it is, and turns them with it', async () => {
  const title = { text: 'HHH', style: { ...titleStyle, size: 0.4, colour: '#ffffff' } }
  const words: RenderPicture = { ...plain, look: plainLook, file: null, title }
  const [below, ground] = [await still(one), await still(rasterOf(width, height, () => [20, 60, 90]))]
  const look = { ...plainLook, x: 0.25, scale: 0.5, rotation: 90 }
  const [shown, bare] = await framesOf([below, ...apart([ground, words], { look })], [below, ...apart([ground], { look })])
  const changed = (from: number, until: number): number => {
    let count = 0
    for (let y = 0; y < height; y++) {
      for (let x = from; x < until; x++)
        count += Math.abs(shown![2]!.pixels[(y * width + x) * 3]! - bare![2]!.pixels[(y * width + x) * 3]!) > 60 ? 1 : 0
    }
    return count
  }
  expect(changed(0, 100)).toBe(0)
  expect(changed(100, width)).toBeGreaterThan(20)
})

it('of another shape is fitted as a picture of that shape, with its titles', async () => {
  const canvas = { width: 90, height: 160 }
  const upright = grid(90, 160, 18)
  const [below, inside] = [await still(one), await still(upright)]
  for (const fit of ['contain', 'cover'] as const) {
    const look = { ...plainLook, fit, x: 0.2, rotation: 10 }
    const group = (within: readonly RenderPicture[]): RenderPicture[] => apart(within, { look }).map(each =>
      each.group ? { ...each, canvas } : each)
    const words: RenderPicture = { ...plain, look: plainLook, file: null, title: { text: 'HHH', style: { ...titleStyle, size: 0.2 } } }
    const [bare, picture, written] = await framesOf(...[group([inside]), [{ ...inside, look }], group([inside, words])].map(above =>
      [below, ...above]))
    expectAlike([bare!, picture!])
    expect(ssim(written![0]!, bare![0]!)).toBeLessThan(0.995)
  }
})

it('of another shape is over its own blurred copy, which fades and is graded with it, as a picture is', async () => {
  const canvas = { width: 90, height: 160 }
  const backdrop = { blur: 0.04, darkness: 0.3 }
  const [below, inside] = [await still(one), await still(grid(90, 160, 18))]
  const looks = [{ ...plainLook, x: 0.2, rotation: 10 }, { ...plainLook, x: 3 }]
  for (const has of [{}, { fadeOut: 4, look: looks[0]! }, { grade, keys: changing }, { look: looks[1]! }]) {
    const group = apart([inside], { ...has, backdrop }).map(each => each.group ? { ...each, canvas } : each)
    const picture = { ...inside, ...has }
    expectAlike(await framesOf([below, ...group], [below, { ...fillingFrame(picture), behind: backdrop }, picture]))
  }
})

it('in a film that one can see through or of high dynamic range, is as clear and as bright as a picture', async () => {
  const { small, whole } = await halfClear()
  const { video } = silentEncoding({ width, height })
  const forms: Encoding[] = [
    { format: 'mov', video: { ...video!, codec: 'prores4444', hasAlpha: true, quality: 'high' }, audio: null },
    { format: 'mp4', video: { ...video!, codec: 'hevc', bits: 10, light: 'hlg', quality: 'high' }, audio: null },
  ]
  for (const encoding of forms) {
    const pixels = async (pictures: readonly RenderPicture[]): Promise<number[]> => {
      const { path } = await render(planOf(pictures, encoding), kit)
      const read = ['-vf', 'format=yuva444p16le,scale=48:27:flags=area', '-frames:v', '1']
      const { stdout } = await kit.ffmpeg.run(['-i', path, ...read, '-f', 'rawvideo', '-pix_fmt', 'yuva444p16le', '-'])
      return Array.from({ length: stdout.length / 2 }, (_, at) => stdout.readUInt16LE(at * 2))
    }
    const [is = [], wanted = []] = await Promise.all([apart([small], { look: placed }), [{ ...whole, look: placed }]].map(pixels))
    expect(is.length).toBe(48 * 27 * 4)
    expect(Math.max(...is.map((value, at) => Math.abs(value - wanted[at]!)))).toBeLessThan(0.03 * 65_536)
  }
})

it('is drawn as its layers where its keys and transitions change nothing, unless something of it may change only itself', async () => {
  const [below, inside] = [await still(one), await still(two)]
  const adjustment: RenderPicture = { ...plain, look: plainLook, file: null, isAdjustment: true, grade }
  const has = { crossIn: 2, transition: { kind: 'wipe', direction: 'left', softness: 0 } } as const
  const seenIn = async (pictures: readonly RenderPicture[]): Promise<number[]> =>
    segmentsOf(planOf(pictures), await pictureFacts(planOf(pictures), kit.ffmpeg)).map(({ layers }) => layers.length)
  expect(await seenIn([below, ...apart([inside], has)])).toEqual([4, 1])
  expect(await seenIn([below, ...apart([inside, adjustment], has)])).toEqual([5, 5])
  expect(await seenIn([below, ...apart([inside], { ...has, look: placed })])).toEqual([4, 4])
  expect(await seenIn([below, ...apart([inside], { grade })])).toEqual([4])
})

it('gives ffmpeg nothing more to do in films without one', async () => {
  const edges: RenderPicture = { ...plain, look: plainLook, file: null, isAdjustment: true }
  const half = { look: { ...plainLook, opacity: 0.5 } }
  const inside = [await still(two, half), { ...edges, grade: { ...neutralGrade, exposure: 0.4 } }]
  const plan = planOf([await still(one), { ...edges, group: 'begins' }, ...inside, { ...edges, ...half, group: 'ends' }])
  const [segment] = segmentsOf(plan, await pictureFacts(plan, kit.ffmpeg))
  const encoder = { name: 'libx264', quality: 'high' } as const
  const job = { plan, segment: segment!, folder: kit.file('.'), name: 'other', encoder, threads: 1, burnsCaptions: false }
  const { drawing: { input, graph } } = await drawDeep(job, { ffmpeg: kit.ffmpeg, signal: new AbortController().signal })
  expect(input.filter(arg => arg === '-i')).toHaveLength(4)
  expect(graph.split(';').map(chain => [...chain.matchAll(/\[[\w:]+\]/g)].join(''))).toEqual([
    '[0:v][base0]',
    ...['[1:v][layer0]', '[layer0][layer0c][layer0m]', '[layer0c][layer0colour]', '[layer0m][layer0mask]'],
    ...['[base0][layer0colour][layer0mask][base1]', '[base1][base2][held1]'],
    ...['[2:v][layer2]', '[layer2][layer2c][layer2m]', '[layer2c][layer2colour]', '[layer2m][layer2mask]'],
    ...['[base2][layer2colour][layer2mask][base3]', '[base3][base4]', '[3:v][base5mask]', '[held1][base4][base5mask][base5]', '[base5]'],
  ])
})
