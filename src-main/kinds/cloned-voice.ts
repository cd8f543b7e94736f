/** Speech with a voice of the library: finds its registration, waits for it, or renews it when the service has lost it. */
import type { Failure } from '#contract/jobs.ts'
import type { FieldValue } from '#contract/models.ts'
import type { RequestId } from '#contract/words.ts'
import type { StepResult, Work } from '../jobs/kind.ts'
import type { JobRow } from '../jobs/rows.ts'
import type { RegistrationPlace } from '../library/voices.ts'
import type { UploadPorts } from './upload.ts'
import { z } from 'zod'
import { Failure as FailureShape } from '#contract/jobs.ts'
import { JobId, VoiceId } from '#contract/words.ts'
import { isEnded } from '#rules/jobs/state-groups.ts'
import { isServiceWord } from '#rules/jobs/whose-words.ts'
import { filesOf } from '#rules/models/presence.ts'
import { failureOf } from '../jobs/rows.ts'
import { PaidPlan, shownBody } from './paid.ts'
import { clipLane, openUploadOf, uploadJob, UploadPlan } from './upload.ts'

/** Of speech, with the voices that may speak it. */
export type SpeechPorts = UploadPorts

export type SpeechWork = Work<SpeechPlan> & SpeechPorts

/** The voice of the library that speaks. */
export const ClonedVoice = z.object({
  voiceId: VoiceId,
  /** The upload that was queued with the request; null where there was a registration. */
  uploadJobId: JobId.nullable(),
  /** The request's `voice_id`; null until it is known. */
  registeredAs: z.string().nullable(),
  /** The service has already lost the voice once: the clip is not sent a third time. */
  isRenewed: z.boolean(),
})
export type ClonedVoice = z.infer<typeof ClonedVoice>

export const SpeechPlan = PaidPlan.extend({
  voice: ClonedVoice.nullable().default(null),
  isOverSocket: z.boolean().default(false),
})
export type SpeechPlan = z.infer<typeof SpeechPlan>

const pollIntervalMs = 400

/** Speech with this voice of the library, or the upload of its clip. */
export function speaksWith({ kind, plan }: Pick<JobRow, 'kind' | 'plan'>, voiceId: VoiceId): boolean {
  if (kind === 'upload')
    return UploadPlan.safeParse(JSON.parse(plan)).data?.voiceId === voiceId
  return kind === 'speech' && SpeechPlan.safeParse(JSON.parse(plan)).data?.voice?.voiceId === voiceId
}

/** The plan with the voice's registration in its request; or why the job waits or cannot continue. */
export async function readyVoice(work: SpeechWork): Promise<{ plan: SpeechPlan } | { result: StepResult }> {
  const { plan, voices } = work
  if (!plan.voice)
    return { plan }
  const place = placeOf(work, plan.voice)
  const registration = await voices.registrationFor(place)
  if (registration)
    return { plan: withRegistration(plan, plan.voice, registration.registeredAs) }
  const upload = await uploadFor(work, plan.voice, place)
  if (upload === null || !isEnded(upload.state))
    return { result: { waitMs: pollIntervalMs } }
  return { result: { refused: uploadFailure(upload), charged: 'no' } }
}

/**
 * What a refusal means for a cloned voice: a service that does not know the voice has lost it, so the clip is registered
 * again and the speech is sent again, once. After such a refusal it is certain that nothing was paid.
 */
export async function renewIfForgotten(work: SpeechWork, result: StepResult): Promise<StepResult> {
  const { voice } = work.plan
  if (!voice || voice.registeredAs === null || !('refused' in result) || result.charged !== 'no')
    return result
  const { committed_at: askedAt } = await work.ledger.row(work.row.id)
  if (askedAt === null || !isAboutTheVoice(result.refused))
    return result
  await work.voices.noteRefused(placeOf(work, voice), { registeredAs: voice.registeredAs, askedAt })
  if (voice.isRenewed)
    return result
  const plan: SpeechPlan = { ...work.plan, voice: { ...voice, uploadJobId: null, registeredAs: null, isRenewed: true } }
  return { event: 'requeue', patch: { plan, charged: 'no', failure: null } }
}

function placeOf({ row, plan }: SpeechWork, { voiceId }: ClonedVoice): RegistrationPlace {
  if (row.account_id === null)
    throw new Error('Speech without an account')
  return { voiceId, modelId: plan.modelId, accountId: row.account_id }
}

function isAboutTheVoice({ kind, status, said }: Failure): boolean {
  if (kind === 'model-unavailable')
    return false
  return status === 404
    || /voice.{1,80}(?:not found|not exist|unknown|invalid|expired|deleted)|(?:unknown|invalid|no such|expired).{1,20}voice/i.test(said)
}

/**
 * The last try of the upload that this job waits for; queues one where there is none, or none that can still succeed. Null where the voice
 * was registered meanwhile.
 */
async function uploadFor(work: SpeechWork, voice: ClonedVoice, place: RegistrationPlace): Promise<JobRow | null> {
  const { ledger, row } = work
  const awaited = voice.uploadJobId === null ? null : await ledger.lastTry(voice.uploadJobId)
  // The registration was made and is refused by now, or the user retries: the clip is sent again.
  if (awaited && awaited.state !== 'done' && !(isEnded(awaited.state) && row.retry_of !== null))
    return awaited
  // Lines that start together would each find no upload, and each send the clip.
  const uploadId = await clipLane.run(async () => await openUploadOf(ledger, place)
    ?? (await work.voices.registrationFor(place) ? null : queueUpload(work, voice, place)), work.signal)
  return uploadId === null ? null : ledger.lastTry(uploadId)
}

/** The job's own id is the request id, so that repeating this step makes no second upload. */
async function queueUpload(
  { ledger, voices, row, signal }: SpeechWork,
  { voiceId, isRenewed }: ClonedVoice,
  place: RegistrationPlace,
): Promise<JobId> {
  const requestId = row.id as string as RequestId // both have the form of an id
  const job = uploadJob(await voices.get(voiceId), { ...place, requestId, requestPart: isRenewed ? 1 : 0, projectId: row.project_id })
  // No await may come between this check and the write: what cancels the speech looks for its upload after that.
  signal.throwIfAborted()
  const [queued] = await ledger.enqueue([job])
  if (!queued)
    throw new Error('The ledger did not return the job')
  return queued.id
}

/** The service's words about the upload; what became of it otherwise is at the upload's own job. */
function uploadFailure(upload: JobRow): Failure {
  const failure = upload.failure === null ? null : FailureShape.safeParse(JSON.parse(upload.failure)).data
  const said = failure && isServiceWord(failure) ? failure.said : ''
  return { ...(failure ?? failureOf('no-voice')), kind: 'no-voice', said }
}

/** Plain values come before files, as in every request. */
function withRegistration(plan: SpeechPlan, voice: ClonedVoice, registeredAs: string): SpeechPlan {
  type Part = SpeechPlan['request']['parts'][number]
  const others = plan.request.parts.filter(([name]) => name !== 'voice_id')
  const isFile = ([, value]: Part): boolean => filesOf(value).length > 0
  const parts: Part[] = [...others.filter(part => !isFile(part)), ['voice_id', registeredAs], ...others.filter(isFile)]
  const fields: Record<string, FieldValue> = { ...plan.sent.fields, voice_id: registeredAs }
  return {
    ...plan,
    request: { ...plan.request, parts },
    sent: { ...plan.sent, fields, body: shownBody(parts) },
    voice: { ...voice, registeredAs },
  }
}
