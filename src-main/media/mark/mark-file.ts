/** Writes the mark of AI-generated content into a finished file: appended or patched in place, so that a long film is not copied. */
import type { FileHandle } from 'node:fs/promises'
import type { Mark } from '../plan/render-plan.ts'
import type { Patch, ReadAt } from './patch.ts'
import { open } from 'node:fs/promises'
import { writeAll } from '../../base/write-all.ts'
import { markGif, markJpeg, markPng } from './mark-picture.ts'
import { markWav, markWebp } from './mark-riff.ts'
import { xmpOf } from './xmp.ts'

/** Finds what has to be written. Throws where the file is not of the kind that it should be. */
type Marker = (xmp: Buffer, size: number, read: ReadAt) => Promise<readonly Patch[]>

/** Of XMP in ISO media. */
const xmpUuid = Buffer.from('BE7ACFCB97A942E89C71999491E3AFAC', 'hex')

const markers: Readonly<Record<string, Marker>> = {
  ...{ mp4: markIso, mov: markIso, m4a: markIso, m4b: markIso },
  ...{ png: markPng, jpeg: markJpeg, gif: markGif },
  ...{ wav: markWav, webp: markWebp },
}

/**
 * For formats that hold XMP; others have their mark in tags, see `markTags`, and are left alone. The file must be the caller's own: it
 * is damaged when this is broken off.
 */
export async function markFile(path: string, format: string, mark: Mark): Promise<void> {
  const marker = markers[format]
  if (!marker)
    return
  const file = await open(path, 'r+')
  try {
    const { size } = await file.stat()
    for (const { at, bytes } of await marker(Buffer.from(xmpOf(mark)), size, readerOf(file)))
      await writeAll(file, bytes, at)
    await file.sync()
  }
  finally {
    await file.close()
  }
}

function readerOf(file: FileHandle): ReadAt {
  return async (at, length) => {
    const bytes = Buffer.alloc(length)
    const { bytesRead } = await file.read(bytes, 0, length, at)
    return bytes.subarray(0, bytesRead)
  }
}

/** A box of its own behind the last one: nothing that other boxes point to moves. */
async function markIso(xmp: Buffer, size: number, read: ReadAt): Promise<readonly Patch[]> {
  let at = 0
  while (at < size) {
    const head = await read(at, 16)
    const short = head.length >= 8 ? head.readUInt32BE(0) : 0
    const length = short === 1 && head.length === 16 ? Number(head.readBigUInt64BE(8)) : short
    if (length < 8)
      throw new Error('The box structure of the file is invalid')
    at += length
  }
  if (at !== size)
    throw new Error('The last box of the file has a wrong size')
  return [{ at: size, bytes: markBox(xmp) }]
}

/** What the mark adds at the end of a film in MP4 or MOV. */
export const isoMark = (mark: Mark): Buffer => markBox(Buffer.from(xmpOf(mark)))

function markBox(xmp: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(24 + xmp.length)
  head.write('uuid', 4, 'latin1')
  return Buffer.concat([head, xmpUuid, xmp])
}
