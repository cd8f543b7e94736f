/** What a render must know of its picture files before it draws: size, colours, transparency. Read once per file. */
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import type { RenderPicture } from '../plan/render-plan.ts'
import type { SourceFacts } from './layer.ts'
import { fileInput } from '../ffmpeg/ffmpeg-input.ts'
import { coloursOf } from '../probe/colour.ts'
import { readAlpha } from '../probe/probe-by-ffmpeg.ts'
import { probe } from '../probe/probe.ts'
import { UnreadableMediaError } from '../unreadable.ts'

interface Tools { readonly ffmpeg: Ffmpeg, readonly signal: AbortSignal }

/** Throws UnreadableMediaError for a file without a picture, FfmpegError for one that cannot be decoded. */
export async function readSource({ path, medium }: NonNullable<RenderPicture['file']>, tools: Tools): Promise<SourceFacts> {
  const probed = await probe(path, tools)
  const { width, height, framesPerSecond } = probed
  const { colourMatrix, hdr } = coloursOf(probed, medium, tools.ffmpeg)
  if (width === null || height === null)
    throw new UnreadableMediaError('damaged', `${path} has no picture`)
  const isJpeg = probed.mime === 'image/jpeg'
  const { hasAlpha, decoder } = isJpeg ? { hasAlpha: false, decoder: null } : await readAlpha(path, probed, tools.ffmpeg)
  return {
    width,
    height,
    colourMatrix,
    hdr,
    hasAlpha: hdr === null && hasAlpha && (medium === 'video' || await isClear(path, tools)),
    decoder,
    framesPerSecond: medium === 'video' ? framesPerSecond : null,
  }
}

/** Many pictures have an alpha channel that says nothing: only one with a pixel that is not opaque counts. */
async function isClear(path: string, { ffmpeg, signal }: Tools): Promise<boolean> {
  let clear = false
  const onStdout = (chunk: Buffer) => {
    clear ||= chunk.some(alpha => alpha < 255)
  }
  await ffmpeg.run(
    [...await fileInput(path), '-frames:v', '1', '-vf', 'format=rgba,extractplanes=a', '-pix_fmt', 'gray', '-f', 'rawvideo', '-'],
    { signal, onStdout },
  )
  return clear
}
