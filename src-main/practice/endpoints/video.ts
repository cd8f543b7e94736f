/** The three requests of a video job: submit it, ask for its status, fetch the result. */
import type { Answer } from '../answers/answer.ts'
import type { PracticeContext, ReadRequest, WorkRequest } from '../context.ts'
import type { UploadedFile } from '../request/http-body.ts'
import { jsonAnswer, Refusal } from '../answers/answer.ts'
import { rangeAnswer } from '../answers/range-answer.ts'
import { accept, requireFfmpeg } from '../context.ts'
import { pictureAt } from '../picture.ts'
import { filesOf, numberOf, textOf } from '../request/validate.ts'
import { makeShot, usualFrames } from '../shot.ts'

/** About ten seconds: more than any `frame_num` seen so far, and few enough to render quickly. */
const mostFrames = 161

export async function submitShot(context: PracticeContext, request: WorkRequest): Promise<Answer> {
  const ffmpeg = await requireFfmpeg(context, 'making shots')
  const still = await stillOf(request)
  const work = accept(context, request, context.shots.newId())
  const failure = context.faults.take('job-fails', request)?.error
  const frames = Math.min(mostFrames, numberOf(request.checked, 'frame_num') ?? usualFrames)
  context.shots.start(work.id, request.model, async () => {
    try {
      if (failure !== undefined)
        throw new Error(failure)
      const prompt = textOf(request.checked, 'prompt') ?? ''
      return await makeShot(ffmpeg, { prompt, seed: work.seed, frames, still, pixels: context.shotPixels }, context.signal)
    }
    catch (error) {
      context.ledger.refund(work.id)
      throw error
    }
  })
  return jsonAnswer({ task_id: work.id, task_status: 'pending' })
}

async function stillOf({ checked }: WorkRequest): Promise<UploadedFile> {
  const [uploaded] = filesOf(checked, 'image')
  return uploaded ?? pictureAt('image_url', textOf(checked, 'image_url') ?? '')
}

export function shotStatus(context: PracticeContext, request: ReadRequest): Answer {
  const shot = findShot(context, request)
  return jsonAnswer({
    task_id: shot.id,
    status: context.faults.take('status', request)?.value ?? shot.state,
    start_time: isoTime(shot.startedAt),
    end_time: isoTime(shot.endedAt),
    error: shot.error,
  })
}

export function shotResult(context: PracticeContext, request: ReadRequest): Answer {
  const shot = findShot(context, request)
  if (shot.state === 'failed')
    throw new Refusal(409, `Job ${shot.id} failed: ${shot.error}`)
  if (!shot.video)
    throw new Refusal(409, `Job ${shot.id} is not completed: ${shot.state}`)
  return rangeAnswer(shot.video, 'video/mp4', request.headers)
}

function findShot(context: PracticeContext, request: ReadRequest) {
  const id = request.query.get('jobId') ?? ''
  const { model } = request
  if (id === '' || model === undefined || model === '')
    throw new Refusal(400, `${id === '' ? 'jobId' : 'model'}: Field required`)
  if (context.faults.take('job-missing', request))
    throw new Refusal(404, `Job ${id} not found`)
  return context.shots.find(id, model)
}

function isoTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
