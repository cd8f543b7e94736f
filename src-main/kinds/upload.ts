/** Upload: sends the clip of a voice to the service once, and keeps the id that it gets there as a registration. */
import type { Asset } from '#contract/takes.ts'
import type { Voice } from '#contract/voices.ts'
import type { JobId, ProjectId, RequestId } from '#contract/words.ts'
import type { StepResult, Work } from '../jobs/kind.ts'
import type { Ledger, NewJob } from '../jobs/ledger-port.ts'
import type { RegistrationPlace, Voices } from '../library/voices.ts'
import type { PaidPorts } from './paid.ts'
import { z } from 'zod'
import { FileValue } from '#contract/models.ts'
import { AccountId, ModelId, VoiceId } from '#contract/words.ts'
import { uploadKeyOf } from '#rules/jobs/upload-key.ts'
import { createLane } from '../base/concurrency.ts'
import { defineKind } from '../jobs/kind.ts'
import { failureOf } from '../jobs/rows.ts'
import { decodeVoiceUpload } from '../service/decode.ts'
import { ServiceError } from '../service/service-error.ts'
import { AnswerOnDisk } from './answers.ts'
import { answerPath, PlannedFiles, prepare, send } from './paid.ts'

export interface UploadPorts extends PaidPorts {
  readonly voices: Voices
}

type UploadWork = Work<UploadPlan> & UploadPorts

export const UploadPlan = z.object({
  voiceId: VoiceId,
  modelId: ModelId,
  accountId: AccountId,
  request: z.object({
    path: z.literal('/generate/upload'),
    encoding: z.literal('multipart'),
    parts: z.array(z.tuple([z.string(), z.union([z.string(), FileValue])])),
    files: PlannedFiles,
  }),
})
export type UploadPlan = z.infer<typeof UploadPlan>

/** The job that registers a voice's clip with one model and account (service document 3). */
export function uploadJob(voice: Pick<Voice, 'id' | 'name' | 'clip'>, job: {
  id?: JobId
  requestId: RequestId
  requestPart: number
  modelId: ModelId
  accountId: AccountId
  projectId: ProjectId | null
}): NewJob {
  const plan: UploadPlan = {
    voiceId: voice.id,
    modelId: job.modelId,
    accountId: job.accountId,
    request: {
      path: '/generate/upload',
      encoding: 'multipart',
      parts: [['model', job.modelId], ['voice_reference_file', { assetId: voice.clip.id }]],
      files: { [voice.clip.id]: fileOf(voice.clip) },
    },
  }
  return { ...job, kind: 'upload', title: voice.name, size: voice.clip.sizeBytes, requestKey: uploadKeyOf(voice.id), plan }
}

function fileOf({ id, extension, mime, sizeBytes }: Asset): z.infer<typeof PlannedFiles>[string] {
  return { extension, name: `${id.slice(0, 12)}.${extension}`, mime, sizeBytes }
}

/** Everything that may queue an upload runs here, one at a time: two at once would each find no upload and queue one. */
export const clipLane = createLane({ concurrency: 1 })

/** An upload of this voice for this model and account that has not ended, or null. */
export async function openUploadOf(ledger: Pick<Ledger, 'open'>, place: RegistrationPlace): Promise<JobId | null> {
  const uploads = (await ledger.open()).filter(row => row.kind === 'upload'
    && row.model_id === place.modelId
    && row.account_id === place.accountId)
  return uploads.find(row => UploadPlan.safeParse(JSON.parse(row.plan)).data?.voiceId === place.voiceId)?.id ?? null
}

/** `charged` is unknown: the service does not say whether a registration costs anything. */
function sendClip(work: UploadWork): Promise<StepResult> {
  return send(work, 'upload', {
    onAnswer: async ({ contentType, sizeBytes }) => ({
      event: 'answer',
      patch: { charged: 'unknown', answer: { contentType, sizeBytes } },
    }),
  })
}

async function keep(work: UploadWork): Promise<StepResult> {
  const { contentType } = AnswerOnDisk.parse(JSON.parse(work.row.answer ?? '{}'))
  try {
    const registeredAs = await decodeVoiceUpload(answerPath(work), contentType)
    await work.voices.noteRegistered(work.plan, { registeredAs, jobId: work.row.id })
    return { event: 'finish', patch: { failure: null } }
  }
  catch (error) {
    if (error instanceof ServiceError)
      return { refused: failureOf('undecodable', error.said), charged: 'unknown' }
    throw error
  }
}

export const uploadKind = defineKind<UploadPlan, UploadPorts>({
  nature: 'synchronous',
  plan: UploadPlan,
  steps: {
    preparing: prepare,
    sending: sendClip,
    verifying: keep,
  },
})
