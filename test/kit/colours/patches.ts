/** Sixteen patches of colour as stills and films that are stored in every way, made from their own formulas, and profiles to go with them. */
import type { MediaKit } from '../media.ts'
import { writeFile } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'

export const patches: readonly (readonly [number, number, number])[] = [
  ...[[255, 255, 255], [128, 128, 128], [0, 0, 0], [255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 0], [0, 255, 255]] as const,
  ...[[255, 0, 255], [64, 64, 64], [200, 200, 200], [32, 192, 64], [180, 90, 30], [90, 120, 200], [240, 200, 180], [16, 235, 120]] as const,
]

/** Pixels of a side. */
export const patchesSize = 128

type Matrix = readonly (readonly number[])[]
type Point = readonly [number, number]

/** x and y of red, green and blue; white is D65 but for ProPhoto, whose white is D50. */
export const spaces = {
  bt709: [[0.64, 0.33], [0.3, 0.6], [0.15, 0.06]],
  ntsc: [[0.63, 0.34], [0.31, 0.595], [0.155, 0.07]],
  pal: [[0.64, 0.33], [0.29, 0.6], [0.15, 0.06]],
  bt2020: [[0.708, 0.292], [0.17, 0.797], [0.131, 0.046]],
  p3: [[0.68, 0.32], [0.265, 0.69], [0.15, 0.06]],
  adobe: [[0.64, 0.33], [0.21, 0.71], [0.15, 0.06]],
  proPhoto: [[0.7347, 0.2653], [0.1596, 0.8404], [0.0366, 0.0001]],
} as const satisfies Record<string, readonly Point[]>
export type Space = keyof typeof spaces

const d50: Point = [0.3457, 0.3585]
const d65: Point = [0.3127, 0.329]
const whiteOf = (space: Space): Point => space === 'proPhoto' ? d50 : d65

/** Gauss's way, for three rows. */
function solve(matrix: Matrix, wanted: Matrix): number[][] {
  const rows = matrix.map((row, at) => [...row, ...wanted[at]!])
  for (let at = 0; at < 3; at++) {
    const best = [0, 1, 2].slice(at).sort((a, b) => Math.abs(rows[b]![at]!) - Math.abs(rows[a]![at]!))[0]!
    ;[rows[at], rows[best]] = [rows[best]!, rows[at]!]
    const pivot = rows[at]!.map((value, _, row) => value / row[at]!)
    rows[at] = pivot
    for (const other of [0, 1, 2].filter(each => each !== at))
      rows[other] = rows[other]!.map((value, column, row) => value - row[at]! * pivot[column]!)
  }
  return rows.map(row => row.slice(3))
}
function product(one: Matrix, other: Matrix): number[][] {
  return one.map(row => other[0]!.map((_, column) => row.reduce((sum, value, at) => sum + value * other[at]![column]!, 0)))
}
const toXyz = ([x, y]: Point): number[] => [x / y, 1, (1 - x - y) / y]
const identity: Matrix = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
const bradford: Matrix = [[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]]

/** From light of a space to XYZ under D50. */
export function toD50(space: Space): number[][] {
  const columns = [0, 1, 2].map(row => spaces[space].map(point => toXyz(point)[row]!))
  const weights = solve(columns, toXyz(whiteOf(space)).map(value => [value])).map(([value]) => value!)
  const plain = columns.map(row => row.map((value, at) => value * weights[at]!))
  const cones = (white: Point): number[] => product(bradford, toXyz(white).map(value => [value])).map(([value]) => value!)
  const [from, to] = [cones(whiteOf(space)), cones(d50)]
  const adapt = product(solve(bradford, identity), bradford.map((row, at) => row.map(value => value * to[at]! / from[at]!)))
  return product(adapt, plain)
}

/** `video` as screens show it (BT.1886). */
export type Curve = 'srgb' | 'video' | number
export function lightOf(curve: Curve, stored: number): number {
  if (curve === 'srgb')
    return stored <= 0.04045 ? stored / 12.92 : ((stored + 0.055) / 1.055) ** 2.4
  return stored ** (curve === 'video' ? 2.4 : curve)
}
function storedOf(curve: Curve, light: number): number {
  if (curve === 'srgb')
    return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055
  return light ** (1 / (curve === 'video' ? 2.4 : curve))
}
const clip = (value: number): number => Math.min(1, Math.max(0, value))

