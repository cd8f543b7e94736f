/** Media of a few kilobytes without a program that makes them; no two have the same content. */
import { Buffer } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { wavOfPcm16 } from '../../src-main/base/wav.ts'

/** A second of noise, as a WAV file. */
export function soundOf(): Uint8Array {
  return wavOfPcm16(randomBytes(24_000 * 2), { sampleRate: 24_000, channels: 1 })
}

/** A picture of 16 by 16 pixels in one colour, as a PNG file. */
export function blankPng(): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(16, 0)
  header.writeUInt32BE(16, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(16 * 3, randomBytes(3))])
  const pixels = deflateSync(Buffer.concat([...'0123456789abcdef'].map(() => row)))
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

function chunk(name: string, data: Buffer): Buffer {
  const whole = Buffer.alloc(12 + data.length)
  whole.writeUInt32BE(data.length, 0)
  whole.write(name, 4, 'latin1')
  whole.set(data, 8)
  whole.writeUInt32BE(crc32(whole.subarray(4, 8 + data.length)), 8 + data.length)
  return whole
}
