/**
 * One path of colour: sixteen patches, stored in every way, are the same in the film, drawn alone and faded, in the poster and in the
 * preview.
 *
 * @module-tag all
 */
import type { RenderPicture } from '../../../../src-main/media/plan/render-plan.ts'
import type { Curve, Made, Space } from '../../../kit/colours/patches.ts'
import type { MediaKit } from '../../../kit/media.ts'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { takeStill } from '../../../../src-main/media/picture/still.ts'
import { makePoster } from '../../../../src-main/media/preview/poster.ts'
import { isFitForPreview, makePreviewPicture } from '../../../../src-main/media/preview/preview-picture.ts'
import { makeShotRenditions, shotFiles } from '../../../../src-main/media/preview/proxy.ts'
import { pictureColours } from '../../../../src-main/media/probe/picture-colours.ts'
import { probe } from '../../../../src-main/media/probe/probe.ts'
import {
  farthest,
  makeFilm,
  patches,
  patchesIn,
  patchesSize,
  printerProfile,
  profileOf,
  rawPatches,
  wantedOf,
  withJpegProfile,
  withPngChunk,
  withPngProfile,
  withTiffTag,
  withWebpParts,
} from '../../../kit/colours/patches.ts'
import { render } from '../../../kit/every-preset.ts'
import { spread } from '../../../kit/how-long.ts'
import { openMediaKit } from '../../../kit/media.ts'
import { fromSingle, silentEncoding } from '../../../kit/plain-plan.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

/** Of 255. To store colours in eight bits of YUV is 1.7 off by itself. */
const most = 2
/** Where it is moved or turned while it fades: RGB of eight bits is drawn and merged before it comes into YUV. */
const mostMoved = 2.4

type Case = readonly [name: string, make: (name: string) => Promise<Made>]

const making = new Map<string, Promise<Made>>()
/** One file for all tests of a case. */
function madeOf([name, make]: Case): Promise<Made> {
  const made = making.get(name) ?? make(name)
  making.set(name, made)
  return made
}

/** Encodes raw patches, then changes the bytes of the file. */
function still(args: readonly string[], change: (file: Buffer) => Buffer = file => file, space: Space = 'bt709', curve: Curve = 'srgb') {
  return async (name: string): Promise<Made> => {
    const path = await kit.make(name, [...await rawPatches(kit, `${name}.raw`, space, curve), '-frames:v', '1', ...args])
    await writeFile(path, change(await readFile(path)))
    return { path, wanted: await wantedOf(kit, path, space, curve) }
  }
}

const exact = 'flags=bicubic+accurate_rnd+full_chroma_int'
const png = ['-pix_fmt', 'rgb24', '-c:v', 'png', '-update', '1']
const in601 = (range: string, form: string) => ['-vf', `format=gbrp,scale=out_color_matrix=bt601:out_range=${range}:${exact},format=${form}`]
const jpeg = (form: string) => [...in601('pc', form), '-q:v', '1', '-c:v', 'mjpeg', '-update', '1']
const lossless = ['-pix_fmt', 'bgra', '-c:v', 'libwebp', '-lossless', '1', '-update', '1']
const lossy = [...in601('tv', 'yuv420p'), '-c:v', 'libwebp', '-quality', '100', '-update', '1']
const tiff = ['-pix_fmt', 'rgb24', '-c:v', 'tiff', '-update', '1']
function avif(matrix: string, primaries: string, range: 'tv' | 'pc') {
  return [
    ...['-vf', `format=gbrp,scale=out_color_matrix=${matrix === 'bt709' ? 'bt709' : 'bt601'}:out_range=${range}:${exact},format=yuv444p,setparams=range=${range}`],
    ...['-c:v', 'libaom-av1', '-still-picture', '1', '-crf', '0', '-cpu-used', '8', '-color_range', range, '-f', 'avif'],
    ...['-color_primaries', primaries, '-color_trc', 'iec61966-2-1', '-colorspace', matrix],
  ]
}
const part = (space: 'p3' | 'adobe', curve: 'srgb' | number) => [['ICCP', profileOf(space, curve)]] as const
const adobe = 563 / 256