/** The same colour in another space, from 0 to 1; what does not fit is cut off. */
export function convert(colour: readonly number[], from: [Space, Curve], to: [Space, Curve]): number[] {
  const between = solve(toD50(to[0]), toD50(from[0]))
  return product(between, colour.map(value => [lightOf(from[1], value)])).map(([light]) => storedOf(to[1], clip(light!)))
}

/** Each pixel from 0 to 1 in the space. */
function drawn(space: Space, own: Curve, shown: Curve): number[][] {
  const colours = patches.map(patch => convert(patch.map(value => value / 255), ['bt709', shown], [space, own]))
  const side = patchesSize / 4
  return Array.from({ length: patchesSize ** 2 }, (_, at) =>
    colours[Math.floor(at / patchesSize / side) * 4 + Math.floor(at % patchesSize / side)]!)
}

/** What the patches of a still are in BT.709: computed from the RGB that is stored in it. */
export async function wantedOf(kit: MediaKit, path: string, space: Space, curve: Curve): Promise<number[][]> {
  const read = 'scale=in_color_matrix=auto:flags=accurate_rnd+full_chroma_int,format=gbrp,scale=4:4:flags=neighbor,format=rgb24'
  const { stdout } = await kit.ffmpeg.run(['-i', path, '-frames:v', '1', '-vf', read, '-f', 'rawvideo', '-'])
  return patches.map((_, at) =>
    convert([...stdout.subarray(at * 3, at * 3 + 3)].map(value => value / 255), [space, curve], ['bt709', 'srgb'])
      .map(value => value * 255))
}

/** As eight bits of RGB, raw: more would be dithered on their way into eight. */
export async function rawPatches(kit: MediaKit, name: string, space: Space = 'bt709', curve: Curve = 'srgb'): Promise<string[]> {
  const values = Uint8Array.from(drawn(space, curve, 'srgb').flat(), value => Math.round(value * 255))
  await writeFile(kit.file(name), values)
  return ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-video_size', `${patchesSize}x${patchesSize}`, '-i', kit.file(name)]
}

export interface FilmForm {
  readonly space: Space
  /** Shares of red and blue in the brightness. */
  readonly matrix: 'bt601' | 'bt709' | 'bt2020'
  readonly isFull: boolean
  readonly pixels: 'yuv420p' | 'yuv422p' | 'yuv444p' | 'yuv420p10le' | 'yuv422p10le'
  /** Primaries, transfer and matrix as ffmpeg spells them; none for a film that says nothing. */
  readonly tags: readonly [string, string, string] | null
}

const shares = { bt601: [0.299, 0.114], bt709: [0.2126, 0.0722], bt2020: [0.2627, 0.0593] } as const

export interface Made {
  readonly path: string
  /** What its patches are in BT.709, of 255: computed from what is stored, which is rounded. */
  readonly wanted: number[][]
}

/** Two frames without loss. */
export async function makeFilm(kit: MediaKit, name: string, { space, matrix, isFull, pixels, tags }: FilmForm): Promise<Made> {
  const [red, blue] = shares[matrix]
  const isDeep = pixels.endsWith('10le')
  const [scale, most] = [isDeep ? 4 : 1, isDeep ? 1023 : 255]
  const all = drawn(space, 'video', 'video').map(([r = 0, g = 0, b = 0]) => {
    const y = red * r + (1 - red - blue) * g + blue * b
    return [y, (b - y) / 2 / (1 - blue), (r - y) / 2 / (1 - red)]
  })
  const across = pixels.startsWith('yuv444') ? 1 : 2
  const down = pixels.startsWith('yuv420') ? 2 : 1
  const plane = (channel: number): number[] => all.flatMap((pixel, at) => {
    const [x, row] = [at % patchesSize, Math.floor(at / patchesSize)]
    if (channel > 0 && (x % across > 0 || row % down > 0))
      return []
    const value = pixel[channel]!
    const code = channel === 0
      ? isFull ? value * most : (16 + 219 * value) * scale
      : isFull ? value * most + 128 * scale : (128 + 224 * value) * scale
    return Math.min(most, Math.max(0, Math.round(code)))
  })
  const planes = [0, 1, 2].map(plane)
  const codes = planes.flat()
  const wanted = patches.map((_, at) => {
    const [x, row] = [(at % 4 + 0.5) * patchesSize / 4, (Math.floor(at / 4) + 0.5) * patchesSize / 4]
    const small = Math.floor(row / down) * patchesSize / across + Math.floor(x / across)
    const [first, second, third] = [planes[0]![row * patchesSize + x]!, planes[1]![small]!, planes[2]![small]!]
    const y = isFull ? first / most : (first / scale - 16) / 219
    const [u, v] = [second, third].map(code => isFull ? (code - 128 * scale) / most : (code / scale - 128) / 224) as [number, number]
    const [r, b] = [y + v * 2 * (1 - red), y + u * 2 * (1 - blue)]
    const stored = [r, (y - red * r - blue * b) / (1 - red - blue), b].map(clip)
    return convert(stored, [space, 'video'], ['bt709', 'video']).map(value => value * 255)
  })
  await writeFile(kit.file(`${name}.raw`), isDeep ? Uint16Array.from(codes) : Uint8Array.from(codes))
  const range = isFull ? 'pc' : 'tv'
  const [primaries, transfer, coefficients] = tags ?? ['unknown', 'unknown', 'unknown']
  const said = tags === null ? [] : ['-color_primaries', primaries, '-color_trc', transfer, '-colorspace', coefficients]
  const video = isDeep ? ['-c:v', 'libx265', '-x265-params', 'lossless=1:log-level=error'] : ['-c:v', 'libx264', '-qp', '0']
  const path = await kit.make(name, [
    ...['-f', 'rawvideo', '-pix_fmt', pixels, '-video_size', `${patchesSize}x${patchesSize}`, '-stream_loop', '1', '-i', kit.file(`${name}.raw`)],
    ...['-vf', `setparams=range=${range}:color_primaries=${primaries}:color_trc=${transfer}:colorspace=${coefficients}`, '-frames:v', '2'],
    ...[...video, '-color_range', range, ...said],
  ])
  return { path, wanted }
}

