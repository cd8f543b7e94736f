/** Takes: finished results and imported files, each immutable and with the exact request that made it. */
import { z } from 'zod'
import { feed, procedure } from './define.ts'
import { Fields } from './models.ts'
import { AccountId, AssetId, ImportTicket, Instant, JobId, LineId, Medium, ModelId, ProjectId, TakeId, TakeKind } from './words.ts'

/** The bytes behind a take and what was measured of them. */
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
  hasPeaks: z.boolean(),
  hasPoster: z.boolean(),
  /** The file can't be found where it should be. */
  isMissing: z.boolean(),
})
export type Asset = z.infer<typeof Asset>

/** What was sent, as it was sent: files by their asset, everything else by value. */
export const SentRequest = z.object({
  method: z.string(),
  path: z.string(),
  encoding: z.enum(['json', 'multipart']),
  fields: Fields,
  /** The whole body's fields with the fixed ones and nested objects, as text for reading. */
  body: z.string(),
})
export type SentRequest = z.infer<typeof SentRequest>

export const Take = z.object({
  id: TakeId,
  kind: TakeKind,
  medium: Medium,
  /** First words of the text or prompt, or the file's name. */
  title: z.string(),
  /** The whole text or prompt. */
  text: z.string(),
  modelId: ModelId.nullable(),
  voice: z.string().nullable(),
  accountId: AccountId.nullable(),
  projectId: ProjectId.nullable(),
  lineId: LineId.nullable(),
  jobId: JobId.nullable(),
  /** Takes whose files went into the request: still → shot. */
  sourceTakeIds: z.array(TakeId),
  /** Null for an imported file, and where it cannot be read. */
  request: SentRequest.nullable(),
  /** A request was kept and this version cannot read it. */
  isRequestUnreadable: z.boolean(),
  asset: Asset,
  isStarred: z.boolean(),
  note: z.string(),
  /** Made by the practice service. */
  isPractice: z.boolean(),
  takenAt: Instant,
  trashedAt: Instant.nullable(),
})
export type Take = z.infer<typeof Take>

const OneTake = {
  input: z.object({ takeId: TakeId }),
  output: z.object({ take: Take }),
  faults: ['not-found', 'library-read-only'],
} as const

export const takes = {
  /** How many there are, then each take as it is filed, changed or purged. Lists come by `search`. */
  changes: feed({
    input: z.object({}),
    event: z.object({ revision: z.int(), total: z.int(), trashed: z.int(), changed: z.array(Take), removed: z.array(TakeId) }),
  }),
  /** Newest first, a page at a time; full text over prompt, text, voice, model, file name and note. Any text is a valid query. */
  search: procedure({
    effect: 'reads',
    input: z.object({
      text: z.string().max(1000),
      kinds: z.array(TakeKind),
      media: z.array(Medium),
      modelIds: z.array(ModelId),
      projectId: ProjectId.nullable(),
      lineId: LineId.nullable(),
      onlyStarred: z.boolean(),
      inTrash: z.boolean(),
      /** From the page before; null for the first. */
      cursor: z.string().max(200).nullable(),
      limit: z.int().min(1).max(200),
    }),
    output: z.object({ takes: z.array(Take), nextCursor: z.string().nullable() }),
  }),
  /** One take with its exact request. */
  get: procedure({ effect: 'reads', input: z.object({ takeId: TakeId }), output: z.object({ take: Take }), faults: ['not-found'] }),
  /** Sets or takes away the star. */
  star: procedure({ effect: 'writes', ...OneTake, input: z.object({ takeId: TakeId, isStarred: z.boolean() }) }),
  /** Replaces the note. */
  note: procedure({ effect: 'writes', ...OneTake, input: z.object({ takeId: TakeId, note: z.string().max(10_000) }) }),
  /** Moves takes to the trash; their files stay. */
  trash: procedure({
    effect: 'writes',
    input: z.object({ takeIds: z.array(TakeId).max(1000) }),
    output: z.object({ count: z.int() }),
    faults: ['library-read-only'],
  }),
  /** Takes them out of the trash. */
  restore: procedure({
    effect: 'writes',
    input: z.object({ takeIds: z.array(TakeId).max(1000) }),
    output: z.object({ count: z.int() }),
    faults: ['library-read-only'],
  }),
  /** Takes a still out of a shot at that moment and files it as a take of its own, to be the next source. */
  frame: procedure({
    effect: 'writes',
    input: z.object({ takeId: TakeId, atSeconds: z.number().min(0), projectId: ProjectId.nullable() }),
    output: z.object({ take: Take }),
    faults: ['not-found', 'unreadable-file', 'no-ffmpeg', 'library-read-only', 'disk-full'],
  }),
  /** Files a dropped or picked file as a take. The file itself came through the host's door, which gave the ticket. */
  import: procedure({
    effect: 'writes',
    input: z.object({ ticket: ImportTicket, projectId: ProjectId.nullable() }),
    output: z.object({ take: Take }),
    faults: ['ticket-expired', 'unsupported-file', 'unreadable-file', 'library-read-only', 'disk-full'],
  }),
}
