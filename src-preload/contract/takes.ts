/** Takes: finished results and imported files, each unchangeable and with the exact request that made it. */
import { z } from 'zod'
import { Fields } from './models.ts'
import {
  AccountId,
  AssetId,
  CollectionId,
  Instant,
  JobId,
  LineId,
  Medium,
  ModelId,
  ProjectId,
  SequenceId,
  SoundChoice,
  TakeId,
  TakeKind,
  VoiceId,
} from './words.ts'

/** One of several sounds of a file, in its order. */
export const SoundTrackOfFile = z.object({
  channels: z.int().nullable(),
  /** Its place among all streams of the file, from 0, which some programs count by. Absent where the probe did not tell. */
  stream: z.int().min(0).optional(),
  /** As the file says it, mostly ISO 639-2; empty when it does not. */
  language: z.string().max(100),
  title: z.string().max(200),
  /** Heard unless another is chosen. */
  isDefault: z.boolean(),
})
export type SoundTrackOfFile = z.infer<typeof SoundTrackOfFile>

/** The file of a take, and what was measured of it. */
export const Asset = z.object({
  id: AssetId,
  mime: z.string(),
  /** Without the dot. */
  extension: z.string(),
  sizeBytes: z.int(),
  durationSeconds: z.number().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  framesPerSecond: z.number().nullable(),
  sampleRate: z.int().nullable(),
  channels: z.int().nullable(),
  /** Where there are several; absent for one, and where that is not known. */
  sounds: z.array(SoundTrackOfFile).max(256).optional(),
  /** What is heard of it wherever nothing else is chosen. Absent: both sides of its default sound. */
  heard: SoundChoice.optional(),
  hasPeaks: z.boolean(),
  hasPoster: z.boolean(),
  /** The file is missing. */
  isMissing: z.boolean(),
})
export type Asset = z.infer<typeof Asset>

/** The request as it was sent: files by their asset, everything else by value. */
export const SentRequest = z.object({
  method: z.string(),
  path: z.string(),
  encoding: z.enum(['json', 'multipart']),
  fields: Fields,
  /** All fields of the body, including fixed ones and nested objects, as text to read. */
  body: z.string(),
  /** The language of its words, where a person has said it; the model may have no field for it. */
  spokenIn: z.string().optional(),
  /** As they were filled in, where the prompt has names of the shelf: `fields` have the words and images that were sent instead. */
  typed: Fields.optional(),
})
export type SentRequest = z.infer<typeof SentRequest>

/**
 * Why a result is incomplete. `cut`: the connection broke off; `late`: nothing more came; `service-error`: the service
 * reported an error after the beginning; `stopped`: the user cancelled; `closed`: Takeroom was closed or crashed; `short`:
 * the answer ended in order, but its file is shorter than its header says; `damaged`: pieces of it cannot be read; `not-understood`: it is
 * in no known form, and the take is what arrived, as it came.
 */
export const CutBecause = z.enum(['cut', 'late', 'service-error', 'stopped', 'closed', 'short', 'damaged', 'not-understood'])
export type CutBecause = z.infer<typeof CutBecause>

export const Arrival = z.object({
  /** Null when the whole result arrived. */
  incomplete: z.object({
    because: CutBecause,
    /** What the service or the network said, shortened and without secrets. */
    said: z.string(),
    receivedBytes: z.int(),
    /** Null when the service had not said how much there is. */
    expectedBytes: z.int().nullable(),
  }).nullable(),
  /** The header gave a wrong length and was corrected in the kept file. `claimedBytes` is null when it gave none. */
  corrected: z.object({ claimedBytes: z.number().nullable(), foundBytes: z.number() }).nullable(),
})
export type Arrival = z.infer<typeof Arrival>

/** The part of a take that is to be used: seconds from its beginning. Null is its beginning, or its end. */
export const TakeMarks = z.object({ inSeconds: z.number().min(0).nullable(), outSeconds: z.number().min(0).nullable() })
export type TakeMarks = z.infer<typeof TakeMarks>

export const Take = z.object({
  id: TakeId,
  /** Its place in the order in which takes were filed; no other take ever has it. */
  number: z.int(),
  kind: TakeKind,
  medium: Medium,
  /** Its name, or else the first words of the text or prompt, or the file's name. */
  title: z.string(),
  /** The user's own; empty where it has none. */
  name: z.string(),
  /** The whole text or prompt. */
  text: z.string(),
  modelId: ModelId.nullable(),
  voice: z.string().nullable(),
  accountId: AccountId.nullable(),
  /** Where it was made or imported. */
  projectId: ProjectId.nullable(),
  /** Other projects that it was added to. */
  addedToIds: z.array(ProjectId),
  lineId: LineId.nullable(),
  jobId: JobId.nullable(),
  /** Takes whose files were part of the request, such as the still of a shot. */
  sourceTakeIds: z.array(TakeId),
  /** Null for an imported file, and for a request that cannot be read. */
  request: SentRequest.nullable(),
  /** There is a request, but this version cannot read it. */
  isRequestUnreadable: z.boolean(),
  asset: Asset,
  /** How the result arrived; null when it arrived whole and is kept as it came. */
  arrival: Arrival.nullable(),
  isStarred: z.boolean(),
  note: z.string(),
  /** Absent where a person has set neither. */
  marks: TakeMarks.optional(),
  /** In the order in which they were added. */
  tags: z.array(z.string()),
  /** Absent where it is in none. Those of removed collections are among them. */
  collectionIds: z.array(CollectionId).optional(),
  /** Made by the practice service. */
  isPractice: z.boolean(),
  /** The take that was listened back to; absent for what is no check. */
  checkOf: TakeId.optional(),
  takenAt: Instant,
  trashedAt: Instant.nullable(),
})
export type Take = z.infer<typeof Take>

/** What a file is encoded with; null for what it does not have, or does not say. */
export const FileFacts = z.object({
  container: z.string(),
  videoCodec: z.string().nullable(),
  audioCodec: z.string().nullable(),
  /** Primaries, transfer and matrix of a video. */
  colours: z.array(z.string().nullable()).nullable(),
  isHdr: z.boolean(),
})
export type FileFacts = z.infer<typeof FileFacts>

/** One place where a take is used. A take is in the `bin` of each project that it was added to. */
export const TakeUse = z.object({
  takeId: TakeId,
  kind: z.enum(['script', 'storyboard', 'timeline', 'voice', 'bin', 'version']),
  /** The words of the line or picture, or the name of the sequence or voice; empty for a bin and for earlier versions. */
  name: z.string(),
  /** Null for a voice. */
  projectId: ProjectId.nullable(),
  projectName: z.string(),
  lineId: LineId.nullable(),
  sequenceId: SequenceId.nullable(),
  voiceId: VoiceId.nullable(),
  /** How many pictures, clips or versions. */
  times: z.int(),
  /** The project or voice is in the trash. */
  isTrashed: z.boolean(),
})
export type TakeUse = z.infer<typeof TakeUse>

/** Another take of the same content. */
export const SameContent = z.object({ takeId: TakeId, isUsed: z.boolean() })
export type SameContent = z.infer<typeof SameContent>

/** A transcript that listening back made of a take. */
export const CheckOfTake = z.object({
  take: Take,
  /** What was heard, as a person has corrected it. */
  text: z.string(),
})
export type CheckOfTake = z.infer<typeof CheckOfTake>

/**
 * What becomes of a GIF, APNG, WebP or AVIF that moves: a film, with its times and its transparency, whose source is the picture as it
 * came; or a still of its first frame.
 */
export const AsMoving = z.enum(['film', 'still'])
export type AsMoving = z.infer<typeof AsMoving>