const stills: readonly Case[] = [
  ['plain.png', still(png)],
  ['plain 444.jpg', still(jpeg('yuvj444p'))],
  ['plain 420.jpg', still(jpeg('yuvj420p'))],
  ['lossless.webp', still(lossless)],
  ['lossy.webp', still(lossy)],
  ['plain.tiff', still(tiff)],
  ['601.avif', still(avif('smpte170m', 'bt709', 'tv'))],
  ['709 full.avif', still(avif('bt709', 'bt709', 'pc'))],
  ['P3 by name.avif', still(avif('smpte170m', 'smpte432', 'pc'), undefined, 'p3')],
  ['sRGB.png', still(png, file => withPngProfile(file, profileOf('bt709', 'srgb')))],
  ['sRGB in a table.png', still(png, file => withPngProfile(file, profileOf('bt709', 'srgb', 'table')))],
  ['P3.png', still(png, file => withPngProfile(file, profileOf('p3', 'srgb')), 'p3')],
  ['P3.jpg', still(jpeg('yuvj444p'), file => withJpegProfile(file, profileOf('p3', 'srgb')), 'p3')],
  ['P3.webp', still(lossless, file => withWebpParts(file, part('p3', 'srgb'), patchesSize), 'p3')],
  ['P3.tiff', still(tiff, file => withTiffTag(file, 34_675, 7, profileOf('p3', 'srgb')), 'p3')],
  ['P3 by name.png', still(png, file => withPngChunk(file, 'cICP', Buffer.from([12, 13, 0, 1])), 'p3')],
  ['Adobe.png', still(png, file => withPngProfile(file, profileOf('adobe', adobe)), 'adobe', adobe)],
  ['Adobe in a table.jpg', still(jpeg('yuvj444p'), file => withJpegProfile(file, profileOf('adobe', adobe, 'table')), 'adobe', adobe)],
  ['Adobe.webp', still(lossless, file => withWebpParts(file, part('adobe', adobe), patchesSize), 'adobe', adobe)],
  ['gamma 1.8.png', still(png, file => withPngProfile(file, profileOf('bt709', 1.8)), 'bt709', 1.8)],
  ['gamma by number.png', still(png, file => withPngChunk(file, 'gAMA', Buffer.from('0000d903', 'hex')), 'bt709', 1.8)],
]

const ntsc = ['smpte170m', 'smpte170m', 'smpte170m'] as const
const hd = ['bt709', 'bt709', 'bt709'] as const
const uhd = ['bt2020', 'bt2020-10', 'bt2020nc'] as const
function film(form: Parameters<typeof makeFilm>[2]) {
  return [(name: string) => makeFilm(kit, name, form)] as const
}
const films: readonly Case[] = [
  ['untagged SD.mp4', ...film({ space: 'bt709', matrix: 'bt601', isFull: false, pixels: 'yuv420p', tags: null })],
  ['NTSC.mp4', ...film({ space: 'ntsc', matrix: 'bt601', isFull: false, pixels: 'yuv420p', tags: ntsc })],
  ['NTSC full 444.mp4', ...film({ space: 'ntsc', matrix: 'bt601', isFull: true, pixels: 'yuv444p', tags: ntsc })],
  ['PAL.mp4', ...film({ space: 'pal', matrix: 'bt601', isFull: false, pixels: 'yuv422p', tags: ['bt470bg', 'smpte170m', 'bt470bg'] })],
  ['709.mp4', ...film({ space: 'bt709', matrix: 'bt709', isFull: false, pixels: 'yuv420p', tags: hd })],
  ['709 full.mp4', ...film({ space: 'bt709', matrix: 'bt709', isFull: true, pixels: 'yuv420p', tags: hd })],
  ['709 full 444.mp4', ...film({ space: 'bt709', matrix: 'bt709', isFull: true, pixels: 'yuv444p', tags: hd })],
  ['709 deep.mp4', ...film({ space: 'bt709', matrix: 'bt709', isFull: false, pixels: 'yuv422p10le', tags: hd })],
  ['2020.mp4', ...film({ space: 'bt2020', matrix: 'bt2020', isFull: false, pixels: 'yuv420p10le', tags: uhd })],
  ['2020.mkv', ...film({ space: 'bt2020', matrix: 'bt2020', isFull: true, pixels: 'yuv422p10le', tags: uhd })],
  ['P3.mp4', ...film({ space: 'p3', matrix: 'bt709', isFull: false, pixels: 'yuv420p10le', tags: ['smpte432', 'bt709', 'bt709'] })],
  ['P3.mov', ...film({ space: 'p3', matrix: 'bt709', isFull: false, pixels: 'yuv444p', tags: ['smpte432', 'bt709', 'bt709'] })],
]

