/** Makes a still small enough for the preview: upright, eight bits, with its alpha channel. */
import type { Size } from './preview-size.ts'
import type { MakeOptions } from './proxy.ts'
import { join } from 'node:path'
import { fileInput } from '../ffmpeg/ffmpeg-input.ts'
import { colourMatrixOf } from '../probe/colour.ts'
import { uprightFilters } from '../probe/orient.ts'
import { readAlpha } from '../probe/probe-by-ffmpeg.ts'
import { UnreadableMediaError } from '../unreadable.ts'
import { previewSize } from './preview-size.ts'

/** What a page shows as it is; anything else is converted, whatever its size. */
const shown: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/bmp', 'image/avif'])

/** Whether the original itself can be drawn in the preview. */
export function isFitForPreview({ mime, width, height }: { mime: string, width: number | null, height: number | null }): boolean {
  if (!shown.has(mime) || width === null || height === null)
    return false
  return previewSize({ width, height }).width === width
}

export interface PreviewPicture extends Size { readonly fileName: string, readonly mime: string }

/** Writes one file into an existing folder. Throws UnreadableMediaError or FfmpegError when there is no picture. */
export async function makePreviewPicture(path: string, folder: string, options: MakeOptions): Promise<PreviewPicture> {
  const { ffmpeg, probe, signal } = options
  if (!probe.width || !probe.height)
    throw new UnreadableMediaError('damaged', 'the picture has no size')
  const { width, height } = previewSize({ width: probe.width, height: probe.height })
  const { hasAlpha } = await readAlpha(path, { videoCodec: probe.mime === 'image/jpeg' ? 'mjpeg' : null }, ffmpeg)
  const matrix = colourMatrixOf({ medium: 'picture', colourTagged: false, sourceHeight: probe.height })
  const [fileName, mime] = hasAlpha ? ['picture.png', 'image/png'] : ['picture.jpg', 'image/jpeg']
  const filters = [
    await uprightFilters(path),
    `scale=${width}:${height}:in_color_matrix=${matrix}${hasAlpha ? '' : ':out_color_matrix=bt601:out_range=pc'}`,
    'setsar=1',
    hasAlpha ? 'format=rgba' : 'format=yuvj420p',
  ].filter(Boolean)
  await ffmpeg.run([
    ...['-y', ...await fileInput(path, ['-noautorotate']), '-map', '0:v:0', '-frames:v', '1', '-vf', filters.join(',')],
    ...['-map_metadata', '-1', ...(hasAlpha ? ['-c:v', 'png'] : ['-c:v', 'mjpeg', '-q:v', '3']), '-f', hasAlpha ? 'image2' : 'mjpeg'],
    ...(hasAlpha ? ['-update', '1'] : []),
    join(folder, fileName),
  ], signal ? { signal } : {})
  return { width, height, fileName, mime }
}