/** A profile of three curves and a matrix. */
export function profileOf(space: Space, curve: Curve, form: 'formula' | 'table' = 'formula'): Buffer {
  const fixed = (value: number): Buffer => {
    const four = Buffer.alloc(4)
    four.writeInt32BE(Math.round(value * 65_536))
    return four
  }
  const head = (type: string): Buffer => Buffer.concat([Buffer.from(type, 'latin1'), Buffer.alloc(4)])
  const matrix = toD50(space)
  const xyz = (column: number): Buffer => Buffer.concat([head('XYZ '), ...matrix.map(row => fixed(row[column]!))])
  const light = (): Buffer => {
    if (form === 'table') {
      const table = Buffer.alloc(4 + 2 * 1024)
      table.writeUInt32BE(1024)
      for (let at = 0; at < 1024; at++)
        table.writeUInt16BE(Math.round(lightOf(curve, at / 1023) * 65_535), 4 + at * 2)
      return Buffer.concat([head('curv'), table])
    }
    return curve === 'srgb'
      ? Buffer.concat([head('para'), Buffer.from([0, 3, 0, 0]), ...[2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].map(fixed)])
      : Buffer.concat([head('para'), Buffer.from([0, 0, 0, 0]), fixed(Number(curve))])
  }
  const columns = ['rXYZ', 'gXYZ', 'bXYZ'].map((name, at) => [name, xyz(at)] as const)
  return profile('RGB ', 'XYZ ', [...columns, ['rTRC', light()], ['gTRC', light()], ['bTRC', light()]])
}

/** One of a printer, which is a table in four dimensions. */
export function printerProfile(): Buffer {
  return profile('CMYK', 'Lab ', [['A2B0', Buffer.from('mft1')]])
}

function profile(space: string, connection: string, tags: readonly (readonly [string, Buffer])[]): Buffer {
  const header = Buffer.alloc(132 + tags.length * 12)
  header.writeUInt32BE(0x04200000, 8)
  header.write('mntr', 12, 'latin1')
  header.write(space, 16, 'latin1')
  header.write(connection, 20, 'latin1')
  header.write('acsp', 36, 'latin1')
  header.writeUInt32BE(tags.length, 128)
  let at = header.length
  tags.forEach(([name, bytes], index) => {
    header.write(name, 132 + index * 12, 'latin1')
    header.writeUInt32BE(at, 136 + index * 12)
    header.writeUInt32BE(bytes.length, 140 + index * 12)
    at += bytes.length
  })
  header.writeUInt32BE(at)
  return Buffer.concat([header, ...tags.map(([, bytes]) => bytes)])
}

/** A chunk after the header of a PNG. No reader here checks its sum, but Chromium does. */
export function withPngChunk(png: Buffer, name: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([png.subarray(0, 33), length, named, sum, png.subarray(33)])
}

export function withPngProfile(png: Buffer, icc: Buffer): Buffer {
  return withPngChunk(png, 'iCCP', Buffer.concat([Buffer.from('its own\0\0', 'latin1'), deflateSync(icc)]))
}