/** Made by zscale, where ffmpeg has it, and to be shown as zscale brings it back to BT.709. */
function byZscale(space: string, form: string, video: readonly string[]) {
  return async (name: string): Promise<Made> => {
    const wide = `format=gbrp,zscale=min=gbr:pin=709:tin=709:${space},format=${form}`
    const path = await kit.make(name, [...await rawPatches(kit, `${name}.raw`), '-frames:v', '1', '-vf', wide, ...video])
    const back = 'zscale=m=gbr:p=709:t=709:r=full,format=gbrp,scale=4:4:flags=neighbor,format=rgb24'
    const { stdout } = await kit.ffmpeg.run(['-i', path, '-vf', back, '-f', 'rawvideo', '-'])
    return { path, wanted: patches.map((_patch, at) => [...stdout.subarray(at * 3, at * 3 + 3)]) }
  }
}
const x265 = ['-c:v', 'libx265', '-x265-params', 'lossless=1:log-level=error']
const others: readonly Case[] = [
  ['2020 by zscale.mp4', byZscale('m=2020_ncl:p=2020:t=2020_10:r=limited', 'yuv444p10le', [
    ...[...x265, '-color_primaries', 'bt2020', '-color_trc', 'bt2020-10', '-colorspace', 'bt2020nc'],
  ])],
  ['P3 by zscale.mp4', byZscale('m=709:p=smpte432:t=709:r=limited', 'yuv444p10le', [
    ...[...x265, '-color_primaries', 'smpte432', '-color_trc', 'bt709', '-colorspace', 'bt709'],
  ])],
]

const filmSize = 192
/** Frames of a fade, and those that are drawn alone after it. */
const [fade, after] = [8, 2]
const shares = Array.from({ length: fade }, (_, frame) => frame / fade)

interface Shown {
  readonly background?: string
  /** Of the frame, at least as large as the patches, which are in its middle. */
  readonly width?: number
  readonly look?: Partial<RenderPicture['look']>
  /** It covers the frame. */
  readonly below?: NonNullable<RenderPicture['file']>
  /** Nothing after the fade. */
  readonly isFadeAlone?: boolean
}

