/** XMP in images: an iTXt chunk of PNG, the second segment of JPEG, an application extension of GIF. */
import type { Patch, ReadAt } from './patch.ts'
import { crc32 } from 'node:zlib'

/** Before the last chunk. */
export async function markPng(xmp: Buffer, size: number, read: ReadAt): Promise<readonly Patch[]> {
  const end = await read(size - 12, 12)
  if (end.toString('latin1', 4, 8) !== 'IEND')
    throw new Error('The PNG file has no IEND chunk')
  const body = Buffer.concat([Buffer.from('iTXtXML:com.adobe.xmp\0\0\0\0\0', 'latin1'), xmp])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(body.length - 4)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return [{ at: size - 12, bytes: Buffer.concat([chunk, end]) }]
}

/** Before everything else; a still is small enough to be moved. */
export async function markJpeg(xmp: Buffer, size: number, read: ReadAt): Promise<readonly Patch[]> {
  const start = await read(0, 2)
  if (start.toString('hex') !== 'ffd8')
    throw new Error('The JPEG file has no SOI marker')
  const body = Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1'), xmp])
  const head = Buffer.from([0xFF, 0xE1, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return [{ at: 2, bytes: Buffer.concat([head, body, await read(2, size - 2)]) }]
}

/** Before the trailer. The packet is there as it is; readers of blocks are led over it by a ramp of lengths. */
export async function markGif(xmp: Buffer, size: number, read: ReadAt): Promise<readonly Patch[]> {
  const [end] = await read(size - 1, 1)
  if (end !== 0x3B)
    throw new Error('The GIF file has no trailer')
  const ramp = Buffer.from([1, ...Array.from({ length: 256 }, (_, at) => 255 - at), 0])
  const head = Buffer.concat([Buffer.from([0x21, 0xFF, 11]), Buffer.from('XMP DataXMP', 'latin1')])
  return [{ at: size - 1, bytes: Buffer.concat([head, xmp, ramp, Buffer.from([0x3B])]) }]
}
