/** Draws or changes a picture for an order. */
import type { Ffmpeg } from '../media/ffmpeg.ts'
import type { PictureFile } from './drawing/convert.ts'
import type { UploadedFile } from './request/http-body.ts'
import type { Accepted, Order, Workshop } from './workshop.ts'
import { readPicture, writePicture } from './drawing/convert.ts'
import { drawLandscape } from './drawing/landscape.ts'
import { encodePng } from './drawing/png.ts'
import { drawPracticeMark } from './drawing/practice-mark.ts'
import { chooseRetouch, downsizing, insetPictures } from './drawing/retouch.ts'
import { numberOf, textOf } from './request/validate.ts'

export interface Size {
  readonly width: number
  readonly height: number
}

/** A new picture of the prompt at exactly this size. */
export async function drawPicture({ ffmpeg, signal }: Workshop, { checked }: Order, work: Accepted, size: Size): Promise<PictureFile> {
  const picture = drawLandscape(textOf(checked, 'prompt') ?? '', work.dice, size)
  drawPracticeMark(picture)
  return writePicture(picture, textOf(checked, 'output_format'), ffmpeg, signal)
}

/** The first picture, changed as the prompt says, with any others set into its corner. */
export async function editPicture(ffmpeg: Ffmpeg, { checked }: Order, work: Accepted, sources: readonly [UploadedFile, ...UploadedFile[]], signal: AbortSignal): Promise<PictureFile> {
  const [first, ...others] = sources
  const retouch = chooseRetouch(textOf(checked, 'prompt') ?? '', work.dice, ffmpeg)
  const picture = await readPicture(ffmpeg, first, `${downsizing(numberOf(checked, 'downsizing_mp'))},format=rgb24,${retouch}`, signal)
  const inset = `scale=w=${Math.max(8, Math.round(picture.width / 10))}:h=-1`
  insetPictures(picture, await Promise.all(others.map(other => readPicture(ffmpeg, other, inset, signal))))
  drawPracticeMark(picture)
  return writePicture(picture, textOf(checked, 'output_format'), ffmpeg, signal)
}

/**
 * The picture behind an address. A data: URL holds it; for any other the practice service, which neither goes out to the
 * network nor opens files, draws a still that this address always gets.
 */
export async function pictureBehind(field: string, address: string): Promise<UploadedFile> {
  const inline = /^data:[^,]*;base64,(.*)$/s.exec(address)
  if (inline)
    return { field, name: 'inline', bytes: Buffer.from(inline[1] ?? '', 'base64') }
  const words = address.replace(/\P{L}+/gu, ' ')
  return { field, name: 'drawn', bytes: await encodePng(drawLandscape(words, address, { width: 1024, height: 640 })) }
}
