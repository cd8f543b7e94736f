/** Image: one paid request, answered with one or more pictures, made from a prompt or from a source; or with a task, as for video. */
import type { StepResult } from '../jobs/kind.ts'
import type { PaidPorts, PaidWork } from './paid.ts'
import { defineKind } from '../jobs/kind.ts'
import { decodeImageParts } from '../service/decode-part.ts'
import { decodeImages, decodePictureTask } from '../service/decode.ts'
import { fileAnswer, recordAnswer } from './answers.ts'
import { fetchNamedFiles } from './named-files.ts'
import { answerPath, PaidPlan, prepare, send } from './paid.ts'
import { keepsParts } from './partial.ts'
import { firstPoll, poll, withTask } from './video.ts'

function ask(work: PaidWork<PaidPlan>): Promise<StepResult> {
  return send(work, 'image', {
    onAnswer: async (answer) => {
      const task = await decodePictureTask(answer.partPath)
      return task ? { event: 'accept', patch: { ...task, charged: 'yes', attempts: 0 } } : recordAnswer(answer)
    },
  })
}

async function download(work: PaidWork<PaidPlan>): Promise<StepResult> {
  if (work.row.task_id === null)
    return fetchNamedFiles(work, 'picture')
  return withTask(work, async (connection, taskId) => {
    const options = { partPath: answerPath(work), resume: null, signal: work.signal }
    await work.client.downloadPicture(connection, { taskId, modelId: work.plan.modelId }, options)
    return fetchNamedFiles(work, 'picture')
  })
}

export const imageKind = defineKind<PaidPlan, PaidPorts>({
  nature: 'synchronous',
  plan: PaidPlan,
  steps: {
    preparing: prepare,
    sending: ask,
    accepted: firstPoll,
    running: poll,
    downloading: download,
    verifying: work => fileAnswer(work, 'picture', contentType => decodeImages(answerPath(work), contentType)),
  },
  ...keepsParts(['image', 'edit'], 'picture', ({ path, contentType }) => decodeImageParts(path, contentType)),
})
