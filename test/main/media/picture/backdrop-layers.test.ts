/**
 * A picture in a frame of another shape is delivered over its blurred copy, by the arithmetic of the preview.
 *
 * @module-tag all
 */
import type { Backdrop } from '#contract/backdrop.ts'
import type { RenderPicture } from '../../../../src-main/media/plan/render-plan.ts'
import type { MediaKit } from '../../../kit/media.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { neutralGrade } from '#rules/colour/grade.ts'
import { backdropSize, blurPixels } from '#rules/sequence/backdrop.ts'
import { plainLook } from '#rules/sequence/new-tracks.ts'
import { render } from '../../../kit/every-preset.ts'
import { openMediaKit } from '../../../kit/media.ts'
import { silentEncoding } from '../../../kit/plain-plan.ts'
import { byScene, oneAfterAnother } from '../../../kit/scenes.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

const frame = { width: 180, height: 320 }
const source = { width: 320, height: 180 }
const rate = { numerator: 25, denominator: 1 }

function pictures(path: string, medium: 'picture' | 'video', behind: Backdrop, has: Partial<RenderPicture> = {}): RenderPicture[] {
  const own: RenderPicture = {
    ...{ file: { path, medium }, start: 0, length: 5, in: 0, sourceLength: medium === 'video' ? 5 : null, speed: 100 },
    ...{ fadeIn: 0, fadeOut: 0, crossIn: 0, title: null, look: plainLook, ...has },
  }
  return [{ ...own, look: { ...plainLook, fit: 'cover' }, behind }, own]
}

/** RGB of each frame of each scene; all are rendered as one film. */
async function framesOf(scenes: readonly (readonly RenderPicture[])[]): Promise<Uint8Array[][]> {
  const encoding = silentEncoding(frame)
  const all = scenes.map(each => ({ pictures: each, frames: 5 }))
  const plan = {
    ...{ ...frame, rate, background: '#00ff00', sounds: [], ...oneAfterAnother(all) },
    captions: { mode: 'none' as const, assPath: null, fontsDir: null, tracks: [] },
    ...{ loudness: null, chapters: [], metadata: {}, encoding: { ...encoding, video: { ...encoding.video!, quality: 'high' as const } } },
  }
  const { path } = await render(plan, kit)
  const { stdout } = await kit.ffmpeg.run([
    ...['-i', path, '-vf', 'scale=in_color_matrix=bt709:in_range=tv', '-fps_mode', 'passthrough'],
    ...['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'],
  ])
  const bytes = frame.width * frame.height * 3
  expect(stdout).toHaveLength(plan.durationFrames * bytes)
  return byScene(Array.from({ length: plan.durationFrames }, (_, at) => stdout.subarray(at * bytes, (at + 1) * bytes)), all)
}

