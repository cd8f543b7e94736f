/** Draws or edits the image of a request. */
import type { Ffmpeg } from '../media/ffmpeg/ffmpeg.ts'
import type { Accepted, PracticeContext, WorkRequest } from './context.ts'
import type { PictureFile } from './drawing/convert.ts'
import type { UploadedFile } from './request/http-body.ts'
import { readPicture, writePicture } from './drawing/convert.ts'
import { drawLandscape } from './drawing/landscape.ts'
import { encodePng } from './drawing/png.ts'
import { drawPracticeMark } from './drawing/practice-mark.ts'
import { chooseRetouch, downsizing, insetPictures } from './drawing/retouch.ts'
import { madeOnce } from './made.ts'
import { numberOf, textOf } from './request/validate.ts'

export interface Size {
  readonly width: number
  readonly height: number
}

/** A new image for the prompt in exactly this size. */
export async function drawPicture(
  context: PracticeContext,
  { checked }: WorkRequest,
  work: Accepted,
  size: Size,
): Promise<PictureFile> {
  const picture = drawLandscape(textOf(checked, 'prompt') ?? '', work.seed, size)
  drawPracticeMark(picture)
  return writePicture(picture, textOf(checked, 'output_format'), await context.ffmpeg(), context.signal)
}

/** The first image, edited as the prompt says, with the others inset in its corner. */
export async function editPicture(
  ffmpeg: Ffmpeg,
  { checked }: WorkRequest,
  work: Accepted,
  sources: readonly [UploadedFile, ...UploadedFile[]],
  signal: AbortSignal,
): Promise<PictureFile> {
  const [first, ...others] = sources
  const retouch = chooseRetouch(textOf(checked, 'prompt') ?? '', work.seed, ffmpeg)
  const picture = await readPicture(ffmpeg, first, `${downsizing(numberOf(checked, 'downsizing_mp'))},format=rgb24,${retouch}`, signal)
  const inset = `scale=w=${Math.max(8, Math.round(picture.width / 10))}:h=-1`
  insetPictures(picture, await Promise.all(others.map(other => readPicture(ffmpeg, other, inset, signal))))
  drawPracticeMark(picture)
  return writePicture(picture, textOf(checked, 'output_format'), ffmpeg, signal)
}

/**
 * The image at a URL. A data: URL contains it; for any other, since the practice service neither uses the network nor opens
 * files, an image is drawn that is always the same for this URL.
 */
export async function pictureAt(field: string, address: string): Promise<UploadedFile> {
  const inline = /^data:[^,]*;base64,(.*)$/s.exec(address)
  if (inline)
    return { field, name: 'inline', bytes: Buffer.from(inline[1] ?? '', 'base64') }
  const words = address.replace(/\P{L}+/gu, ' ')
  const draw = () => encodePng(drawLandscape(words, address, { width: 1024, height: 640 }))
  return { field, name: 'drawn', bytes: await madeOnce(['the picture at', address], draw) }
}
