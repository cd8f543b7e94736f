/** XMP in RIFF files: a chunk after the others. */
import type { Patch, ReadAt } from './patch.ts'

const xmpFlag = 0x04
const alphaFlag = 0x10

export async function markWav(xmp: Buffer, size: number, read: ReadAt): Promise<readonly Patch[]> {
  const head = await read(0, 36)
  const kind = head.toString('latin1', 0, 4)
  if (!['RIFF', 'RF64'].includes(kind) || head.toString('latin1', 8, 12) !== 'WAVE')
    throw new Error('Not a WAV file')
  const added = chunk('_PMX', xmp, size)
  if (kind === 'RF64')
    return [{ at: 20, bytes: u64(size + added.length - 8) }, { at: size, bytes: added }]
  return [{ at: 4, bytes: u32(size + added.length - 8) }, { at: size, bytes: added }]
}

/** A WebP says in front what it has; a plain one gets the head that says so. */
export async function markWebp(xmp: Buffer, size: number, read: ReadAt): Promise<readonly Patch[]> {
  const head = await read(0, 30)
  if (head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WEBP')
    throw new Error('Not a WebP file')
  const form = head.toString('latin1', 12, 16)
  if (form === 'VP8X') {
    const added = chunk('XMP ', xmp, size)
    const flags = Buffer.from([(head[20] ?? 0) | xmpFlag])
    return [{ at: 4, bytes: u32(size + added.length - 8) }, { at: 20, bytes: flags }, { at: size, bytes: added }]
  }
  const { width, height, hasAlpha } = form === 'VP8L' ? lossless(head) : lossy(head)
  const says = Buffer.alloc(18)
  says.write('VP8X', 0, 'latin1')
  says.writeUInt32LE(10, 4)
  says[8] = xmpFlag | (hasAlpha ? alphaFlag : 0)
  says.writeUIntLE(width - 1, 12, 3)
  says.writeUIntLE(height - 1, 15, 3)
  const picture = await read(12, size - 12)
  const moved = Buffer.concat([says, picture])
  const added = chunk('XMP ', xmp, size + says.length)
  return [{ at: 4, bytes: u32(size + says.length + added.length - 8) }, { at: 12, bytes: Buffer.concat([moved, added]) }]
}

function lossy(head: Buffer): { width: number, height: number, hasAlpha: boolean } {
  return { width: head.readUInt16LE(26) & 0x3FFF, height: head.readUInt16LE(28) & 0x3FFF, hasAlpha: false }
}

function lossless(head: Buffer): { width: number, height: number, hasAlpha: boolean } {
  const bits = head.readUInt32LE(21)
  return { width: (bits & 0x3FFF) + 1, height: ((bits >>> 14) & 0x3FFF) + 1, hasAlpha: (bits >>> 28 & 1) === 1 }
}

/** Chunks begin at even places. */
function chunk(name: string, body: Buffer, at: number): Buffer {
  return Buffer.concat([Buffer.alloc(at % 2), Buffer.from(name, 'latin1'), u32(body.length), body, Buffer.alloc(body.length % 2)])
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}
