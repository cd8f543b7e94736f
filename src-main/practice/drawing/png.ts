/** Encodes PNG files with zlib alone (PNG specification, third edition). */
import type { Raster } from './raster.ts'
import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'

const compress = promisify(deflate)

export async function encodePng({ width, height, rgb }: Raster): Promise<Buffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8) // 8 bits, true colour, deflate, the usual filters, not interlaced.
  const pixels = await compress(filtered(rgb, width * 3, height), { level: 5 })
  const signature = Buffer.from([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

/** The Up filter: each row as its difference from the one above, which compresses skies and hills well. */
function filtered(rgb: Buffer, stride: number, height: number): Buffer {
  const rows = Buffer.alloc((stride + 1) * height)
  for (let y = 0; y < height; y++) {
    const to = y * (stride + 1)
    const from = y * stride
    rows[to] = 2
    if (y === 0) {
      rgb.copy(rows, to + 1, 0, stride)
      continue
    }
    for (let i = 0; i < stride; i++)
      rows[to + 1 + i] = (rgb[from + i] ?? 0) - (rgb[from - stride + i] ?? 0)
  }
  return rows
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