/** Of each source: while it fades in, then alone. The middle of each frame, as large as `filmSize`. */
async function framesOf(
  paths: readonly (readonly [string, 'picture' | 'video'])[],
  names: readonly string[],
  { background = '#000000', width = filmSize, look = {}, below, isFadeAlone = false }: Shown = {},
): Promise<Uint8Array[][]> {
  const length = isFadeAlone ? fade : fade + after
  const plan = fromSingle(paths.map(([path, medium], at) =>
    ({ path, medium, startFrame: at * length, frames: length, inFrame: 0, fit: width === filmSize ? 'cover' : 'contain', pushIn: null })))
  const encoding = silentEncoding({ width, height: filmSize })
  const pictures = plan.pictures.map(picture => ({ ...picture, fadeIn: fade, look: { ...picture.look, ...look } }))
  const [first] = pictures
  const whole = below === undefined || !first
    ? []
    : [{
        ...{ ...first, file: below, in: 0, sourceLength: null, length: paths.length * length, fadeIn: 0 },
        look: { ...first.look, fit: 'cover' as const },
      }]
  const { path } = await render({
    ...{ width, height: filmSize, rate: { numerator: 25, denominator: 1 }, durationFrames: paths.length * length },
    ...{ background, sounds: [], pictures: [...pictures, ...whole] },
    stretches: plan.stretches.map(stretch => ({ ...stretch, layers: [...whole.map(() => pictures.length), ...stretch.layers] })),
    captions: { mode: 'none', assPath: null, fontsDir: null, tracks: [] },
    ...{ encoding: { ...encoding, video: { ...encoding.video!, quality: 'high' } }, loudness: null, chapters: [], metadata: {} },
  }, kit)
  const middle = ['-vf', `crop=${filmSize}:${filmSize}`, '-fps_mode', 'passthrough']
  const { stdout } = await kit.ffmpeg.run(['-i', path, ...middle, '-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-'])
  const bytes = filmSize ** 2 * 3 / 2
  expect(stdout.length, names.join()).toBe(paths.length * length * bytes)
  return paths.map((_, of) =>
    Array.from({ length }, (__, at) => stdout.subarray((of * length + at) * bytes, (of * length + at + 1) * bytes)))
}

const rounded = (value: number): number => Math.round(value * 10) / 10

/** Of all frames of its fade, how far it is at most from the mixture of itself and what is below. */
function farthestFading(
  frames: readonly Uint8Array[],
  { wanted }: Made,
  below: readonly (readonly number[])[] = [[0, 0, 0]],
): number {
  return rounded(Math.max(...shares.map((share, frame) => {
    const mixed = wanted.map((colour, patch) => {
      const under = below[patch % below.length]!
      return colour.map((value, channel) => under[channel]! + (value - under[channel]!) * share)
    })
    return farthest(patchesIn(frames[frame]!, filmSize), mixed)
  })))
}

const inCodes = (colours: readonly (readonly number[])[]): number[][] => colours.map(colour => colour.map(Math.round))

describe.each([['stills', stills, 'picture'], ['films', films, 'video']] as const)('of %s', (_, all, medium) => {
  it('a film has the right colours, and none jumps where a fade is over', async () => {
    const cases = medium === 'video' && kit.ffmpeg.filters.has('zscale') ? [...all, ...others] : all
    const made = await Promise.all(cases.map(madeOf))
    const frames = await framesOf(made.map(({ path }) => [path, medium] as const), cases.map(([name]) => name))
    const found = cases.map(([name], at) => {
      const alone = patchesIn(frames[at]![fade + 1]!, filmSize)
      return [name, rounded(farthest(alone, made[at]!.wanted)), farthestFading(frames[at]!, made[at]!)] as const
    })
    expect(found.filter(([, alone, fading]) => alone > most || fading > most)).toEqual([])
  })

  it.each(spread(all, 8))('%s has the same colours in its poster and in the preview', async (name, make) => {
    const { path, wanted } = await madeOf([name, make])
    const folder = `${path}.made`
    await mkdir(folder)
    const probed = await probe(path, kit)
    const options = { ...kit, probe: probed }
    const poster = join(folder, 'poster.jpg')
    await makePoster(path, poster, options)
    const shown = [poster]
    if (medium === 'picture') {
      shown.push(join(folder, (await makePreviewPicture(path, folder, options)).fileName))
    }
    else {
      await makeShotRenditions(path, folder, options)
      await takeStill(path, 0, join(folder, 'still.png'), { ...kit, durationSeconds: null })
      shown.push(join(folder, shotFiles.proxy), join(folder, 'still.png'))
    }
    // One program reads all, one below the other.
    const read = `scale=in_color_matrix=auto:${exact},format=gbrp,scale=4:4:flags=neighbor,format=rgb24`
    const readers = shown.map((_, at) => `[${at}:v]${read}[s${at}]`)
    const stacked = `${readers.join(';')};${shown.map((_, at) => `[s${at}]`).join('')}vstack=inputs=${shown.length}`
    const inputs = shown.flatMap(file => ['-i', file])
    const { stdout } = await kit.ffmpeg.run([...inputs, '-filter_complex', stacked, '-frames:v', '1', '-f', 'rawvideo', '-'])
    for (const [place, file] of shown.entries()) {
      const from = place * patches.length
      const colours = patches.map((_patch, at) => [...stdout.subarray((from + at) * 3, (from + at) * 3 + 3)])
      expect(farthest(colours, inCodes(wanted)), file).toBeLessThanOrEqual(most)
    }
  })
})

