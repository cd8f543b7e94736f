/** Counts the frames of a film that the studio has written, of any kind. */
import type { Format } from '#contract/presets.ts'
import type { FrameRate } from '#contract/sequence-document.ts'
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import { open } from 'node:fs/promises'
import { fileInput } from '../ffmpeg/ffmpeg-input.ts'
import { countFrames } from './probe-tracks.ts'

export async function countFilmFrames(
  path: string,
  { format, rate, frames }: { readonly format: Format, readonly rate: FrameRate, readonly frames: number },
  { ffmpeg, signal }: { readonly ffmpeg: Ffmpeg, readonly signal: AbortSignal },
): Promise<number | null> {
  switch (format) {
    // No ffmpeg before 8 reads animated WebP.
    case 'webp': return await countWebpFrames(path, rate) ?? frames
    case 'mxf':
    case 'gif':
    case 'png':
    case 'jpeg': {
      let lines = ''
      const onStdout = (chunk: Buffer) => {
        lines += chunk.toString('latin1')
      }
      await ffmpeg.run([...await fileInput(path), '-map', '0:v:0', '-c', 'copy', '-f', 'framecrc', '-'], { signal, onStdout })
      return lines.split('\n').filter(line => line.startsWith('0,')).length
    }
    default: return countFrames(path)
  }
}

/**
 * By how long it lasts: equal frames are kept as one. https://developers.google.com/speed/webp/docs/riff_container: a chunk for each, with
 * its time in milliseconds. Null where all are equal: then it is a still, which has no time.
 */
async function countWebpFrames(path: string, rate: FrameRate): Promise<number | null> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const header = Buffer.alloc(24)
    let [milliseconds, isMoving] = [0, false]
    for (let at = 12; at + 8 <= size;) {
      await file.read(header, 0, 24, at)
      const isFrame = header.toString('latin1', 0, 4) === 'ANMF'
      isMoving ||= isFrame
      milliseconds += isFrame ? header.readUIntLE(20, 3) : 0
      const length = header.readUInt32LE(4)
      at += 8 + length + length % 2
    }
    return isMoving ? Math.max(1, Math.round(milliseconds * rate.numerator / rate.denominator / 1000)) : null
  }
  finally {
    await file.close()
  }
}
