/** Writes an animated PNG frame by frame, of whole pictures in RGBA. */
import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'
import { writeAll } from '../../base/write-all.ts'

export interface ApngWriter {
  /** `rgba` is a whole picture. */
  add: (rgba: Uint8Array, ms: number) => Promise<void>
  close: () => Promise<void>
}

interface Shape { readonly width: number, readonly height: number, readonly frames: number }

const compress = promisify(deflate)

/** Exactly `frames` of them must be added. One alone is an ordinary PNG. */
export async function openApngWriter(path: string, { width, height, frames }: Shape): Promise<ApngWriter> {
  const file = await open(path, 'wx')
  let [position, added, sequence] = [0, 0, 0]
  const write = async (bytes: Buffer): Promise<void> => {
    await writeAll(file, bytes, position)
    position += bytes.length
  }
  await begin(file, write, { width, height, frames })
  return {
    async add(rgba, ms) {
      if (frames > 1)
        await write(chunk('fcTL', numbers([sequence++, width, height, 0, 0], [Math.round(ms), 1000], [0, 0])))
      const data = await compress(withFilters(rgba, { width, height }), { level: 1 })
      await write(added === 0 ? chunk('IDAT', data) : chunk('fdAT', Buffer.concat([numbers([sequence++]), data])))
      added += 1
    },
    async close() {
      try {
        await write(chunk('IEND', Buffer.alloc(0)))
      }
      finally {
        await file.close()
      }
    },
  }
}

async function begin(file: FileHandle, write: (bytes: Buffer) => Promise<void>, { width, height, frames }: Shape): Promise<void> {
  try {
    await write(Buffer.from([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    // Eight bits, RGBA.
    await write(chunk('IHDR', numbers([width, height], [], [8, 6, 0, 0, 0])))
    if (frames > 1)
      await write(chunk('acTL', numbers([frames, 0])))
  }
  catch (error) {
    await file.close()
    throw error
  }
}

/** Each row begins with the number of its filter; 0 is none. */
function withFilters(rgba: Uint8Array, { width, height }: Pick<Shape, 'width' | 'height'>): Buffer {
  const rows = Buffer.alloc((width * 4 + 1) * height)
  for (let row = 0; row < height; row++)
    rows.set(rgba.subarray(row * width * 4, (row + 1) * width * 4), row * (width * 4 + 1) + 1)
  return rows
}

/** Of four, two and one byte each, in this order. */
function numbers(long: readonly number[], short: readonly number[] = [], bytes: readonly number[] = []): Buffer {
  const made = Buffer.alloc(long.length * 4 + short.length * 2 + bytes.length)
  long.forEach((value, at) => made.writeUInt32BE(value, at * 4))
  short.forEach((value, at) => made.writeUInt16BE(Math.min(value, 0xFFFF), long.length * 4 + at * 2))
  bytes.forEach((value, at) => made.writeUInt8(value, long.length * 4 + short.length * 2 + at))
  return made
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  return Buffer.concat([numbers([content.length]), named, numbers([crc32(named)])])
}
