/** Determines what a media file contains: medium, duration, size, codecs. Decodes no more than necessary. */
import type { Sniffed } from '../../base/magic.ts'
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import type { ReadPiece } from '../read-window.ts'
import type { Probe, Streams } from './probe-types.ts'
import { open, readFile } from 'node:fs/promises'
import { sniff } from '../../base/magic.ts'
import { readHead } from '../../base/read-head.ts'
import { mostPieces, readThroughWindow } from '../read-window.ts'
import { UnreadableMediaError } from '../unreadable.ts'
import { readWavLayout } from '../wav.ts'
import { readOrientation, readPictureHeader } from './picture-header.ts'
import { probeByFfmpeg } from './probe-by-ffmpeg.ts'
import { probeTracks } from './probe-thread.ts'
import { noStreams } from './probe-types.ts'

/** What ffmpeg decodes, with the margin that it adds (`av_image_check_size2`): about 16,000 by 16,000. */
const mostPixels = 2 ** 28

/** Throws UnreadableMediaError for files that are empty, cut short, damaged or too large. Without ffmpeg rarer formats are `no-reader`. */
export async function probe(path: string, tools: { readonly ffmpeg: Ffmpeg | null }): Promise<Probe> {
  const { head, sizeBytes } = await readHead(path)
  if (sizeBytes === 0)
    throw new UnreadableMediaError('empty', 'the file has no bytes')
  const sniffed = sniff(head)
  if (!sniffed)
    return probeUnknown(path, tools.ffmpeg)
  switch (sniffed.medium) {
    case 'unknown': return named(sniffed, 'unknown', noStreams)
    case 'picture': return named(sniffed, 'picture', await probePicture(path, sniffed, tools.ffmpeg))
    case 'audio':
    case 'video': {
      await refuseCutShort(path, sniffed, sizeBytes)
      return probeTimed(path, sniffed, tools.ffmpeg)
    }
    default: return sniffed.medium satisfies never
  }
}

function named(sniffed: Sniffed, medium: Probe['medium'], streams: Streams): Probe {
  const { mime, extension } = sniffed
  // MP4, Matroska and WebM are detected as video; with sound only, they are audio.
  if (medium === 'audio' && sniffed.medium === 'video') {
    const isMp4 = extension === 'mp4' || extension === 'mov'
    return {
      medium,
      container: extension,
      mime: isMp4 ? 'audio/mp4' : mime.replace('video/', 'audio/'),
      extension: isMp4 ? 'm4a' : extension === 'mkv' ? 'mka' : extension,
      ...streams,
    }
  }
  return { medium, container: extension, mime, extension, ...streams }
}

async function probePicture(path: string, sniffed: Sniffed, ffmpeg: Ffmpeg | null): Promise<Streams> {
  const file = await readFile(path)
  const header = readPictureHeader(file, sniffed.mime)
  if (!header) {
    const { width, height } = await probeByFfmpeg(path, ffmpeg, { isUpright: false })
    return { ...noStreams, ...readOrientation(file, sniffed.mime) >= 5 ? { width: height, height: width } : { width, height } }
  }
  if ((header.width + 128) * (header.height + 128) >= mostPixels)
    throw new UnreadableMediaError('too-large', `${header.width} × ${header.height} pixels`)
  const onItsSide = header.orientation >= 5
  return { ...noStreams, width: onItsSide ? header.height : header.width, height: onItsSide ? header.width : header.height }
}

async function probeTimed(path: string, sniffed: Sniffed, ffmpeg: Ffmpeg | null): Promise<Probe> {
  const streams = (sniffed.mime === 'audio/wav' ? await probeWav(path) : await probeTracks(path)) ?? await probeByFfmpeg(path, ffmpeg)
  const hasPicture = streams.videoCodec !== null && sniffed.medium === 'video'
  if (!hasPicture && streams.audioCodec === null)
    throw new UnreadableMediaError('damaged', 'neither picture nor sound inside')
  const { sampleRate, channels, audioCodec, durationSeconds } = streams
  return hasPicture
    ? named(sniffed, 'video', streams)
    : named(sniffed, 'audio', { ...noStreams, sampleRate, channels, audioCodec, durationSeconds })
}

