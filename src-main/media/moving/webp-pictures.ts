/**
 * The pictures of an animated WebP, one after another. No ffmpeg before 8 reads such files, though each decodes the stills inside: they
 * are taken out here, decoded together, and laid over each other as the format says.
 */
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import { bytesInput } from '../ffmpeg/ffmpeg-input.ts'
import { UnreadableMediaError } from '../unreadable.ts'

export interface WebpPictures {
  readonly width: number
  readonly height: number
  readonly frames: readonly WebpFrame[]
}

/** https://developers.google.com/speed/webp/docs/riff_container */
export interface WebpFrame {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly ms: number
  /** Laid over what is there; else it replaces it. */
  readonly isBlended: boolean
  /** Where it was, nothing is left for the next one. */
  readonly isDisposed: boolean
  /** A still WebP of its own. */
  readonly still: Buffer
}

/** Of decoded pictures in one go. */
const mostBytesAtOnce = 64 * 2 ** 20
const mostPixels = 2 ** 26

/** Throws UnreadableMediaError for a file without frames, or with one outside the picture. */
export function webpPictures(file: Buffer): WebpPictures {
  if (file.length < 30 || file.toString('latin1', 12, 16) !== 'VP8X')
    throw new UnreadableMediaError('damaged', 'the WebP has no frames')
  const [width, height] = [file.readUIntLE(24, 3) + 1, file.readUIntLE(27, 3) + 1]
  if (width * height > mostPixels)
    throw new UnreadableMediaError('too-large', `${width} × ${height} pixels`)
  const frames = [...chunksIn(file, 12, file.length)]
    .filter(({ name, from, to }) => name === 'ANMF' && to - from > 16)
    .map(({ from, to }) => frameIn(file, from, to))
  if (frames.length === 0 || frames.some(frame => frame.x + frame.width > width || frame.y + frame.height > height))
    throw new UnreadableMediaError('damaged', 'a frame of the WebP is outside its canvas')
  return { width, height, frames }
}

function frameIn(file: Buffer, from: number, to: number): WebpFrame {
  const [width, height] = [file.readUIntLE(from + 6, 3) + 1, file.readUIntLE(from + 9, 3) + 1]
  const flags = file.readUInt8(from + 15)
  const ms = file.readUIntLE(from + 12, 3)
  const parts = [...chunksIn(file, from + 16, to)].filter(({ name }) => ['ALPH', 'VP8 ', 'VP8L'].includes(name))
  return {
    ...{ x: 2 * file.readUIntLE(from, 3), y: 2 * file.readUIntLE(from + 3, 3), width, height },
    ms: ms < 11 ? 100 : ms,
    isBlended: (flags & 2) === 0,
    isDisposed: (flags & 1) !== 0,
    still: stillOf(parts.map(part => file.subarray(part.from - 8, part.to + part.to % 2)), { width, height }),
  }
}

/** With transparency next to the picture, the header must announce it. */
function stillOf(parts: readonly Buffer[], { width, height }: { readonly width: number, readonly height: number }): Buffer {
  const hasAlpha = parts.some(part => part.toString('latin1', 0, 4) === 'ALPH')
  const head = Buffer.alloc(hasAlpha ? 30 : 12)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(head.length - 8 + parts.reduce((sum, part) => sum + part.length, 0), 4)
  head.write('WEBP', 8, 'latin1')
  if (hasAlpha) {
    head.write('VP8X', 12, 'latin1')
    head.writeUInt32LE(10, 16)
    head.writeUInt8(0x10, 20)
    head.writeUIntLE(width - 1, 24, 3)
    head.writeUIntLE(height - 1, 27, 3)
  }
  return Buffer.concat([head, ...parts])
}

interface Chunk { readonly name: string, readonly from: number, readonly to: number }

function* chunksIn(file: Buffer, from: number, to: number): Generator<Chunk> {
  for (let at = from; at + 8 <= to;) {
    const length = file.readUInt32LE(at + 4)
    if (at + 8 + length > to)
      throw new UnreadableMediaError('cut-short', 'the WebP is shorter than it says')
    yield { name: file.toString('latin1', at, at + 4), from: at + 8, to: at + 8 + length }
    at += 8 + length + length % 2
  }
}

/** Each as a whole picture in RGBA, which is valid until the next is asked for. Throws UnreadableMediaError and FfmpegError. */
export async function* drawnPictures(
  { width, height, frames }: WebpPictures,
  { ffmpeg, signal }: { readonly ffmpeg: Ffmpeg, readonly signal?: AbortSignal },
): AsyncGenerator<{ readonly rgba: Uint8Array, readonly ms: number }> {
  const canvas = new Uint8Array(width * height * 4)
  for (const group of inGroups(frames)) {
    const decoded = await decode(group, { ffmpeg, ...signal && { signal } })
    let at = 0
    for (const frame of group) {
      const length = frame.width * frame.height * 4
      draw(canvas, width, decoded.subarray(at, at + length), frame)
      yield { rgba: canvas, ms: frame.ms }
      if (frame.isDisposed)
        draw(canvas, width, new Uint8Array(length), { ...frame, isBlended: false })
      at += length
    }
  }
}

function inGroups(frames: readonly WebpFrame[]): WebpFrame[][] {
  const groups: WebpFrame[][] = []
  let bytes = Infinity
  for (const frame of frames) {
    bytes += frame.width * frame.height * 4
    if (bytes > mostBytesAtOnce) {
      groups.push([])
      bytes = frame.width * frame.height * 4
    }
    groups.at(-1)?.push(frame)
  }
  return groups
}

/** Each in its own size. */
async function decode(
  frames: readonly WebpFrame[],
  { ffmpeg, signal }: { readonly ffmpeg: Ffmpeg, readonly signal?: AbortSignal },
): Promise<Buffer> {
  const input = Buffer.concat(frames.map(({ still }) => still))
  const { stdout } = await ffmpeg.run([
    ...[...bytesInput(input), '-map', '0:v:0', '-vf', 'format=rgba', '-autoscale', '0', '-fps_mode', 'passthrough'],
    ...['-c:v', 'rawvideo', '-pix_fmt', 'rgba', '-f', 'rawvideo', '-'],
  ], { input, ...signal && { signal } })
  if (stdout.length !== frames.reduce((sum, { width, height }) => sum + width * height * 4, 0))
    throw new UnreadableMediaError('damaged', 'not all frames of the WebP can be decoded')
  return stdout
}

function draw(canvas: Uint8Array, canvasWidth: number, rgba: Uint8Array, frame: Omit<WebpFrame, 'still'>): void {
  const { x, y, width, height, isBlended } = frame
  for (let row = 0; row < height; row++) {
    const to = ((y + row) * canvasWidth + x) * 4
    const from = row * width * 4
    if (!isBlended)
      canvas.set(rgba.subarray(from, from + width * 4), to)
    else
      blendRow(canvas, to, rgba.subarray(from, from + width * 4))
  }
}

/** Over what is there, neither of them premultiplied. */
function blendRow(canvas: Uint8Array, to: number, row: Uint8Array): void {
  for (let at = 0; at < row.length; at += 4) {
    const above = row[at + 3] ?? 0
    if (above === 0)
      continue
    const below = above === 255 ? 0 : (canvas[to + at + 3] ?? 0) * (255 - above) / 255
    const alpha = above + below
    for (let channel = 0; channel < 3; channel++)
      canvas[to + at + channel] = Math.round(((row[at + channel] ?? 0) * above + (canvas[to + at + channel] ?? 0) * below) / alpha)
    canvas[to + at + 3] = Math.round(alpha)
  }
}
