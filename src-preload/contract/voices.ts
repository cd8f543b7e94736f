/** Voices: who can speak. A cloned voice is its clip; registrations are made from it on demand and made again when refused. */
import { z } from 'zod'
import { changesOf, feed, procedure } from './define.ts'
import { Asset } from './takes.ts'
import { AccountId, Instant, JobId, ModelId, Name, RequestId, TakeId, VoiceId } from './words.ts'

/** A speaking voice that comes with a model. */
export const PresetVoice = z.object({
  modelId: ModelId,
  name: z.string(),
  description: z.string(),
  /** The language it speaks best, in English words; empty when the service does not say. */
  language: z.string(),
  /** The newest take that speaks with it, to be heard at once. */
  sampleTakeId: TakeId.nullable(),
})
export type PresetVoice = z.infer<typeof PresetVoice>

/** A `voice_id` that one account and model gave for a clip. */
export const Registration = z.object({
  modelId: ModelId,
  accountId: AccountId,
  /** The service's own name for the voice. */
  registeredAs: z.string(),
  madeAt: Instant,
  /** The service no longer knows it, or the person gave it up; the next use registers the clip anew. */
  isRefused: z.boolean(),
})
export type Registration = z.infer<typeof Registration>

/** A voice of the person's own, cloned from a clip. */
export const Voice = z.object({
  id: VoiceId,
  name: z.string(),
  clip: Asset,
  clipTakeId: TakeId,
  /** Who agreed to the cloning, and how. */
  consent: z.string(),
  registrations: z.array(Registration),
  sampleTakeId: TakeId.nullable(),
  createdAt: Instant,
  trashedAt: Instant.nullable(),
})
export type Voice = z.infer<typeof Voice>

const OneVoice = {
  input: z.object({ voiceId: VoiceId }),
  output: z.object({ voice: Voice }),
  faults: ['not-found', 'library-read-only'],
} as const

export const voices = {
  /** All voices of the person's own, then changes. */
  changes: feed({ input: z.object({}), event: changesOf(Voice, VoiceId) }),
  /** All preset voices of the catalogue, each with the newest take that has it. */
  list: procedure({ effect: 'reads', input: z.object({}), output: z.object({ voices: z.array(PresetVoice) }) }),
  /** Makes a voice from a take that is sound. The clip is kept for as long as the voice. */
  create: procedure({
    effect: 'writes',
    input: z.object({ takeId: TakeId, name: Name, consent: z.string().trim().min(1).max(2000) }),
    output: z.object({ voice: Voice }),
    faults: ['not-found', 'unsuitable-clip', 'library-read-only'],
  }),
  /** Gives the voice another name. */
  rename: procedure({ effect: 'writes', ...OneVoice, input: z.object({ voiceId: VoiceId, name: Name }) }),
  /** Moves the voice to the trash; takes that speak with it stay. */
  trash: procedure({ effect: 'writes', ...OneVoice }),
  /** Takes the voice out of the trash. */
  restore: procedure({ effect: 'writes', ...OneVoice }),
  /** Gives a registration up, as if the service had refused it: the next use registers the clip anew. Tells the service nothing. */
  forget: procedure({ effect: 'writes', ...OneVoice, input: z.object({ voiceId: VoiceId, modelId: ModelId, accountId: AccountId }) }),
  /** Uploads the clip for one model and account now, rather than at the first use. */
  register: procedure({
    effect: 'pays',
    input: z.object({ requestId: RequestId, voiceId: VoiceId, accountId: AccountId, modelId: ModelId }),
    output: z.object({ jobIds: z.array(JobId) }),
    faults: [
      'not-found',
      'no-account',
      'no-key',
      'key-locked',
      'unknown-model',
      'unsuitable-clip',
      'disk-full',
      'library-read-only',
      'practice-unavailable',
    ],
  }),
}
