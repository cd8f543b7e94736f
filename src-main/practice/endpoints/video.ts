/** The three requests of a shot: submit it, ask how it is, fetch the film. */
import type { Answer } from '../answers/answer.ts'
import type { UploadedFile } from '../request/http-body.ts'
import type { Order, Workshop } from '../workshop.ts'
import type { Look } from './routes.ts'
import { jsonAnswer, Refusal } from '../answers/answer.ts'
import { rangeAnswer } from '../answers/range-answer.ts'
import { pictureBehind } from '../picture.ts'
import { filesOf, numberOf, textOf } from '../request/validate.ts'
import { makeShot, usualFrames } from '../shot.ts'
import { accept, needFfmpeg } from '../workshop.ts'

/** Five seconds at most times two: enough for any `frame_num` seen, and no way to keep the machine busy for long. */
const mostFrames = 161

export async function submitShot(workshop: Workshop, order: Order): Promise<Answer> {
  const ffmpeg = needFfmpeg(workshop, 'making shots')
  const still = await stillOf(order)
  const work = accept(workshop, order, workshop.shots.newId())
  const failure = workshop.faults.take('job-fails', order)?.error
  const frames = Math.min(mostFrames, numberOf(order.checked, 'frame_num') ?? usualFrames)
  workshop.shots.start(work.id, order.model, async () => {
    try {
      if (failure !== undefined)
        throw new Error(failure)
      return await makeShot(ffmpeg, { prompt: textOf(order.checked, 'prompt') ?? '', dice: work.dice, frames, still }, workshop.signal)
    }
    catch (error) {
      workshop.ledger.refund(work.id)
      throw error
    }
  })
  return jsonAnswer({ task_id: work.id, task_status: 'pending' })
}

async function stillOf({ checked }: Order): Promise<UploadedFile> {
  const [uploaded] = filesOf(checked, 'image')
  return uploaded ?? pictureBehind('image_url', textOf(checked, 'image_url') ?? '')
}

export function shotStatus(workshop: Workshop, look: Look): Answer {
  const shot = askedShot(workshop, look)
  return jsonAnswer({
    task_id: shot.id,
    status: workshop.faults.take('status', look)?.value ?? shot.state,
    start_time: isoTime(shot.startedAt),
    end_time: isoTime(shot.endedAt),
    error: shot.error,
  })
}

export function shotResult(workshop: Workshop, look: Look): Answer {
  const shot = askedShot(workshop, look)
  if (shot.state === 'failed')
    throw new Refusal(409, `Job ${shot.id} failed: ${shot.error}`)
  if (!shot.film)
    throw new Refusal(409, `Job ${shot.id} is not completed: ${shot.state}`)
  return rangeAnswer(shot.film, 'video/mp4', look.headers)
}

function askedShot(workshop: Workshop, look: Look) {
  const id = look.query.get('jobId') ?? ''
  const { model } = look
  if (id === '' || model === undefined || model === '')
    throw new Refusal(400, `${id === '' ? 'jobId' : 'model'}: Field required`)
  if (workshop.faults.take('job-missing', look))
    throw new Refusal(404, `Job ${id} not found`)
  return workshop.shots.find(id, model)
}

function isoTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
