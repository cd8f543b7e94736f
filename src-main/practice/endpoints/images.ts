/** POST /api/v1/generate with an image model: a new picture, or a changed one, under the name its model gives it. */
import type { Answer } from '../answers/answer.ts'
import type { PictureFile } from '../drawing/convert.ts'
import type { UploadedFile } from '../request/http-body.ts'
import type { Order, Workshop } from '../workshop.ts'
import { bytesAnswer, jsonAnswer, Refusal } from '../answers/answer.ts'
import { drawPicture, editPicture, pictureBehind } from '../picture.ts'
import { filesOf, flagOf, numberOf, textOf } from '../request/validate.ts'
import { accept, needFfmpeg } from '../workshop.ts'

export async function image(workshop: Workshop, order: Order): Promise<Answer> {
  const size = { width: numberOf(order.checked, 'width') ?? 1024, height: numberOf(order.checked, 'height') ?? 1024 }
  const work = accept(workshop, order)
  return answerOf(order, await drawPicture(workshop, order, work, size), work.dice)
}

export async function edit(workshop: Workshop, order: Order): Promise<Answer> {
  const ffmpeg = needFfmpeg(workshop, 'editing images')
  const startedAt = performance.now()
  const [first, ...others] = await sourcesOf(order)
  if (!first)
    throw new Refusal(400, 'image_file or image or images: one of them is required')
  const work = accept(workshop, order)
  const file = await editPicture(ffmpeg, order, work, [first, ...others], workshop.signal)
  return answerOf(order, file, work.dice, (performance.now() - startedAt) / 1000)
}

async function sourcesOf({ checked }: Order): Promise<readonly UploadedFile[]> {
  const uploaded = filesOf(checked, 'image_file', 'image', 'images')
  const fields = ['image_path', 'image_url'].filter(field => textOf(checked, field) !== undefined)
  return [...uploaded, ...await Promise.all(fields.map(field => pictureBehind(field, textOf(checked, field) ?? '')))]
}

/** The live service names the picture differently for each model; clients must know all of the names. */
function answerOf({ model, kind, checked }: Order, { type, bytes }: PictureFile, dice: string, seconds = 0): Answer {
  if (flagOf(checked, 'binary_response'))
    return bytesAnswer(bytes, type)
  const base64 = bytes.toString('base64')
  if (model === 'eigen-image')
    return jsonAnswer(kind === 'edit' ? { edited_image_base64: base64 } : { turbo_image_base64: base64 })
  if (model === 'qwen-image-edit-2511')
    return jsonAnswer({ image_base64: base64, use_lightning: textOf(checked, 'weight') !== 'vanilla', processing_time_seconds: Number(seconds.toFixed(3)) })
  return jsonAnswer({ image_base64: base64, seed: numberOf(checked, 'seed') ?? Number.parseInt(dice.slice(0, 8), 16) })
}
