/** POST /api/v1/generate with an image model: a new or an edited image, under the member name that the live model uses. */
import type { Answer } from '../answers/answer.ts'
import type { PracticeContext, WorkRequest } from '../context.ts'
import type { PictureFile } from '../drawing/convert.ts'
import type { UploadedFile } from '../request/http-body.ts'
import { bytesAnswer, jsonAnswer, Refusal } from '../answers/answer.ts'
import { accept, requireFfmpeg } from '../context.ts'
import { drawPicture, editPicture, pictureAt } from '../picture.ts'
import { filesOf, flagOf, numberOf, textOf } from '../request/validate.ts'

export async function image(context: PracticeContext, request: WorkRequest): Promise<Answer> {
  const size = { width: numberOf(request.checked, 'width') ?? 1024, height: numberOf(request.checked, 'height') ?? 1024 }
  const work = accept(context, request)
  return answerOf(request, await drawPicture(context, request, work, size), work.seed)
}

export async function edit(context: PracticeContext, request: WorkRequest): Promise<Answer> {
  const ffmpeg = await requireFfmpeg(context, 'editing images')
  const startedAt = performance.now()
  const [first, ...others] = await sourcesOf(request)
  if (!first)
    throw new Refusal(400, 'image_file or image or images: one of them is required')
  const work = accept(context, request)
  const file = await editPicture(ffmpeg, request, work, [first, ...others], context.signal)
  return answerOf(request, file, work.seed, (performance.now() - startedAt) / 1000)
}

async function sourcesOf({ checked }: WorkRequest): Promise<readonly UploadedFile[]> {
  const uploaded = filesOf(checked, 'image_file', 'image', 'images')
  const fields = ['image_path', 'image_url'].filter(field => textOf(checked, field) !== undefined)
  return [...uploaded, ...await Promise.all(fields.map(field => pictureAt(field, textOf(checked, field) ?? '')))]
}

/** The live service uses another member name for each model; clients must know all of them. */
function answerOf({ model, kind, checked }: WorkRequest, { type, bytes }: PictureFile, seed: string, seconds = 0): Answer {
  if (flagOf(checked, 'binary_response'))
    return bytesAnswer(bytes, type)
  const base64 = bytes.toString('base64')
  if (model === 'eigen-image')
    return jsonAnswer(kind === 'edit' ? { edited_image_base64: base64 } : { turbo_image_base64: base64 })
  if (model === 'qwen-image-edit-2511') {
    return jsonAnswer({
      image_base64: base64,
      use_lightning: textOf(checked, 'weight') !== 'vanilla',
      processing_time_seconds: Number(seconds.toFixed(3)),
    })
  }
  return jsonAnswer({ image_base64: base64, seed: numberOf(checked, 'seed') ?? Number.parseInt(seed.slice(0, 8), 16) })
}
