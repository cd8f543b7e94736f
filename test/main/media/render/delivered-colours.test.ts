/**
 * A delivered film shows the colours of its sources, however these are stored: decoded, both have the same RGB.
 *
 * @module-tag wide
 */
import type { MediaKit } from '../../../kit/media.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { render } from '../../../kit/every-preset.ts'
import { openMediaKit } from '../../../kit/media.ts'
import { fromSingle, silentEncoding } from '../../../kit/plain-plan.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

interface Source {
  readonly name: string
  readonly size: readonly [width: number, height: number]
  /** How its pixels are stored, and so how ffmpeg is told to read them. */
  readonly matrix: 'bt601' | 'bt709' | 'bt2020'
  readonly range?: 'tv' | 'pc'
  /** What the file says of it. */
  readonly tags: readonly string[]
}

const small = [192, 108] as const
const tall = [192, 720] as const
const bt709 = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv']
const inStream = (tags: string): string[] => ['-x264-params', tags]
const sources: readonly Source[] = [
  { name: 'tagged BT.709.mp4', size: small, matrix: 'bt709', tags: bt709 },
  { name: 'in the stream alone.mp4', size: small, matrix: 'bt709', tags: inStream('colormatrix=bt709:colorprim=bt709:transfer=bt709') },
  { name: 'tagged BT.709.mkv', size: small, matrix: 'bt709', tags: bt709 },
  { name: 'untagged.mp4', size: small, matrix: 'bt601', tags: [] },
  { name: 'untagged, tall.mp4', size: tall, matrix: 'bt709', tags: [] },
  { name: 'without a matrix, tall.mp4', size: tall, matrix: 'bt709', tags: ['-color_primaries', 'bt709', '-color_trc', 'bt709'] },
  { name: 'without a matrix, tall.avi', size: tall, matrix: 'bt709', tags: inStream('colorprim=bt709:transfer=bt709') },
  { name: 'tagged BT.601, tall.mp4', size: tall, matrix: 'bt601', tags: ['-colorspace', 'smpte170m'] },
  { name: 'BT.709 of full range.mp4', size: small, matrix: 'bt709', range: 'pc', tags: [...bt709.slice(0, -1), 'pc'] },
  { name: 'full range alone.mp4', size: small, matrix: 'bt601', range: 'pc', tags: ['-color_range', 'pc'] },
  { name: 'BT.2020 matrix.mp4', size: small, matrix: 'bt2020', tags: ['-colorspace', 'bt2020nc'] },
]

/** Six strong colours side by side, in two frames without loss. */
const colours = ['0x20A040', '0xC03020', '0x2040C0', '0xD0C020', '0x18B0C0', '0x808080']
const bars = colours.flatMap((colour, at) => at === 0 ? [] : [`drawbox=x=iw*${at}/6:w=iw/6:h=ih:color=${colour}:t=fill`])

async function makeAll(): Promise<string[]> {
  const graph = sources.map(({ size: [width, height], matrix, range = 'tv' }, at) => {
    const drawn = [`color=${colours[0]}:s=${width}x${height}:r=25,format=gbrp`, ...bars].join(',')
    return `${drawn},scale=out_color_matrix=${matrix}:out_range=${range},format=yuv420p[v${at}]`
  })
  await kit.ffmpeg.run(['-y', '-filter_complex', graph.join(';'), ...sources.flatMap(({ name, tags }, at) =>
    ['-map', `[v${at}]`, '-frames:v', '2', '-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '0', ...tags, kit.file(name)])])
  return sources.map(({ name }) => kit.file(name))
}

/** The middle of each bar in each frame of the film, as RGB. */
async function barsOf(args: readonly string[], filters: string): Promise<number[][]> {
  const { stdout } = await kit.ffmpeg.run([
    ...[...args, '-map', '0:v:0', '-vf', `${filters},crop=iw:2:0:ih/2,scale=${6 * 8}:1:flags=area,format=rgb24`],
    ...['-fps_mode', 'passthrough', '-f', 'rawvideo', '-'],
  ])
  return Array.from({ length: stdout.length / (48 * 3) }, (_, frame) =>
    colours.flatMap((_colour, bar) => [...stdout.subarray((frame * 48 + bar * 8 + 4) * 3, (frame * 48 + bar * 8 + 5) * 3)]))
}

it('shots of every matrix and range have the RGB that ffmpeg converts them to, drawn alone and in a composition', async () => {
  const paths = await makeAll()
  const plain = fromSingle(paths.map((path, at) =>
    ({ path, medium: 'video', startFrame: at * 2, frames: 2, inFrame: 0, fit: 'cover', pushIn: null })))
  const clear = plain.pictures.map(picture => ({ ...picture, look: { ...picture.look, opacity: 0.999 } }))
  const shifted = paths.length * 2
  const encoding = silentEncoding({ width: 192, height: 108 })
  const { path } = await render({
    ...{ width: 192, height: 108, rate: { numerator: 25, denominator: 1 }, durationFrames: 2 * shifted, background: '#000000', sounds: [] },
    pictures: [...plain.pictures, ...clear.map(picture => ({ ...picture, start: picture.start + shifted }))],
    stretches: [
      ...plain.stretches,
      ...plain.stretches.map(({ startFrame, frames }, at) => ({ startFrame: startFrame + shifted, frames, layers: [paths.length + at] })),
    ],
    captions: { mode: 'none', assPath: null, fontsDir: null, tracks: [] },
    ...{ encoding: { ...encoding, video: { ...encoding.video!, quality: 'high' } }, loudness: null, chapters: [], metadata: {} },
  }, kit)
  // The film is decoded by what it says of itself.
  const shown = await barsOf(['-i', path], 'scale')
  expect(shown).toHaveLength(2 * shifted)
  const wanted = await Promise.all(sources.map(async ({ matrix, range = 'tv' }, at) =>
    (await barsOf(['-i', paths[at]!], `scale=in_color_matrix=${matrix}:in_range=${range},format=gbrp`))[0]!))
  const far = (frame: number, at: number): number => Math.max(...wanted[at]!.map((value, each) => Math.abs(value - shown[frame]![each]!)))
  const framesOf = (at: number): number[] => [2 * at, 2 * at + 1, shifted + 2 * at, shifted + 2 * at + 1]
  expect(sources.map(({ name }, at) => [name, ...framesOf(at).map(frame => far(frame, at) < 8)]))
    .toEqual(sources.map(({ name }) => [name, true, true, true, true]))
})
