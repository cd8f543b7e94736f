/** Reads the size and orientation of an image from its header, and checks that the file is complete. */
import { UnreadableMediaError } from '../unreadable.ts'
import { exifOrientation, orientationInTiff } from './exif.ts'
import { readHeif } from './heif-boxes.ts'
import { pngChunks, webpChunk } from './picture-colours.ts'

export interface PictureHeader {
  /** As stored, before rotation. */
  readonly width: number
  readonly height: number
  /** EXIF orientation, 1–8; 5–8 swap width and height. */
  readonly orientation: number
}

const readers: Readonly<Record<string, (file: Buffer) => PictureHeader | null>> = {
  'image/png': readPng,
  'image/jpeg': readJpeg,
  'image/gif': readGif,
  'image/webp': readWebp,
  'image/bmp': file => sized(file.readInt32LE(18), Math.abs(file.readInt32LE(22))),
}

const none = Buffer.alloc(0)

/** EXIF orientation of a picture of any kind, 1–8; 1 where it says none. Takes the whole file. */
export function readOrientation(file: Buffer, mime: string): number {
  switch (mime) {
    case 'image/tiff': return orientationInTiff(file) ?? 1
    case 'image/avif':
    case 'image/heic': return readHeif(file).orientation
    default: return readPictureHeader(file, mime)?.orientation ?? 1
  }
}

/** Takes the whole file. Null for formats without a reader here; throws UnreadableMediaError for a broken file. */
export function readPictureHeader(file: Buffer, mime: string): PictureHeader | null {
  const reader = readers[mime]
  if (!reader)
    return null
  try {
    const header = reader(file)
    if (!header || header.width <= 0 || header.height <= 0)
      throw new UnreadableMediaError('damaged', `no size in this ${mime}`)
    return header
  }
  catch (error) {
    // The only other error is a read beyond the end of the buffer: the header is cut.
    throw error instanceof UnreadableMediaError
      ? error
      : new UnreadableMediaError('cut-short', `the header of this ${mime} ends early`, error)
  }
}

function sized(width: number, height: number, orientation = 1): PictureHeader {
  return { width, height, orientation }
}

function readPng(file: Buffer): PictureHeader | null {
  if (file.toString('latin1', 12, 16) !== 'IHDR')
    return null
  for (let at = 8; at + 8 <= file.length; at += 12 + file.readUInt32BE(at)) {
    if (file.toString('latin1', at + 4, at + 8) === 'IEND')
      return sized(file.readUInt32BE(16), file.readUInt32BE(20), exifOrientation(pngChunks(file).get('eXIf') ?? none) ?? 1)
  }
  throw new UnreadableMediaError('cut-short', 'the PNG has no end')
}

function readGif(file: Buffer): PictureHeader {
  // GIF89a §27: the trailer; some writers pad after it, so the last bytes are searched.
  if (!file.subarray(-1024).includes(0x3B))
    throw new UnreadableMediaError('cut-short', 'the GIF has no end')
  return sized(file.readUInt16LE(6), file.readUInt16LE(8))
}

function readWebp(file: Buffer): PictureHeader | null {
  if (file.readUInt32LE(4) + 8 > file.length + 1)
    throw new UnreadableMediaError('cut-short', 'the WebP is shorter than it says')
  switch (file.toString('latin1', 12, 16)) {
    case 'VP8X': return sized(file.readUIntLE(24, 3) + 1, file.readUIntLE(27, 3) + 1, exifOrientation(webpChunk(file, 'EXIF') ?? none) ?? 1)
    case 'VP8 ': return sized(file.readUInt16LE(26) & 0x3FFF, file.readUInt16LE(28) & 0x3FFF)
    case 'VP8L': {
      const bits = file.readUInt32LE(21)
      return sized((bits & 0x3FFF) + 1, ((bits >>> 14) & 0x3FFF) + 1)
    }
    default: return null
  }
}

// ITU-T T.81 §B.1.1.3: frame headers are C0–CF without the tables C4, C8, CC.
const isFrameHeader = (marker: number) => marker >= 0xC0 && marker <= 0xCF && ![0xC4, 0xC8, 0xCC].includes(marker)

function readJpeg(file: Buffer): PictureHeader | null {
  let orientation = 1
  let size: { width: number, height: number } | null = null
  for (let at = 2; ;) {
    while (file.readUInt8(at + 1) === 0xFF)
      at++
    const marker = file.readUInt8(at + 1)
    if (file.readUInt8(at) !== 0xFF)
      return null
    if (marker === 0xDA) {
      if (file.lastIndexOf(Buffer.from([0xFF, 0xD9])) < at)
        throw new UnreadableMediaError('cut-short', 'the JPEG has no end')
      return size && sized(size.width, size.height, orientation)
    }
    const length = file.readUInt16BE(at + 2)
    if (isFrameHeader(marker))
      size = { width: file.readUInt16BE(at + 7), height: file.readUInt16BE(at + 5) }
    else if (marker === 0xE1)
      orientation = jpegOrientation(file.subarray(at + 4, at + 2 + length)) ?? orientation
    at += 2 + length
  }
}

/** Other data may come in a segment of the same number. */
function jpegOrientation(segment: Buffer): number | null {
  return segment.toString('latin1', 0, 6) === 'Exif\0\0' ? exifOrientation(segment) : null
}
