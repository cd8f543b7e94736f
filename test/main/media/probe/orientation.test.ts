import type { MediaKit } from '../../../kit/media.ts'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePoster } from '../../../../src-main/media/preview/poster.ts'
import { isFitForPreview, makePreviewPicture } from '../../../../src-main/media/preview/preview-picture.ts'
import { probe } from '../../../../src-main/media/probe/probe.ts'
import { exifOf, withPngChunk, withTiffTag, withWebpParts } from '../../../kit/colours/patches.ts'
import { render } from '../../../kit/every-preset.ts'
/**
 * Stills of every kind are upright: in their size, their poster, the preview and the film.
 *
 * @module-tag all
 */
import { spread } from '../../../kit/how-long.ts'
import { openMediaKit } from '../../../kit/media.ts'
import { fromSingle, silentEncoding } from '../../../kit/plain-plan.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

/** Four colours, so that each way of turning and mirroring shows itself: red, green above blue, white. */
const quarters = { red: [255, 0, 0], green: [0, 255, 0], blue: [0, 0, 255], white: [255, 255, 255] } as const
type Colour = keyof typeof quarters

/** How the stored quarters, from left to right, then down, are seen (EXIF 2.3 §4.6.4 A). */
const seen: Readonly<Record<number, readonly Colour[]>> = {
  1: ['red', 'green', 'blue', 'white'],
  2: ['green', 'red', 'white', 'blue'],
  3: ['white', 'blue', 'green', 'red'],
  4: ['blue', 'white', 'red', 'green'],
  5: ['red', 'blue', 'green', 'white'],
  6: ['blue', 'red', 'white', 'green'],
  7: ['white', 'green', 'blue', 'red'],
  8: ['green', 'white', 'red', 'blue'],
}

const [width, height] = [96, 64]

async function quartersFile(name: string, args: readonly string[]): Promise<Buffer> {
  const boxes = [[0, 0, 'red'], [1, 0, '0x00FF00'], [0, 1, 'blue'], [1, 1, 'white']] as const
  const [half, high] = [width / 2, height / 2]
  const drawn = boxes.map(([x, y, colour]) => `drawbox=x=${x * half}:y=${y * high}:w=${half}:h=${high}:color=${colour}:t=fill`)
  const source = [`color=black:s=${width}x${height}:r=1,format=gbrp`, ...drawn].join(',')
  return readFile(await kit.make(name, ['-f', 'lavfi', '-i', source, '-frames:v', '1', ...args]))
}

function shortOf(value: number): Buffer {
  return Buffer.from([value, 0, 0, 0])
}

/** Turned anticlockwise by so many quarters, then mirrored: 0 top to bottom, 1 left to right; −1 not. */
const turns: readonly (readonly [turn: number, mirror: number])[] = [[0, -1], [0, 1], [2, -1], [0, 0], [1, 0], [3, -1], [1, 1], [1, -1]]

/** Two properties of an AVIF that turn and mirror: written in place of one that says nothing else, its content rating and pixel sizes. */
function withTurn(avif: Buffer, orientation: number): Buffer {
  const [turn, mirror] = turns[orientation - 1]!
  const box = (type: string, body: Buffer): Buffer => {
    const size = Buffer.alloc(4)
    size.writeUInt32BE(body.length + 8)
    return Buffer.concat([size, Buffer.from(type, 'latin1'), body])
  }
  const own = [box('irot', Buffer.from([turn])), ...mirror < 0 ? [] : [box('imir', Buffer.from([mirror]))]]
  // The file is small: its boxes are found by their names, and what follows `meta` is moved on by what is added.
  const at = (name: string): number => avif.indexOf(Buffer.from(name, 'latin1')) - 4
  const [meta, iprp, ipco, ipma, iloc] = ['meta', 'iprp', 'ipco', 'ipma', 'iloc'].map(at) as [number, number, number, number, number]
  const sizeAt = (place: number): number => avif.readUInt32BE(place)
  const properties = avif.subarray(ipco + 8, ipco + sizeAt(ipco))
  let known = 0
  for (let place = 0; place < properties.length; place += properties.readUInt32BE(place))
    known++
  const oldMap = avif.subarray(ipma, ipma + sizeAt(ipma))
  const count = oldMap.readUInt8(18)
  const places = Buffer.from(own.map((_, index) => (known + 1 + index) | 0x80))
  const map = Buffer.concat([oldMap.subarray(8, 18), Buffer.from([count + own.length]), oldMap.subarray(19), places])
  const grown = box('iprp', Buffer.concat([box('ipco', Buffer.concat([properties, ...own])), box('ipma', map)]))
  const added = grown.length - sizeAt(iprp)
  const head = Buffer.from(avif.subarray(0, iprp))
  head.writeUInt32BE(sizeAt(meta) + added, meta)
  const file = Buffer.concat([head, grown, avif.subarray(iprp + sizeAt(iprp))])
  // One place of one picture, in four bytes each (version 0, as ffmpeg writes it).
  const first = iloc + 8 + 4 + 2 + 2 + 2 + 2 + 2
  file.writeUInt32BE(file.readUInt32BE(first) + added, first)
  return file
}

