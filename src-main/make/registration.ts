/** Registration: uploads a voice's clip for one model and account, on its own or before the voice first speaks. */
import type { Model } from '#contract/models.ts'
import type { Voice } from '#contract/voices.ts'
import type { AccountId, JobId, ModelId, RequestId, VoiceId } from '#contract/words.ts'
import type { Voices } from '../library/voices.ts'
import type { Queue, QueuePorts } from './queue.ts'
import { Fault } from '#contract/faults.ts'
import { clipLane, openUploadOf, uploadJob } from '../kinds/upload.ts'
import { checkClipSeconds, clipSeconds } from '../library/voices.ts'

export interface RegistrationRequest {
  readonly requestId: RequestId
  readonly voiceId: VoiceId
  readonly accountId: AccountId
  readonly modelId: ModelId
}

export interface VoiceRegistration {
  /**
   * Answers an upload that is under way instead of queueing another, and no job where the account has the voice. Faults: not-found,
   * unknown-model, unsuitable-clip, no-account, no-key, key-locked, disk-full, practice-unavailable.
   */
  registerVoice: (request: RegistrationRequest) => Promise<JobId[]>
}

export function createVoiceRegistration(
  queue: Queue,
  ports: Pick<QueuePorts, 'models' | 'ledger'> & { voices: Voices },
): VoiceRegistration {
  async function register({ requestId, voiceId, accountId, modelId }: RegistrationRequest): Promise<JobId[]> {
    const model = ports.models().find(each => each.id === modelId && each.kind === 'speech' && each.registersVoices)
    if (!model)
      throw new Fault('unknown-model', { model: modelId })
    const voice = await voiceFor(ports.voices, voiceId, model)
    await queue.admit(accountId)
    // The upload that was answered instead may have ended before the same request came again.
    if (await ports.voices.registrationFor({ voiceId, modelId, accountId }))
      return []
    const open = await openUploadOf(ports.ledger, { voiceId, modelId, accountId })
    return open === null ? queue.add([uploadJob(voice, { requestId, requestPart: 0, modelId, accountId, projectId: null })]) : [open]
  }
  return { registerVoice: request => clipLane.run(() => register(request)) }
}

/**
 * The voice, if this model can be given its clip.
 * @throws Fault not-found, also for a voice in the trash; unsuitable-clip
 */
export async function voiceFor(voices: Pick<Voices, 'get'>, voiceId: VoiceId, model: Model): Promise<Voice> {
  const voice = await voices.get(voiceId)
  if (voice.trashedAt !== null)
    throw new Fault('not-found', { word: 'voice', id: voiceId })
  checkClipSeconds(voice.clip.durationSeconds, { least: clipSeconds.least, most: longestClip(model) })
  return voice
}

/** A model that takes a clip with the request takes no longer clip for a registration (service document 2f). */
function longestClip(model: Model): number {
  return Math.min(clipSeconds.most, ...model.fields.flatMap(field => field.type === 'file' ? field.maxClipSeconds ?? [] : []))
}
