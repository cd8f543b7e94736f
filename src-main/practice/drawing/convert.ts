/** Converts between files and rasters: reads any image with ffmpeg, writes PNG itself and JPEG with ffmpeg. */
import type { Ffmpeg } from '../../media/ffmpeg/ffmpeg.ts'
import type { Raster } from './raster.ts'
import { bytesInput, ownInput } from '../../media/ffmpeg/ffmpeg-input.ts'
import { Refusal } from '../answers/answer.ts'
import { madeOnce } from '../made.ts'
import { encodePng } from './png.ts'
import { decodePpm, encodePpm } from './raster.ts'

export interface PictureFile {
  readonly type: 'image/png' | 'image/jpeg'
  readonly bytes: Buffer
}

/** Decodes the first frame through a filter chain. Throws Refusal 400 with the name of the field for an undecodable file. */
export async function readPicture(
  ffmpeg: Ffmpeg,
  { field, bytes }: { field: string, bytes: Buffer },
  filters: string,
  signal: AbortSignal,
): Promise<Raster> {
  const output = ['-vf', filters, '-frames:v', '1', '-pix_fmt', 'rgb24', '-c:v', 'ppm', '-f', 'image2pipe', 'pipe:1']
  try {
    return decodePpm(await pipe(ffmpeg, [...bytesInput(bytes), ...output], bytes, signal))
  }
  catch (cause) {
    signal.throwIfAborted()
    throw new Refusal(400, `${field}: Could not decode the image: ${cause instanceof Error ? cause.message : ''}`)
  }
}

/** JPEG needs ffmpeg; without it the result is a PNG, as its type says. */
export async function writePicture(
  picture: Raster,
  format: string | undefined,
  ffmpeg: Ffmpeg | null,
  signal: AbortSignal,
): Promise<PictureFile> {
  if (format !== 'jpg' || !ffmpeg)
    return { type: 'image/png', bytes: await encodePng(picture) }
  const args = [...ownInput('pipe:0', 'ppm_pipe'), '-pix_fmt', 'yuvj420p', '-c:v', 'mjpeg', '-q:v', '3', '-f', 'image2pipe', 'pipe:1']
  return { type: 'image/jpeg', bytes: await pipe(ffmpeg, args, encodePpm(picture), signal) }
}

/** What ffmpeg writes to `pipe:1` for this input; equal runs start it once. Not to be written to. */
export function pipe(ffmpeg: Ffmpeg, args: readonly string[], input: Buffer, signal: AbortSignal): Promise<Buffer> {
  return madeOnce([ffmpeg.path, ffmpeg.version, ...args, input], async () => (await ffmpeg.run(args, { input, signal })).stdout)
}