const lossless = ['-pix_fmt', 'bgra', '-c:v', 'libwebp', '-lossless', '1', '-update', '1']
const png = ['-pix_fmt', 'rgb24', '-c:v', 'png', '-update', '1']
const kinds = {
  png: async (name: string, turn: number) => withPngChunk(await quartersFile(name, png), 'eXIf', exifOf(turn)),
  tiff: async (name: string, turn: number) =>
    withTiffTag(await quartersFile(name, ['-pix_fmt', 'rgb24', '-c:v', 'tiff', '-update', '1']), 0x0112, 3, shortOf(turn)),
  webp: async (name: string, turn: number) =>
    withWebpParts(await quartersFile(name, lossless), [['EXIF', exifOf(turn)]], width, height),
  avif: async (name: string, turn: number) => withTurn(await quartersFile(name, [
    ...['-vf', 'scale=out_color_matrix=bt601:out_range=tv,format=yuv444p'],
    ...['-c:v', 'libaom-av1', '-still-picture', '1', '-crf', '4', '-cpu-used', '8'],
    ...['-color_primaries', 'bt709', '-color_trc', 'iec61966-2-1', '-colorspace', 'smpte170m', '-f', 'avif'],
  ]), turn),
} as const

async function quartersOf(path: string): Promise<(Colour | null)[]> {
  const small = 'format=gbrp,scale=2:2:flags=area,format=rgb24'
  const { stdout } = await kit.ffmpeg.run(['-i', path, '-frames:v', '1', '-vf', small, '-f', 'rawvideo', '-'])
  return [0, 1, 2, 3].map((at) => {
    const pixel = [...stdout.subarray(at * 3, at * 3 + 3)]
    const found = Object.entries(quarters).find(([, colour]) => colour.every((value, channel) => Math.abs(value - pixel[channel]!) < 60))
    return found ? found[0] as Colour : null
  })
}

describe.each(Object.entries(kinds))('a turned %s', (kind, make) => {
  it.each(spread([2, 3, 4, 5, 6, 7, 8], 3))('of orientation %i is upright', async (turn) => {
    const name = `turned-${turn}.${kind}`
    const path = kit.file(name)
    await writeFile(path, await make(`flat-${name}`, turn))
    const probed = await probe(path, kit)
    expect([probed.width, probed.height]).toEqual(turn >= 5 ? [height, width] : [width, height])
    expect(await isFitForPreview(path, probed)).toBe(false)
    const folder = `${path}.made`
    await mkdir(folder)
    await makePoster(path, join(folder, 'poster.jpg'), { ...kit, probe: probed })
    const { fileName } = await makePreviewPicture(path, folder, { ...kit, probe: probed })
    for (const file of ['poster.jpg', fileName])
      expect([file, ...await quartersOf(join(folder, file))]).toEqual([file, ...seen[turn]!])
  })
})

it('is upright in a film, too', async () => {
  const paths = await Promise.all(Object.entries(kinds).map(async ([kind, make]) => {
    await writeFile(kit.file(`filmed.${kind}`), await make(`flat-filmed.${kind}`, 6))
    return kit.file(`filmed.${kind}`)
  }))
  const shown = paths.map((each, at) =>
    ({ path: each, medium: 'picture', startFrame: at, frames: 1, inFrame: 0, fit: 'contain', pushIn: null }) as const)
  const { path } = await render({
    ...{ width: 64, height: 96, rate: { numerator: 25, denominator: 1 }, durationFrames: paths.length, background: '#000000', sounds: [] },
    ...fromSingle(shown),
    captions: { mode: 'none', assPath: null, fontsDir: null, tracks: [] },
    ...{ encoding: silentEncoding({ width: 64, height: 96 }), loudness: null, chapters: [], metadata: {} },
  }, kit)
  for (const [at] of paths.entries()) {
    const frame = await kit.make(`frame-${at}.png`, ['-i', path, '-vf', `select=eq(n\\,${at})`, '-frames:v', '1', '-update', '1'])
    expect(await quartersOf(frame)).toEqual(seen[6])
  }
})
