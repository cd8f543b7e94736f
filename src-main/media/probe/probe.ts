/** Determines what a media file contains: medium, duration, size, codecs. Decodes no more than necessary. */
import type { Sniffed } from '../../base/magic.ts'
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import type { ReadPiece } from '../read-window.ts'
import type { Probe, Streams } from './probe-types.ts'
import { open, readFile, stat } from 'node:fs/promises'
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
      mime: isMp4 ? 'audio/mp4' : extension === 'wmv' ? 'audio/x-ms-wma' : mime.replace('video/', 'audio/'),
      extension: isMp4 ? 'm4a' : ({ mkv: 'mka', wmv: 'wma' })[extension] ?? extension,
      ...streams,
    }
  }
  return { medium, container: extension, mime, extension, ...streams }
}

async function probePicture(path: string, sniffed: Sniffed, ffmpeg: Ffmpeg | null): Promise<Streams> {
  const file = await readFile(path)
  const header = readPictureHeader(file, sniffed.mime)
  if (!header) {
    const { width, height } = await probeStillByFfmpeg(path, sniffed, ffmpeg)
    refuseTile({ width, height }, file, sniffed)
    return { ...noStreams, ...readOrientation(file, sniffed.mime) >= 5 ? { width: height, height: width } : { width, height } }
  }
  if ((header.width + 128) * (header.height + 128) >= mostPixels)
    throw new UnreadableMediaError('too-large', `${header.width} × ${header.height} pixels`)
  const onItsSide = header.orientation >= 5
  return { ...noStreams, width: onItsSide ? header.height : header.width, height: onItsSide ? header.width : header.height }
}

/** Whatever is whole and yet unreadable is of a kind that this ffmpeg does not know, such as HEIC before ffmpeg 7. */
async function probeStillByFfmpeg(path: string, sniffed: Sniffed, ffmpeg: Ffmpeg | null): Promise<Streams> {
  const isBoxed = sniffed.extension === 'heic' || sniffed.extension === 'avif'
  if (isBoxed)
    await refuseCutShort(path, sniffed, (await stat(path)).size)
  try {
    return await probeByFfmpeg(path, ffmpeg, { isUpright: false })
  }
  catch (error) {
    throw isBoxed && error instanceof UnreadableMediaError && error.reason === 'damaged'
      ? new UnreadableMediaError('no-decoder', `this ffmpeg cannot read this ${sniffed.mime}`, error)
      : error
  }
}

/** ISO/IEC 23008-12 §6.5.3: each image of a file says its size. Large ones are put together from tiles, of which some programs give one. */
function refuseTile(read: Pick<Streams, 'width' | 'height'>, file: Buffer, { extension, mime }: Sniffed): void {
  if (extension !== 'heic' && extension !== 'avif')
    return
  const pixels = (read.width ?? 0) * (read.height ?? 0)
  for (let at = file.indexOf('ispe'); at >= 0 && at + 16 <= file.length; at = file.indexOf('ispe', at + 4)) {
    if (file.readUInt32BE(at + 8) * file.readUInt32BE(at + 12) > pixels)
      throw new UnreadableMediaError('no-decoder', `this ffmpeg decodes only a part of this ${mime}`)
  }
}

async function probeTimed(path: string, sniffed: Sniffed, ffmpeg: Ffmpeg | null): Promise<Probe> {
  const streams = await readStreams(path, sniffed, ffmpeg)
  const hasPicture = streams.videoCodec !== null && sniffed.medium === 'video'
  if (!hasPicture && streams.audioCodec === null)
    throw new UnreadableMediaError('damaged', 'neither picture nor sound inside')
  const { sampleRate, channels, audioCodec, durationSeconds, sounds, sound } = streams
  return hasPicture
    ? named(sniffed, 'video', streams)
    : named(sniffed, 'audio', { ...noStreams, sampleRate, channels, audioCodec, durationSeconds, sounds, sound })
}

/** The quick reader's answer where it and ffmpeg are known to agree; else what ffmpeg decodes, for as long as the quick one says. */
async function readStreams(path: string, sniffed: Sniffed, ffmpeg: Ffmpeg | null): Promise<Streams> {
  if (sniffed.mime === 'audio/wav')
    return await probeWav(path) ?? probeByFfmpeg(path, ffmpeg)
  const read = await probeTracks(path)
  if (!read)
    return probeByFfmpeg(path, ffmpeg)
  const { isCertain, ...streams } = read
  const mayHidePicture = sniffed.medium === 'video' && read.videoCodec === null
  if ((isCertain && !mayHidePicture) || !ffmpeg)
    return streams
  const decoded = await probeByFfmpeg(path, ffmpeg)
  // Where both see the same picture, the quick one counts its packets instead of believing what the file says.
  const rate = decoded.videoCodec !== null && streams.videoCodec !== null ? streams.framesPerSecond : null
  const isSameSpan = (decoded.videoCodec === null) === (streams.videoCodec === null)
  return {
    ...decoded,
    durationSeconds: isSameSpan ? streams.durationSeconds : decoded.durationSeconds,
    framesPerSecond: rate ?? decoded.framesPerSecond,
  }
}

async function probeWav(path: string): Promise<Streams | null> {
  const layout = await readWavLayout(path)
  if (layout.isCutShort)
    throw new UnreadableMediaError('cut-short', 'the WAV is shorter than it says')
  if (!layout.pcm)
    return null
  const { sampleRate, channels, frames, encoding, bitsPerSample } = layout
  const audioCodec = `pcm-${encoding === 'float' ? 'f' : bitsPerSample === 8 ? 'u' : 's'}${bitsPerSample}`
  return {
    ...noStreams,
    ...{ sampleRate, channels, audioCodec },
    durationSeconds: frames / sampleRate,
    sounds: [{ codec: audioCodec, stream: null, sampleRate, channels, language: '', title: '' }],
  }
}

/** Files of unknown type: raw streams that only ffmpeg recognises, or not media. */
async function probeUnknown(path: string, ffmpeg: Ffmpeg | null): Promise<Probe> {
  const untyped: Sniffed = { mime: 'application/octet-stream', extension: 'bin', medium: 'unknown' }
  if (!ffmpeg)
    return named(untyped, 'unknown', noStreams)
  try {
    const streams = await probeByFfmpeg(path, ffmpeg)
    return streams.videoCodec === null
      ? named({ ...untyped, mime: 'audio/x-unknown' }, 'audio', streams)
      : named({ ...untyped, mime: 'video/x-unknown' }, 'video', streams)
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
  if (!isMatroska && !['mp4', 'm4a', 'mov', 'heic', 'avif'].includes(sniffed.extension))
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
