/** Makes a readable file of one that was cut off: pictures get an end, and streams are copied into a file whose index fits them. */
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import { readFile, writeFile } from 'node:fs/promises'
import { constants, crc32, deflateSync, inflateSync } from 'node:zlib'
import { sniff } from '../../base/magic.ts'
import { readHead } from '../../base/read-head.ts'
import { fileInput } from '../ffmpeg/ffmpeg-input.ts'
import { UnreadableMediaError } from '../unreadable.ts'

/** The muxer by the extension that `sniff` gives. */
const muxers: Readonly<Record<string, string>> = {
  mp4: 'mp4',
  mov: 'mp4',
  m4a: 'mp4',
  flac: 'flac',
  ogg: 'ogg',
  mp3: 'mp3',
  aac: 'adts',
  webm: 'webm',
  mkv: 'matroska',
}

/**
 * Writes `outPath`. Throws UnreadableMediaError for a format that cannot be completed, or without ffmpeg where that is needed,
 * and FfmpegError when nothing of the file can be read.
 */
export async function completeCutFile(path: string, outPath: string, ffmpeg: Ffmpeg | null): Promise<void> {
  const extension = sniff((await readHead(path)).head)?.extension ?? ''
  if (extension === 'png' || extension === 'jpg') {
    const bytes = await readFile(path)
    // Decoders show a JPEG as far as it goes, as long as it ends.
    return writeFile(outPath, extension === 'png' ? completePng(bytes) : Buffer.concat([bytes, Buffer.from([0xFF, 0xD9])]))
  }
  const muxer = muxers[extension]
  if (muxer === undefined)
    throw new UnreadableMediaError('cut-short', `a cut ${extension || 'file'} cannot be completed`)
  if (!ffmpeg)
    throw new UnreadableMediaError('no-reader', `a cut ${extension} needs ffmpeg`)
  await ffmpeg.run([...await fileInput(path), '-map', '0', '-c', 'copy', '-f', muxer, '-y', outPath])
}

const channelsOfColourType: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const mostRawBytes = 2 ** 28

/** A PNG with the rows that are there; the others are black, or transparent. Throws UnreadableMediaError without any row. */
export function completePng(bytes: Buffer): Buffer {
  const [before, data]: [Buffer[], Buffer[]] = [[], []]
  for (let at = 8; at + 8 <= bytes.length;) {
    const length = bytes.readUInt32BE(at)
    const name = bytes.toString('latin1', at + 4, at + 8)
    const content = bytes.subarray(at + 8, at + 8 + length)
    if (name === 'IDAT')
      data.push(content)
    else if (data.length === 0 && content.length === length)
      before.push(chunk(name, content))
    at += 12 + length
  }
  const header = bytes.subarray(16, 29)
  const [bits = 0, colourType = 0,,, interlace = 0] = header.subarray(8)
  const rowBytes = 1 + Math.ceil(header.readUInt32BE(0) * bits * (channelsOfColourType[colourType] ?? 0) / 8)
  const rawBytes = rowBytes * header.readUInt32BE(4)
  // An interlaced picture has its rows in seven passes; those are left alone.
  if (before.length === 0 || data.length === 0 || interlace !== 0 || rawBytes > mostRawBytes)
    throw new UnreadableMediaError('cut-short', 'no rows of this PNG can be read')
  const there = inflateSync(Buffer.concat(data), { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: rawBytes + 1 })
  if (there.length < rowBytes)
    throw new UnreadableMediaError('cut-short', 'this PNG has no rows')
  const raw = Buffer.alloc(rawBytes)
  there.copy(raw, 0, 0, there.length - there.length % rowBytes)
  return Buffer.concat([bytes.subarray(0, 8), ...before, chunk('IDAT', deflateSync(raw)), chunk('IEND', Buffer.alloc(0))])
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
