/** The cover of a sound file: a picture of any kind becomes a JPEG that players show, and a part of the file. */
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import type { Cover, RenderPlan } from '../plan/render-plan.ts'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileInput, ownInput } from '../ffmpeg/ffmpeg-input.ts'
import { FfmpegError } from '../ffmpeg/ffmpeg.ts'
import { escapedTag } from '../plan/chapter-file.ts'
import { exactly, filmColours, readColours } from '../probe/colour.ts'
import { uprightFilters } from '../probe/orient.ts'
import { readPictureHeader } from '../probe/picture-header.ts'
import { probe } from '../probe/probe.ts'
import { UnreadableMediaError } from '../unreadable.ts'

/** Shops take no larger ones. */
const longestSide = 3000
const name = 'cover.jpg'

/**
 * Writes it into the folder: upright, whole, never enlarged, white where it is transparent, without the tags of its source. JPEG is what
 * every container and player takes. Throws UnreadableMediaError.
 */
export async function drawCover({ path }: Cover, { folder, ffmpeg, signal }: {
  readonly folder: string
  readonly ffmpeg: Ffmpeg
  readonly signal: AbortSignal
}): Promise<void> {
  const shrunk = (side: string): string => `'max(1,round(${side}*min(1,${longestSide}/max(iw,ih))))'`
  const colours = await readColours(path, await probe(path, { ffmpeg }), ffmpeg)
  const size = `w=${shrunk('iw')}:h=${shrunk('ih')}`
  const picture = [await uprightFilters(path), ...filmColours(colours, 'gbrap', { size }), 'setsar=1,format=rgba']
  const graph = `[0:v:0]${picture.filter(Boolean).join(',')},split[sheet][over];`
    + '[sheet]lutrgb=r=255:g=255:b=255:a=255[white];[white][over]overlay=format=rgb,format=gbrp,'
    + `scale=out_color_matrix=bt601:out_range=pc:${exactly},format=yuvj420p[out]`
  // Not drawbox, which ends ffmpeg 5.1 by a segmentation fault here.
  const jpeg = ['-frames:v', '1', '-pix_fmt', 'yuvj420p', '-q:v', '2', '-f', 'image2', '-update', '1']
  const output = ['-map', '[out]', '-map_metadata', '-1', ...jpeg]
  try {
    const input = await fileInput(path, ['-noautorotate'])
    await ffmpeg.run(['-y', ...input, '-filter_complex', graph, ...output, name], { cwd: folder, signal })
  }
  catch (error) {
    if (error instanceof FfmpegError && !signal.aborted)
      throw new UnreadableMediaError('damaged', `the cover, ${path}`, error)
    throw error
  }
}

/** Arguments that put it into the file; adds its input. */
export async function coverArgs({ encoding: { format } }: RenderPlan, folder: string, add: (input: string[]) => number): Promise<string[]> {
  if (format === 'opus') {
    await writeFile(join(folder, 'cover.txt'), await coverComment(join(folder, name)))
    return ['-map_metadata:g', String(add(ownInput('cover.txt', 'ffmetadata')))]
  }
  return [
    ...['-map', `${add(ownInput(name, 'jpeg_pipe'))}:v:0`, '-c:v', 'copy', '-disposition:v:0', 'attached_pic'],
    ...['-metadata:s:v:0', 'title=Cover', '-metadata:s:v:0', 'comment=Cover (front)'],
  ]
}

/** Ogg has no place for pictures but a comment, longer than a command may be: https://wiki.xiph.org/VorbisComment#METADATA_BLOCK_PICTURE */
async function coverComment(path: string): Promise<string> {
  const bytes = await readFile(path)
  const header = readPictureHeader(bytes, 'image/jpeg')
  const number = (value: number): Buffer => {
    const four = Buffer.alloc(4)
    four.writeUInt32BE(value)
    return four
  }
  const mime = Buffer.from('image/jpeg')
  const front = 3
  const block = Buffer.concat([
    ...[number(front), number(mime.length), mime, number(0)],
    ...[number(header?.width ?? 0), number(header?.height ?? 0), number(24), number(0), number(bytes.length), bytes],
  ])
  return `;FFMETADATA1\nMETADATA_BLOCK_PICTURE=${escapedTag(block.toString('base64'))}\n`
}
