/** Makes a still for the preview: upright, in the colours of the film, eight bits, small enough, with its alpha channel. */
import type { Size } from './preview-size.ts'
import type { MakeOptions } from './proxy.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileInput } from '../ffmpeg/ffmpeg-input.ts'
import { exactly, filmColours, readColours } from '../probe/colour.ts'
import { uprightFilters } from '../probe/orient.ts'
import { pictureColours } from '../probe/picture-colours.ts'
import { readOrientation } from '../probe/picture-header.ts'
import { readTransparency } from '../probe/transparency.ts'
import { UnreadableMediaError } from '../unreadable.ts'
import { previewSize } from './preview-size.ts'

/** What a page draws as ffmpeg does, where its colours need no conversion and it is upright. Anything else is converted. */
const drawnAlike: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/bmp'])

/** Whether the original itself can be drawn in the preview: the page then draws what is delivered. Reads it. */
export async function isFitForPreview(
  path: string,
  { mime, width, height }: { readonly mime: string, readonly width: number | null, readonly height: number | null },
): Promise<boolean> {
  if (!drawnAlike.has(mime) || width === null || height === null || previewSize({ width, height }).width !== width)
    return false
  const file = await readFile(path)
  const { map, isUnderstood } = pictureColours(file, mime)
  return map === null && isUnderstood && readOrientation(file, mime) === 1 && !(mime === 'image/jpeg' && isPrinted(file))
}

/** A JPEG of four colours: programs differ in what they make of them. */
function isPrinted(jpeg: Buffer): boolean {
  for (let at = 2; at + 10 <= jpeg.length && jpeg[at] === 0xFF && jpeg[at + 1] !== 0xDA;) {
    const marker = jpeg.readUInt8(at + 1)
    if ([0xC0, 0xC1, 0xC2].includes(marker))
      return jpeg[at + 9] === 4
    at += marker === 0xFF ? 1 : 2 + jpeg.readUInt16BE(at + 2)
  }
  return false
}

export interface PreviewPicture extends Size { readonly fileName: string, readonly mime: string }

/** Writes one file into an existing folder. Throws UnreadableMediaError or FfmpegError when there is no picture. */
export async function makePreviewPicture(path: string, folder: string, options: MakeOptions): Promise<PreviewPicture> {
  const { ffmpeg, probe, signal } = options
  if (!probe.width || !probe.height)
    throw new UnreadableMediaError('damaged', 'the picture has no size')
  const { width, height } = previewSize({ width: probe.width, height: probe.height })
  const { hasAlpha } = await readTransparency(path, probe, options)
  const colours = await readColours(path, probe, ffmpeg)
  const [fileName, mime] = hasAlpha ? ['picture.png', 'image/png'] : ['picture.jpg', 'image/jpeg']
  const filters = [
    await uprightFilters(path),
    ...filmColours(colours, hasAlpha ? 'gbrap' : 'gbrp', { size: `${width}:${height}` }),
    'setsar=1',
    // A JPEG is BT.601 in full range. Its colours are not halved: a page would smooth them in another way than ffmpeg.
    ...hasAlpha ? ['format=rgba'] : [`scale=out_color_matrix=bt601:out_range=pc:${exactly}`, 'format=yuvj444p'],
  ].filter(Boolean)
  await ffmpeg.run([
    ...['-y', ...await fileInput(path, ['-noautorotate']), '-map', '0:v:0', '-frames:v', '1', '-vf', filters.join(',')],
    ...['-map_metadata', '-1', ...(hasAlpha ? ['-c:v', 'png'] : ['-c:v', 'mjpeg', '-q:v', '2']), '-f', hasAlpha ? 'image2' : 'mjpeg'],
    ...(hasAlpha ? ['-update', '1'] : []),
    join(folder, fileName),
  ], signal ? { signal } : {})
  return { width, height, fileName, mime }
}