export function withJpegProfile(jpeg: Buffer, icc: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), icc])
  const head = Buffer.from([0xFF, 0xE2, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)])
}

/** Of a WebP without other parts: `parts` come before the pixels, or after those whose names begin with E. */
export function withWebpParts(webp: Buffer, parts: readonly (readonly [string, Buffer])[], width: number, height = width): Buffer {
  const chunk = (name: string, body: Buffer): Buffer => {
    const head = Buffer.alloc(8)
    head.write(name, 'latin1')
    head.writeUInt32LE(body.length, 4)
    return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
  }
  const extended = Buffer.alloc(10)
  extended[0] = parts.reduce((flags, [name]) => flags | (name === 'ICCP' ? 0x20 : 0x08), 0)
  extended.writeUIntLE(width - 1, 4, 3)
  extended.writeUIntLE(height - 1, 7, 3)
  const isLast = ([name]: readonly [string, Buffer]): boolean => name.startsWith('E')
  const pixels = webp.subarray(webp.toString('latin1', 12, 16) === 'VP8X' ? 30 : 12)
  const body = Buffer.concat([
    ...[chunk('VP8X', extended), ...parts.filter(part => !isLast(part)).map(([name, bytes]) => chunk(name, bytes)), pixels],
    ...parts.filter(isLast).map(([name, bytes]) => chunk(name, bytes)),
  ])
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(body.length + 4, 4)
  return Buffer.concat([head, body])
}

/** An entry in the first directory of a little-endian TIFF, whose directory is written again at the end. */
export function withTiffTag(tiff: Buffer, tag: number, type: number, bytes: Buffer): Buffer {
  const directory = tiff.readUInt32LE(4)
  const count = tiff.readUInt16LE(directory)
  const entries = Array.from({ length: count }, (_, at) => tiff.subarray(directory + 2 + at * 12, directory + 14 + at * 12))
  const own = Buffer.alloc(12)
  own.writeUInt16LE(tag)
  own.writeUInt16LE(type, 2)
  own.writeUInt32LE(type === 3 ? 1 : bytes.length, 4)
  if (type === 3)
    bytes.copy(own, 8)
  else
    own.writeUInt32LE(tiff.length, 8)
  const all = [...entries.filter(entry => entry.readUInt16LE() !== tag), own].sort((a, b) => a.readUInt16LE() - b.readUInt16LE())
  const data = type === 3 ? Buffer.alloc(0) : Buffer.concat([bytes, Buffer.alloc(bytes.length % 2)])
  const number = Buffer.alloc(2)
  number.writeUInt16LE(all.length)
  const head = Buffer.from(tiff)
  head.writeUInt32LE(tiff.length + data.length, 4)
  return Buffer.concat([head, data, number, ...all, Buffer.alloc(4)])
}

/** What EXIF holds of a turned picture, without the mark that JPEG puts before it. */
export function exifOf(orientation: number): Buffer {
  return Buffer.from(`4d4d002a00000008000101120003000000010${orientation.toString(16).padStart(3, '0')}000000000000`, 'hex')
}

/** The middle of each patch of a frame of BT.709 in limited range, as RGB, computed without ffmpeg. */
export function patchesIn(frame: Uint8Array, size: number): number[][] {
  const [u, v] = [size * size, size * size * 5 / 4]
  return patches.map((_, at) => {
    const [x, y] = [Math.floor((at % 4 + 0.5) * size / 4), Math.floor((Math.floor(at / 4) + 0.5) * size / 4)]
    const half = Math.floor(y / 2) * size / 2 + Math.floor(x / 2)
    const [brightness, blue, red] = [(frame[y * size + x]! - 16) / 219, (frame[u + half]! - 128) / 224, (frame[v + half]! - 128) / 224]
    const [r, b] = [brightness + 1.5748 * red, brightness + 1.8556 * blue]
    return [r, (brightness - 0.2126 * r - 0.0722 * b) / 0.7152, b].map(value => clip(value) * 255)
  })
}

/** How far the patches are from what they should be, at most, of 255. */
export function farthest(found: readonly (readonly number[])[], wanted: readonly (readonly number[])[]): number {
  return Math.max(...found.flatMap((colour, at) => colour.map((value, channel) => Math.abs(value - wanted[at]![channel]!))))
}

function crc32(bytes: Buffer): number {
  let sum = 0xFFFFFFFF
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++)
      sum = (sum >>> 1) ^ (sum & 1 ? 0xEDB88320 : 0)
  }
  return (sum ^ 0xFFFFFFFF) >>> 0
}
