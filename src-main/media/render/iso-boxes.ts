/** The boxes of a film in MP4 or MOV that the studio has written. */
import type { FileHandle } from 'node:fs/promises'

/** The existing bytes, where the file ends early. */
export async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, at)
  return bytes.subarray(0, bytesRead)
}

export interface Box { readonly type: string, readonly at: number, readonly from: number, readonly to: number }

/** Of ISO media, with all its boxes between two places. */
export async function boxesIn(file: FileHandle, from: number, to: number): Promise<Box[]> {
  const boxes: Box[] = []
  for (let at = from; at + 8 <= to;) {
    const head = await readAt(file, at, 16)
    const short = head.readUInt32BE(0)
    const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? to - at : short
    if (length < 8)
      throw new Error('The box structure of the file is invalid')
    boxes.push({ type: head.toString('latin1', 4, 8), at, from: at + (short === 1 ? 16 : 8), to: at + length })
    at += length
  }
  return boxes
}

/** The contents of the boxes of this type. */
export async function boxesWithin(file: FileHandle, boxes: readonly Box[], type: string): Promise<Box[]> {
  return (await Promise.all(boxes.filter(box => box.type === type).map(async ({ from, to }) => boxesIn(file, from, to)))).flat()
}