async function probeWav(path: string): Promise<Streams | null> {
  const layout = await readWavLayout(path)
  if (layout.isCutShort)
    throw new UnreadableMediaError('cut-short', 'the WAV is shorter than it says')
  if (!layout.pcm)
    return null
  const { sampleRate, channels, frames, encoding, bitsPerSample } = layout
  return {
    ...noStreams,
    sampleRate,
    channels,
    durationSeconds: frames / sampleRate,
    audioCodec: `pcm-${encoding === 'float' ? 'f' : bitsPerSample === 8 ? 'u' : 's'}${bitsPerSample}`,
  }
}

/** Files of unknown type: raw streams that only ffmpeg recognises, or not media. */
async function probeUnknown(path: string, ffmpeg: Ffmpeg | null): Promise<Probe> {
  const untyped: Sniffed = { mime: 'application/octet-stream', extension: 'bin', medium: 'unknown' }
  if (!ffmpeg)
    return named(untyped, 'unknown', noStreams)
  try {
    const streams = await probeByFfmpeg(path, ffmpeg)
    return named(untyped, streams.videoCodec === null ? 'audio' : 'video', streams)
  }
  catch (error) {
    if (error instanceof UnreadableMediaError)
      return named(untyped, 'unknown', noStreams)
    throw error
  }
}

/** A truncated file still declares its full duration in the header; comparing the sizes in it with that of the file reveals the cut. */
async function refuseCutShort(path: string, sniffed: Sniffed, sizeBytes: number): Promise<void> {
  const isMatroska = ['mkv', 'webm'].includes(sniffed.extension)
  if (!isMatroska && !['mp4', 'm4a', 'mov'].includes(sniffed.extension))
    return
  const file = await open(path)
  try {
    if (isMatroska) {
      if (await matroskaEnd(readThroughWindow(file)) > sizeBytes)
        throw new UnreadableMediaError('cut-short', `the ${sniffed.extension} is shorter than it says`)
      return
    }
    const read = readThroughWindow(file)
    let boxes = 0
    for (let at = 0; at + 8 <= sizeBytes;) {
      if (++boxes > mostPieces)
        throw new UnreadableMediaError('damaged', `the ${sniffed.extension} has more than ${mostPieces} boxes`)
      const header = await read(at, 16)
      const short = header.readUInt32BE(0)
      // ISO/IEC 14496-12 §4.2: 0 means "to the end of the file", 1 a 64-bit size after the type.
      const length = short === 0 ? sizeBytes - at : short === 1 && header.length === 16 ? Number(header.readBigUInt64BE(8)) : short
      if (length < 8)
        return
      if (at + length > sizeBytes)
        throw new UnreadableMediaError('cut-short', `the ${sniffed.extension} is shorter than it says`)
      at += length
    }
  }
  finally {
    await file.close()
  }
}

/** Where the file should end; 0 when it does not say, as in recordings that were written in one go (RFC 8794 §6). */
async function matroskaEnd(read: ReadPiece): Promise<number> {
  const sizeAt = async (offset: number): Promise<{ size: number, from: number } | null> => {
    const bytes = await read(offset, 8)
    const length = Math.clz32(bytes[0] ?? 0) - 23
    if (length > 8 || bytes.length < length)
      return null
    // The first byte marks the length; taken away at the end, it would cost the last digits.
    const value = bytes.subarray(0, length).reduce((sum, byte, at) => sum * 256 + (at === 0 ? byte & (0xFF >> length) : byte), 0)
    return value === 2 ** (7 * length) - 1 ? null : { size: value, from: offset + length }
  }
  const header = await sizeAt(4)
  const start = header ? header.from + header.size : 0
  const isSegment = header !== null && (await read(start, 4)).toString('hex') === '18538067'
  const segment = isSegment ? await sizeAt(start + 4) : null
  return segment ? segment.from + segment.size : 0
}
