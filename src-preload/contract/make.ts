/** Make: turns an intention into paid work in the queue. Each call answers as soon as the job is durable. */
import { z } from 'zod'
import { procedure } from './define.ts'
import { FieldIssue, sendingFaults } from './faults.ts'
import { Into, IntoClip, IntoPlace } from './into.ts'
import { Fields } from './models.ts'
import { LanguageCode } from './script.ts'
import {
  AccountId,
  ConversationId,
  JobId,
  LineId,
  LongText,
  ModelId,
  PictureId,
  ProjectId,
  RequestId,
  Seconds,
  TakeId,
  VoiceId,
} from './words.ts'

const Where = { requestId: RequestId, accountId: AccountId, modelId: ModelId, projectId: ProjectId.nullable() }
const mostVariants = 200
const Variants = z.array(Fields).min(1).max(mostVariants)
/** Requests to other models that belong to the same batch. */
const also = z.array(z.object({ modelId: ModelId, variants: Variants })).max(20).optional()
interface Batch {
  readonly variants: readonly unknown[]
  readonly also?: readonly { readonly variants: readonly unknown[] }[] | undefined
  readonly into?: unknown
}
/** As many as one call may queue; tries for one place are of one model. */
function isOneBatch({ variants, also = [], into }: Batch): boolean {
  return also.reduce((count, each) => count + each.variants.length, variants.length) <= mostVariants
    && (into === undefined || also.length === 0)
}
const Intention = { ...Where, fields: Fields }
/** Main puts the first take into the clip as soon as it is there, as a step of undo. */
const Placed = { ...Intention, into: IntoClip.optional() }
/** A voice on trial: one of the library, or the fields that choose and shape a model's own. */
export const VoiceOnTrial = z.object({ modelId: ModelId, voiceId: VoiceId.nullable(), fields: Fields })
export type VoiceOnTrial = z.infer<typeof VoiceOnTrial>
/**
 * What voices on trial say, and how. `language` is what a person has said of the line, and counts before the settings of a voice;
 * `spokenIn` counts where these say no language. With `isAsWritten`, no dictionary has the words said otherwise.
 */
const Spoken = {
  ...{ text: LongText, direction: z.string().max(2000), spokenIn: LanguageCode.nullable().optional() },
  language: LanguageCode.nullable().optional(),
  isAsWritten: z.boolean().optional(),
}
/** The take by which a voice is heard, else the job that makes it or may have made it; neither before it was asked for. */
export const Sample = z.object({ takeId: TakeId.nullable(), jobId: JobId.nullable() })
export type Sample = z.infer<typeof Sample>
/** For how many seconds a line can be worded, and how many lines at once. */
export const fitSeconds = { least: 0.3, most: 600 } as const
export const mostFitLines = 20
const Queued = {
  effect: 'pays',
  output: z.object({ jobIds: z.array(JobId) }),
  faults: [...sendingFaults, 'bad-fields'],
} as const

