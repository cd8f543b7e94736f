/** Writes the plainest of media without ffmpeg, whose start takes longer than most of what it makes for tests. */
import type { Raster } from './drawn-frames.ts'
import type { Tone } from './media.ts'
import { Buffer } from 'node:buffer'
import { writeFile } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'
import { wavHeader } from '../../src-main/base/wav.ts'

/** A sine, the same in all channels, as WAV of 16 bits. */
export async function writeTone(path: string, tone: Omit<Tone, 'args'>): Promise<void> {
  const { frequency = 440, seconds = 1, sampleRate = 48_000, channels = 2, level = 0.5 } = tone
  const frames = Math.round(seconds * sampleRate)
  const samples = new Int16Array(frames * channels)
  for (let frame = 0; frame < frames; frame++) {
    const value = Math.round(32_768 * level * Math.sin(2 * Math.PI * frequency * frame / sampleRate))
    samples.fill(Math.max(-32_768, Math.min(32_767, value)), frame * channels, (frame + 1) * channels)
  }
  const header = wavHeader({ encoding: 'int', sampleRate, channels, bitsPerSample: 16, dataLength: samples.byteLength })
  await writeFile(path, Buffer.concat([header, Buffer.from(samples.buffer)]))
}

/** A PNG of three bytes for each pixel: red, green, blue. */
export async function writePng(path: string, { width, height, pixels }: Raster): Promise<void> {
  const rows = Array.from({ length: height }, (_, row) => [Buffer.of(0), pixels.subarray(row * width * 3, (row + 1) * width * 3)]).flat()
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width)
  size.writeUInt32BE(height, 4)
  await writeFile(path, Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
    chunk('IHDR', Buffer.concat([size, Buffer.of(8, 2, 0, 0, 0)])),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]))
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, check])
}

/** As ffmpeg names them. */
const colours: Readonly<Record<string, readonly number[]>> = {
  black: [0, 0, 0],
  blue: [0, 0, 255],
  gray: [128, 128, 128],
  green: [0, 128, 0],
  lime: [0, 255, 0],
  orange: [255, 165, 0],
  red: [255, 0, 0],
  white: [255, 255, 255],
  yellow: [255, 255, 0],
}

/** Null for a colour that only ffmpeg knows. */
export function filled(
  { width, height, colour }: { readonly width: number, readonly height: number, readonly colour: string },
): Raster | null {
  const hex = /^(?:#|0x)([\da-f]{6})$/i.exec(colour)?.[1]
  const known = hex === undefined ? colours[colour] : Buffer.from(hex, 'hex')
  return known ? { width, height, pixels: Buffer.alloc(width * height * 3, Buffer.from(known)) } : null
}