/** Of the whole picture, by `blurPixels`. */
async function blurredBy(path: string, backdrop: Backdrop): Promise<(x: number, y: number) => readonly number[]> {
  const small = backdropSize(source)
  const { stdout } = await kit.ffmpeg.run([
    ...['-i', path, '-vf', `scale=${small.width}:${small.height}:flags=area`, '-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'rgba', '-'],
  ])
  const pixels = new Uint8ClampedArray(stdout)
  blurPixels(pixels, small, backdrop)
  // The frame shows the middle of it, as high as the frame.
  const scale = small.height / frame.height
  return (x, y) => {
    const [across, down] = [Math.floor((x - frame.width / 2) * scale + small.width / 2), Math.floor(y * scale)]
    return [...pixels.subarray((down * small.width + across) * 4, (down * small.width + across) * 4 + 3)]
  }
}

const colours = [
  'gradients=s=320x180:c0=0x103080:c1=0xe0a030:x0=0:y0=0:x1=320:y1=180:nb_colors=2:r=25',
  'drawbox=x=120:y=60:w=60:h=60:c=0xd02020:t=fill',
].join(',')
const places = [[20, 20], [90, 60], [160, 90], [90, 240], [30, 300], [150, 280]] as const

it.each([['a still', 'picture'], ['a shot', 'video']] as const)('%s has its blurred copy above and below it, darker as asked for', async (_, medium) => {
  const still = await kit.make('colours.png', ['-f', 'lavfi', '-i', colours, '-frames:v', '1', '-pix_fmt', 'rgb24', '-update', '1'])
  const path = medium === 'picture'
    ? still
    : await kit.make('colours.mp4', [
        ...['-loop', '1', '-r', '25', '-i', still, '-frames:v', '5', '-vf', 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p'],
        ...['-c:v', 'libx264', '-qp', '2', '-colorspace', 'bt709', '-color_primaries', 'bt709'],
        ...['-color_trc', 'bt709', '-color_range', 'tv'],
      ])
  const backdrops = [{ blur: 0.04, darkness: 0.3 }, { blur: 0.1, darkness: 0 }]
  const scenes = await framesOf(backdrops.map(backdrop => pictures(path, medium, backdrop)))
  for (const [of, backdrop] of backdrops.entries()) {
    const drawn = scenes[of]![3]!
    const wanted = await blurredBy(still, backdrop)
    for (const [x, y] of places) {
      const found = [...drawn.subarray((y * frame.width + x) * 3, (y * frame.width + x) * 3 + 3)]
      wanted(x, y).forEach((value, channel) => expect(Math.abs(found[channel]! - value), `${x}, ${y}`).toBeLessThanOrEqual(8))
    }
    // In the middle is the picture itself.
    const middle = (160 * frame.width + 84) * 3
    expect(Math.abs(drawn[middle]! - 0xD0)).toBeLessThanOrEqual(12)
  }
})

it('fades with its picture, backwards, too', async () => {
  const still = await kit.make('fading.png', ['-f', 'lavfi', '-i', colours, '-frames:v', '1', '-pix_fmt', 'rgb24', '-update', '1'])
  const path = await kit.make('fading.mp4', [
    ...['-loop', '1', '-r', '25', '-i', still, '-frames:v', '5', '-c:v', 'libx264', '-qp', '2', '-pix_fmt', 'yuv420p'],
  ])
  const ways = [{ fadeIn: 4 }, { fadeIn: 4, isReversed: true as const }]
  for (const frames of await framesOf(ways.map(has => pictures(path, 'video', { blur: 0.04, darkness: 0 }, has)))) {
    const [first, last] = [frames[0]!, frames[4]!]
    const at = (20 * frame.width + 90) * 3
    // Nothing of it over the green background, then all of it.
    expect([...first.subarray(at, at + 3)].map(value => Math.round(value / 64))).toEqual([0, 4, 0])
    expect(last[at + 1]).toBeLessThan(200)
  }
})

it('has the frames of its picture, graded, too', async () => {
  // Its brightness says its frame.
  const path = await kit.make('counted.mp4', [
    ...['-f', 'lavfi', '-i', 'color=black:s=64x64:r=25:d=1,format=gray,geq=lum=60+N*8,format=yuv420p'],
    ...['-c:v', 'libx264', '-qp', '4', '-color_range', 'tv', '-colorspace', 'bt709'],
  ])
  const backdrop = { blur: 0.05, darkness: 0 }
  const grades = [undefined, { ...neutralGrade, saturation: 0.2 }, { ...neutralGrade, vignette: 0.5, vignetteStart: 0.9 }]
  const ways = [{}, { fadeIn: 2 }, { speed: 200 }]
  const all = grades.flatMap(grade => ways.map(has => ({ in: 3, sourceLength: 20, ...has, ...grade && { grade } })))
  const scenes = await framesOf(all.map(has => pictures(path, 'video', backdrop, has)))
  for (const [of, has] of all.entries()) {
    const step = 'speed' in has ? 2 : 1
    for (const at of [2, 4]) {
      const drawn = scenes[of]![at]!
      // Of video range, in full range. A frame is nine of them.
      const wanted = (60 + (3 + at * step) * 8 - 16) * 255 / 219
      const [top, middle] = [20, 160].map(y => drawn[(y * frame.width + 90) * 3 + 1]!)
      expect(Math.abs(middle! - wanted)).toBeLessThan(8)
      expect(Math.abs(top! - middle!)).toBeLessThan(4)
    }
  }
})

it.each(['picture', 'video'] as const)('of a %s whose colours change is in each frame as that of the same grade in all frames', async (medium) => {
  const still = await kit.make('changing.png', ['-f', 'lavfi', '-i', colours, '-frames:v', '1', '-pix_fmt', 'rgb24', '-update', '1'])
  const path = medium === 'picture'
    ? still
    : await kit.make('changing.mp4', [
        ...['-loop', '1', '-r', '25', '-i', still, '-frames:v', '5', '-vf', 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p'],
        ...['-c:v', 'libx264', '-qp', '4', '-colorspace', 'bt709', '-color_range', 'tv'],
      ])
  const backdrop = { blur: 0.06, darkness: 0.3 }
  const exposure = [{ at: 0, value: -1, easing: 'linear' as const }, { at: 400, value: 1, easing: 'linear' as const }]
  const grade = { ...neutralGrade, vignette: 0.4 }
  const places = [0, 1, 3]
  const [course, ...steadily] = await framesOf([
    pictures(path, medium, backdrop, { grade, keys: { exposure } }),
    ...places.map(at => pictures(path, medium, backdrop, { grade: { ...grade, exposure: -1 + at / 2 } })),
  ])
  for (const [of, at] of places.entries()) {
    const [changing, steady] = [course![at]!, steadily[of]![at]!]
    const mean = changing.reduce((sum, value, place) => sum + Math.abs(value - steady[place]!), 0) / changing.length
    // Each is encoded after other frames.
    expect(mean, `frame ${at}`).toBeLessThan(1.5)
  }
})