export const make = {
  /**
   * Of requests that only give the same result again (a fixed seed, or a transcript), the take that the very same request has made, or
   * the job that is making it; null for others. Practice takes count only for practice accounts.
   */
  alreadyMade: procedure({
    effect: 'reads',
    input: z.object({
      ...{ accountId: AccountId, modelId: ModelId, voiceId: VoiceId.nullable(), variants: Variants },
      /** Whose names of the shelf count, besides those of the studio. */
      projectId: ProjectId.nullable().optional(),
    }),
    output: z.object({
      /** One for each variant. */
      found: z.array(z.union([
        z.object({ takeId: TakeId, jobId: z.null() }),
        z.object({ takeId: z.null(), jobId: JobId }),
      ]).nullable()),
    }),
  }),
  /**
   * Speaks a text, or a line of a script when `lineId` is given. A text longer than the model recommends is split at
   * sentences, spoken in parts and joined; the last job in the answer is then the join. The take arrives by `takes.changes`.
   * `voiceId` speaks with a voice of the library, registering it first if necessary. `isOverSocket` streams over the
   * WebSocket instead of HTTP.
   */
  speech: procedure({
    ...Queued,
    input: z.object({ ...Placed, lineId: LineId.nullable(), voiceId: VoiceId.nullable(), isOverSocket: z.boolean() }),
    faults: [...Queued.faults, 'unsuitable-clip', 'no-ffmpeg'],
  }),
  /**
   * What is kept of these words with each of these voices, in their order, said as the dictionary of the project has it. Practice takes
   * count only for practice accounts.
   */
  keptSamples: procedure({
    effect: 'reads',
    input: z.object({ accountId: AccountId, projectId: ProjectId.nullable(), ...Spoken, voices: z.array(VoiceOnTrial).max(5000) }),
    output: z.object({ samples: z.array(Sample) }),
  }),
  /**
   * Speaks the same words with several voices, so that they can be compared. What is kept or under way is not bought again: not from
   * here, and not when a line of the script asks for the same later. All are queued, or none; a voice whose model would refuse the request
   * has neither take nor job in `samples`. `jobIds` are those of this call.
   */
  samples: procedure({
    ...Queued,
    input: z.object({
      requestId: RequestId,
      accountId: AccountId,
      projectId: ProjectId.nullable(),
      ...Spoken,
      voices: z.array(VoiceOnTrial).min(1).max(200),
    }),
    output: z.object({ jobIds: z.array(JobId), samples: z.array(Sample) }),
    faults: [...Queued.faults, 'unsuitable-clip', 'no-ffmpeg'],
  }),
  /**
   * Speaks the lines of a script that have to be made, each with the voice of its speaker: those with words and a voice, without a
   * take of exactly this, and not being made already. With `isAgain` another take of each of these lines, also of those that have one:
   * lines that ask for the very same share one. All are queued, or none; lines that their model would refuse are named instead.
   * Main places the take of a single line at `into` as soon as it is there, as a step of undo.
   */
  lines: procedure({
    ...Queued,
    input: z.object({
      ...{ requestId: RequestId, accountId: AccountId, projectId: ProjectId },
      lineIds: z.array(LineId).min(1).max(5000),
      isAgain: z.boolean().optional(),
      into: IntoPlace.optional(),
    }).refine(({ lineIds, into }) => into === undefined || lineIds.length === 1),
    output: z.object({
      jobIds: z.array(JobId),
      /** How many takes are generated, and for how many lines. */
      takeCount: z.int(),
      lineCount: z.int(),
      refused: z.array(z.object({ lineId: LineId, issues: z.array(FieldIssue) })),
    }),
    faults: [...Queued.faults, 'unsuitable-clip', 'no-ffmpeg'],
  }),
  /**
   * Makes stills and shots of the storyboard: those with a prompt, without a take of exactly this, and not being made already; a shot
   * only of a still that fits. With `isAgain` also those that have one. All are queued, or none; those that their model would refuse
   * are named instead.
   */
  storyboard: procedure({
    ...Queued,
    input: z.object({
      requestId: RequestId,
      accountId: AccountId,
      projectId: ProjectId,
      stills: z.array(PictureId).max(5000),
      shots: z.array(PictureId).max(5000),
      isAgain: z.boolean(),
    }),
    output: z.object({
      jobIds: z.array(JobId),
      /** How many were queued. */
      stillCount: z.int(),
      shotCount: z.int(),
      refused: z.array(z.object({ pictureId: PictureId, issues: z.array(FieldIssue) })),
    }),
  }),
  /**
   * Asks a chat model for prompts of these lines: in its own conversation, which the storyboard's look then names. Nothing of the
   * answer is used by itself.
   */
  suggestPictures: procedure({
    ...Queued,
    input: z.object({
      requestId: RequestId,
      accountId: AccountId,
      modelId: ModelId,
      projectId: ProjectId,
      lineIds: z.array(LineId).min(1).max(5000),
    }),
    output: z.object({ conversationId: ConversationId, jobId: JobId }),
    faults: [...Queued.faults, 'answer-under-way'],
  }),
  /**
   * Asks a chat model for wordings of lines that take a given time to say: each line in a conversation of its own, where its answer is kept
   * (`rules/fit/conversation.ts`). All are queued, or none. Nothing of an answer is used by itself.
   */
  fit: procedure({
    ...Queued,
    input: z.object({
      requestId: RequestId,
      accountId: AccountId,
      modelId: ModelId,
      projectId: ProjectId,
      lines: z.array(z.object({ lineId: LineId, seconds: z.number().min(fitSeconds.least).max(fitSeconds.most) })).min(1).max(mostFitLines),
    }),
    faults: [...Queued.faults, 'answer-under-way'],
  }),
  /** Generates a picture from a prompt, or edits one when the fields contain a source. */
  image: procedure({ ...Queued, input: z.object(Placed) }),
  /** Generates a shot from a still: submits the task, then polls and downloads for as long as it takes. */
  video: procedure({ ...Queued, input: z.object(Placed) }),
  /** Of these lines, those whose take has no transcript, and none under way, with the length of the take. Nothing is sent. */
  unheard: procedure({
    effect: 'reads',
    input: z.object({ accountId: AccountId, modelId: ModelId, projectId: ProjectId, lineIds: z.array(LineId).max(20_000) }),
    output: z.object({ lines: z.array(z.object({ lineId: LineId, takeId: TakeId, durationSeconds: Seconds.nullable() })) }),
    faults: ['not-found'],
  }),
  /** Transcribes the takes of those lines, to compare them with their words: each once. All are queued, or none. */
  listenBack: procedure({
    ...Queued,
    input: z.object({
      requestId: RequestId,
      accountId: AccountId,
      modelId: ModelId,
      projectId: ProjectId,
      lineIds: z.array(LineId).min(1).max(20_000),
    }),
    output: z.object({ jobIds: z.array(JobId), takeCount: z.int() }),
    faults: [...Queued.faults, 'no-ffmpeg'],
  }),
  /** Transcribes a sound, or the sound of a video. */
  transcribe: procedure({ ...Queued, input: z.object(Intention), faults: [...Queued.faults, 'no-ffmpeg'] }),
  /**
   * A batch of pictures: one request for each set of fields, also to other models. All are queued, or none. With `into` they are tries
   * for one place of a sequence: main places the first that is there. While the very same is generated for that place, its jobs are the
   * answer.
   */
  images: procedure({ ...Queued, input: z.object({ ...Where, variants: Variants, also, into: Into.optional() }).refine(isOneBatch) }),
  /** A batch of shots, likewise. */
  videos: procedure({ ...Queued, input: z.object({ ...Where, variants: Variants, also, into: Into.optional() }).refine(isOneBatch) }),
  /** A batch of speech with one voice, likewise; a text that is longer than its model takes becomes several requests, which are joined. */
  speeches: procedure({
    ...Queued,
    input: z.object({ ...Where, variants: Variants, voiceId: VoiceId.nullable() }),
    faults: [...Queued.faults, 'unsuitable-clip', 'no-ffmpeg'],
  }),
}
