/** Archives: read back entry by entry, of exactly the length that was promised, and cut off when a file has changed. */
import type { ZipEntry } from '../../../src-main/files/zip.ts'
import { Buffer } from 'node:buffer'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { safeFileBase } from '../../../src-main/base/file-name.ts'
import { zipLength, zipOf } from '../../../src-main/files/zip.ts'

function entry(name: string, bytes: Uint8Array, sizeBytes = bytes.length): ZipEntry {
  return { name, sizeBytes, at: Date.UTC(2026, 4, 1, 12), async* read() {
    yield bytes.subarray(0, 3)
    yield bytes.subarray(3)
  } }
}

async function whole(entries: readonly ZipEntry[]): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of zipOf(entries))
    pieces.push(piece)
  return Buffer.concat(pieces)
}

/** As readers do it: from the directory at the end. */
function readBack(zip: Buffer): { name: string, bytes: Buffer }[] {
  const end = zip.length - 22
  expect(zip.readUInt32LE(end)).toBe(0x0605_4B50)
  let at = zip.readUInt32LE(end + 16)
  return Array.from({ length: zip.readUInt16LE(end + 10) }, () => {
    expect(zip.readUInt32LE(at)).toBe(0x0201_4B50)
    const [checksum, size, nameLength, extraLength, offset] = [
      zip.readUInt32LE(at + 16),
      zip.readUInt32LE(at + 24),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt32LE(at + 42),
    ]
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    expect(zip.readUInt32LE(offset)).toBe(0x0403_4B50)
    expect(zip.readUInt16LE(offset + 6) & 0x0800, 'names are UTF-8').not.toBe(0)
    const from = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28)
    const bytes = zip.subarray(from, from + size)
    expect(crc32(bytes)).toBe(checksum)
    at += 46 + nameLength + extraLength
    return { name, bytes }
  })
}

/** As files are named before they are put into an archive. */
const anyName = fc.string({ unit: 'grapheme', maxLength: 20 }).map(safeFileBase)

it('contains every file, and is as long as was promised', async () => {
  await fc.assert(fc.asyncProperty(
    fc.array(fc.tuple(anyName, fc.uint8Array({ maxLength: 40 })), { maxLength: 5 }),
    async (files) => {
      const entries = files.map(([name, bytes]) => entry(name, bytes))
      const zip = await whole(entries)
      expect(zip.length).toBe(zipLength(entries))
      expect(readBack(zip).map(({ name, bytes }) => [name, [...bytes]]))
        .toEqual(files.map(([name, bytes]) => [Buffer.from(name).toString(), [...bytes]]))
    },
  ), { numRuns: 60 })
})

it('breaks off when a file is not what it was when the download began: no archive that looks whole', async () => {
  await expect(whole([entry('a.wav', new Uint8Array(5), 9), entry('b.wav', new Uint8Array(5))])).rejects.toThrow('a.wav has changed')
})
