/** Settings in JPEG: comments (ITU-T T.81, B.2.4.5) behind the segments that say what the file is. */
import type { FileBytes, Format } from './file-bytes.ts'
import { Buffer } from 'node:buffer'
import { mostParts } from './file-bytes.ts'

const comment = 0xFE
const startOfScan = 0xDA
/** In which a signature is (C2PA). */
const app11 = 0xEB
/** A segment says its length in two bytes, which count themselves. */
const mostBytes = 65_533
const mark = 'takeroom '

interface Segment { readonly at: number, readonly kind: number, readonly length: number }

/** Up to the picture itself; `length` includes the marker. */
async function segmentsOf(file: FileBytes): Promise<Segment[] | null> {
  const start = await file.read(0, 2)
  if (start.length < 2 || start.readUInt16BE(0) !== 0xFFD8)
    return null
  const segments: Segment[] = []
  for (let at = 2; segments.length < mostParts;) {
    const head = await file.read(at, 4)
    const kind = head[1] ?? 0
    if (head.length < 4 || head[0] !== 0xFF || kind < 0xC0)
      return null
    if (kind === startOfScan)
      return segments
    const length = head.readUInt16BE(2) + 2
    segments.push({ at, kind, length })
    at += length
  }
  return null
}

function commentOf(text: Buffer): Buffer {
  const head = Buffer.from([0xFF, comment, 0, 0])
  head.writeUInt16BE(text.length + 2, 2)
  return Buffer.concat([head, text])
}

export const jpeg: Format = {
  async put(file, { settings }) {
    const segments = await segmentsOf(file)
    const text = Buffer.from(`${mark}${settings}`)
    if (!segments || text.length > mostBytes || segments.some(({ kind }) => kind === app11))
      return null
    // Readers look for JFIF and EXIF first.
    const before = segments.findLast(({ kind }) => kind >= 0xE0 && kind <= 0xEF)
    const at = before ? before.at + before.length : 2
    return [{ from: 0, to: at }, { bytes: commentOf(text) }, { from: at, to: file.size }]
  },
  async find(file) {
    for (const { at, kind, length } of await segmentsOf(file) ?? []) {
      const text = kind === comment ? (await file.read(at + 4, length - 4)).toString() : ''
      if (text.startsWith(mark))
        return text.slice(mark.length)
    }
    return null
  },
  async strip(file) {
    for (const { at, kind, length } of await segmentsOf(file) ?? []) {
      if (kind === comment && (await file.read(at + 4, mark.length)).toString('latin1') === mark)
        return [{ from: 0, to: at }, { from: at + length, to: file.size }]
    }
    return null
  },
}