it('what leaves a part of the frame free fades into colours and pictures, and what is moved is not far off', async () => {
  const all = [stills[1]!, stills[12]!, stills[16]!, films[0]!, films[2]!, films[4]!, films[8]!]
  const made = await Promise.all(all.map(madeOf))
  const paths = made.map(({ path }, at) => [path, at < 3 ? 'picture' : 'video'] as const)
  const names = all.map(([name]) => name)
  const [width, colour] = [filmSize + 64, [32, 64, 160]]
  const background = `#${Buffer.from(colour).toString('hex')}`
  const below = await kit.picture('below.png', { width, height: filmSize, colour: background.replace('#', '0x') })
  const offIn = async (shown: Shown, under: readonly (readonly number[])[] = [colour]): Promise<(readonly [string, number])[]> => {
    const frames = await framesOf(paths, names, { ...shown, isFadeAlone: true })
    return names.map((name, at) => [name, farthestFading(frames[at]!, made[at]!, under)] as const)
  }
  const tooFar = (found: readonly (readonly [string, number])[], limit: number) => found.filter(([, off]) => off > limit)
  expect(tooFar(await offIn({ background, width }), most)).toEqual([])
  expect(tooFar(await offIn({ below: { path: below, medium: 'picture' }, width }), most)).toEqual([])
  // Stills of P3 and Adobe RGB, among others, over a film of BT.2020.
  expect(tooFar(await offIn({ below: { path: made.at(-1)!.path, medium: 'video' } }, made.at(-1)!.wanted), most)).toEqual([])
  expect(tooFar(await offIn({ look: { scale: 1.01 } }, [[0, 0, 0]]), mostMoved)).toEqual([])
})

it('a page draws the original only where no colour is converted', async () => {
  const asks = async (name: string): Promise<boolean> => {
    const { path } = await madeOf(stills.find(([each]) => each === name)!)
    return isFitForPreview(path, await probe(path, kit))
  }
  expect(await Promise.all(['plain.png', 'plain 444.jpg', 'lossy.webp', 'sRGB.png'].map(asks))).toEqual([true, true, true, true])
  expect(await Promise.all(['P3.png', 'Adobe in a table.jpg', 'P3.webp', '601.avif', 'plain.tiff', 'gamma by number.png'].map(asks)))
    .toEqual([false, false, false, false, false, false])
})

it('a profile that is not understood is said, and the colours are left as they are', async () => {
  const file = await readFile((await still(png)('printed.png')).path)
  for (const profile of [printerProfile(), Buffer.alloc(10), profileOf('p3', 'srgb').subarray(0, 200)])
    expect(pictureColours(withPngProfile(file, profile), 'image/png')).toMatchObject({ map: null, isUnderstood: false })
  const damaged = withPngChunk(file, 'iCCP', Buffer.from('name\0\0no stream'))
  expect(pictureColours(damaged, 'image/png')).toMatchObject({ map: null, isUnderstood: false })
  const later = withPngChunk(file, 'cICP', Buffer.from([9, 16, 0, 1]))
  expect(pictureColours(later, 'image/png')).toMatchObject({ map: null, isUnderstood: false })
})
