/** Makes a film of a picture that moves: each frame for its own time, with its transparency, without loss. Or its first frame, as a still. */
import type { MovingPicture } from '#rules/files/moving-pictures.ts'
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import { readFile, rm, stat } from 'node:fs/promises'
import { movingPicture } from '#rules/files/moving-pictures.ts'
import { movingInput } from '../ffmpeg/ffmpeg-input.ts'
import { UnreadableMediaError } from '../unreadable.ts'
import { openApngWriter } from './apng-writer.ts'
import { drawnPictures, webpPictures } from './webp-pictures.ts'

/** Larger ones are taken as the still that they begin with. */
const mostBytes = 2 ** 29

interface Tools { readonly ffmpeg: Ffmpeg, readonly signal?: AbortSignal }

/** Null for still images and other files. */
export async function movementIn(path: string): Promise<MovingPicture | null> {
  return (await stat(path)).size > mostBytes ? null : movingPicture(await readFile(path))
}

/**
 * Writes a MOV of PNG: every program for films reads it, and each frame can be reached by itself. `outPath` must not exist.
 * Throws UnreadableMediaError and FfmpegError.
 */
export async function filmOfPictures(path: string, outPath: string, { frames, lastMs }: MovingPicture, tools: Tools): Promise<void> {
  const unpacked = `${outPath}.apng`
  try {
    const isWebp = (await readFile(path)).toString('latin1', 8, 12) === 'WEBP'
    if (isWebp)
      await unpack(path, unpacked, Infinity, tools)
    const input = await movingInput(isWebp ? unpacked : path)
    const drawn = await isAlphaBeside(input, tools) ? '[0:v:0][0:v:1]alphamerge,format=rgba' : '[0:v:0]format=rgba'
    const isClear = await hasClearPixel(input, drawn, tools)
    // The last frame has none after it that would end it.
    const ending = lastMs === null ? [] : ['-bsf:v', `setts=duration=if(eq(N\\,${frames - 1})\\,${Math.round(lastMs)}\\,DURATION)`]
    await tools.ffmpeg.run([
      ...['-y', ...input, '-filter_complex', `${drawn},format=${isClear ? 'rgba' : 'rgb24'}[film]`, '-map', '[film]'],
      ...['-fps_mode', 'passthrough', '-enc_time_base', '1:1000', '-c:v', 'png', ...ending],
      ...['-map_metadata', '-1', '-video_track_timescale', '1000', '-f', 'mov', outPath],
    ], tools.signal && { signal: tools.signal })
  }
  finally {
    await rm(unpacked, { force: true })
  }
}

/** Writes a PNG of the first frame of an animated WebP, which ffmpeg would not read as a still either. `outPath` must not exist. */
export async function stillOfWebp(path: string, outPath: string, tools: Tools): Promise<void> {
  await unpack(path, outPath, 1, tools)
}

async function unpack(path: string, outPath: string, most: number, tools: Tools): Promise<void> {
  const all = webpPictures(await readFile(path))
  const pictures = { ...all, frames: all.frames.slice(0, most) }
  const writer = await openApngWriter(outPath, { ...pictures, frames: pictures.frames.length })
  try {
    for await (const { rgba, ms } of drawnPictures(pictures, tools))
      await writer.add(rgba, ms)
  }
  finally {
    await writer.close()
  }
}

/** AVIF keeps transparency as a second picture. */
async function isAlphaBeside(input: readonly string[], { ffmpeg, signal }: Tools): Promise<boolean> {
  const { stderr } = await ffmpeg.run([...input, '-map', '0:v', '-frames:v', '1', '-f', 'null', '-'], signal && { signal })
  const described = stderr.slice(0, stderr.search(/^Output #0|^Stream mapping:/m) >>> 0)
  return [...described.matchAll(/^ *Stream #0:\d.*: Video: /gm)].length > 1
}

/** Whether any pixel of any frame can be seen through. */
async function hasClearPixel(input: readonly string[], drawn: string, { ffmpeg, signal }: Tools): Promise<boolean> {
  let [isClear, bytes] = [false, 0]
  const onStdout = (chunk: Buffer): void => {
    bytes += chunk.length
    isClear ||= chunk.some(alpha => alpha < 255)
  }
  await ffmpeg.run(
    [
      ...[...input, '-filter_complex', `${drawn},extractplanes=a[alpha]`, '-map', '[alpha]', '-fps_mode', 'passthrough'],
      ...['-pix_fmt', 'gray', '-f', 'rawvideo', '-'],
    ],
    { onStdout, ...signal && { signal } },
  )
  if (bytes === 0)
    throw new UnreadableMediaError('no-decoder', 'ffmpeg decodes no frame')
  return isClear
}
