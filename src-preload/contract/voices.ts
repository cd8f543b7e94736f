/** Voices: preset and cloned. A cloned voice is a clip, which is registered with a service on demand and again after a refusal. */
import { z } from 'zod'
import { changesOf, feed, procedure } from './define.ts'
import { sendingFaults } from './faults.ts'
import { isStep } from './journal.ts'
import { Asset } from './takes.ts'
import { AccountId, Instant, JobId, ModelId, Name, ProjectId, RequestId, Tag, TakeId, VoiceId } from './words.ts'

/** What the user noted of a voice. Tags are in their order, each once. */
export const AboutVoice = z.object({
  /** In the words of the user; empty when it is not noted. */
  language: z.string().trim().max(100),
  tags: z.array(Tag).max(50),
  notes: z.string().max(5000),
})
export type AboutVoice = z.infer<typeof AboutVoice>

/** The name of a folder in which voices are kept; empty is none. A folder is there while a voice is in it. */
export const VoiceFolder = z.string().trim().max(100)

/** A voice that comes with a model. */
export const PresetVoice = z.object({
  modelId: ModelId,
  name: z.string(),
  description: z.string(),
  /** The language that it speaks best, in English; empty when the service does not say. */
  language: z.string(),
  /** The newest take with this voice, to play it at once. */
  sampleTakeId: TakeId.nullable(),
})
export type PresetVoice = z.infer<typeof PresetVoice>

/** A `voice_id` that one account and model gave for a clip. */
export const Registration = z.object({
  modelId: ModelId,
  accountId: AccountId,
  /** The service's own id for the voice. */
  registeredAs: z.string(),
  madeAt: Instant,
  /** The service no longer knows it, or the user discarded it; the next use registers the clip again. */
  isRefused: z.boolean(),
})
export type Registration = z.infer<typeof Registration>

/** A voice that the user cloned from a clip. */
export const Voice = AboutVoice.extend({
  id: VoiceId,
  name: z.string(),
  folder: VoiceFolder,
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

/** The manifest of a voice that was saved as one file, `voice.json`. What is not in it is not noted. */
export const VoiceFile = AboutVoice.partial().extend({
  format: z.literal('takeroom-voice'),
  version: z.literal(1),
  name: Name,
  folder: VoiceFolder.optional(),
  consent: z.string().trim().min(1).max(2000),
  /** The name of the file next to it. */
  clip: z.string().regex(/^[\w.-]{1,60}$/),
})
export type VoiceFile = z.infer<typeof VoiceFile>

/** What a voice is made of where it is not all of a take: from, to and the gain in decibels. */
export const ClipCut = z.object({
  fromSeconds: z.number().min(0).max(86_400),
  toSeconds: z.number().min(0).max(86_400),
  gainDb: z.number().min(-24).max(24),
})
export type ClipCut = z.infer<typeof ClipCut>

const OneVoice = {
  input: z.object({ voiceId: VoiceId }),
  output: z.object({ voice: Voice }),
  faults: ['not-found', 'library-read-only'],
} as const

export const voices = {
  /** All cloned voices, then changes. */
  changes: feed({ input: z.object({}), event: changesOf(Voice, VoiceId) }),
  /** All preset voices of the catalogue, each with its newest take. */
  list: procedure({ effect: 'reads', input: z.object({}), output: z.object({ voices: z.array(PresetVoice) }) }),
  /**
   * Makes a voice from an audio take. The clip is kept for as long as the voice: the file as it is, or where it has several sounds, or one
   * side is heard, what is heard of it, as its own take. So is a `cut` of it.
   */
  create: procedure({
    effect: 'writes',
    input: AboutVoice.partial().extend({
      takeId: TakeId,
      name: Name,
      folder: VoiceFolder.optional(),
      consent: z.string().trim().min(1).max(2000),
      cut: ClipCut.optional(),
    }),
    output: z.object({ voice: Voice }),
    faults: ['not-found', 'unsuitable-clip', 'unreadable-file', 'no-ffmpeg', 'library-read-only'],
  }),
  /** Renames the voice. Fails with changed-meanwhile when it has neither the expected name nor this one. */
  rename: procedure({
    effect: 'writes',
    ...OneVoice,
    input: z.object({ voiceId: VoiceId, name: Name, expected: z.string().optional(), ...isStep }),
    faults: ['not-found', 'changed-meanwhile', 'library-read-only'],
  }),
  /** Notes language, tags and notes of the voice. Fails with changed-meanwhile when one that is given is neither the expected nor this one. */
  describe: procedure({
    effect: 'writes',
    ...OneVoice,
    input: AboutVoice.partial().extend({ voiceId: VoiceId, expected: AboutVoice.partial().optional(), ...isStep }),
    faults: ['not-found', 'changed-meanwhile', 'library-read-only'],
  }),
  /** Moves voices into a folder, or out of any; a new name makes one. Voices that are gone are left out. */
  move: procedure({
    effect: 'writes',
    input: z.object({ voiceIds: z.array(VoiceId).min(1).max(10_000), folder: VoiceFolder, ...isStep }),
    output: z.object({ voices: z.array(Voice) }),
    faults: ['library-read-only'],
  }),
  /** Who is cast with the voice: speakers of projects that are not in the trash. */
  uses: procedure({
    effect: 'reads',
    input: z.object({ voiceId: VoiceId }),
    output: z.object({ uses: z.array(z.object({ projectId: ProjectId, projectName: z.string(), speaker: z.string() })) }),
  }),
  /**
   * Moves the voice to the trash; takes made with it stay. Its clip is not sent any more: uploads and speech with it that have not been
   * sent are cancelled, `cancelledJobs`.
   */
  trash: procedure({
    effect: 'writes',
    ...OneVoice,
    input: OneVoice.input.extend(isStep),
    output: z.object({ voice: Voice, cancelledJobs: z.int() }),
  }),
  /** Restores the voice from the trash. */
  restore: procedure({ effect: 'writes', ...OneVoice }),
  /** Discards a registration, so that the next use registers the clip again. The service is not informed. */
  forget: procedure({ effect: 'writes', ...OneVoice, input: z.object({ voiceId: VoiceId, modelId: ModelId, accountId: AccountId }) }),
  /** Uploads the clip for one model and account now instead of at the first use; makes no job where it is registered already. */
  register: procedure({
    effect: 'pays',
    input: z.object({ requestId: RequestId, voiceId: VoiceId, accountId: AccountId, modelId: ModelId }),
    output: z.object({ jobIds: z.array(JobId) }),
    faults: [...sendingFaults, 'unsuitable-clip'],
  }),
}
