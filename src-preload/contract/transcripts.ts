/** Transcripts: what was said in a sound, as it can be read, corrected and taken elsewhere. The service's own answer stays in its take. */
import { z } from 'zod'
import { procedure } from './define.ts'
import { Instant, LongText, Seconds, TakeId } from './words.ts'

export const Segment = z.object({ startSeconds: Seconds, endSeconds: Seconds, text: LongText })
export type Segment = z.infer<typeof Segment>

export const Transcript = z.object({
  takeId: TakeId,
  text: z.string(),
  language: z.string().nullable(),
  durationSeconds: z.number().nullable(),
  /** Empty when the service gave no times. */
  segments: z.array(Segment),
  isEdited: z.boolean(),
  /** A correction was taken back and can be brought back. */
  hasSetAside: z.boolean(),
  changedAt: Instant.nullable(),
})
export type Transcript = z.infer<typeof Transcript>

export const TranscriptFormat = z.enum(['txt', 'srt', 'vtt'])
export type TranscriptFormat = z.infer<typeof TranscriptFormat>

export const transcripts = {
  /** A transcript as it stands, corrections included. */
  get: procedure({
    effect: 'reads',
    input: z.object({ takeId: TakeId }),
    output: z.object({ transcript: Transcript }),
    faults: ['not-found', 'unreadable-file'],
  }),
  /** Keeps a corrected version: segments where there are times, else the text. Search finds the new words. */
  edit: procedure({
    effect: 'writes',
    input: z.object({ takeId: TakeId, text: LongText, segments: z.array(Segment).max(20_000) }),
    output: z.object({ transcript: Transcript }),
    faults: ['not-found', 'unreadable-file', 'library-read-only'],
  }),
  /** Goes back to what the service said. The correction that stood is set aside. */
  revert: procedure({
    effect: 'writes',
    input: z.object({ takeId: TakeId }),
    output: z.object({ transcript: Transcript }),
    faults: ['not-found', 'unreadable-file', 'library-read-only'],
  }),
  /** Brings back the correction that was set aside last. One that stands is set aside in turn, to come back after all others. */
  restore: procedure({
    effect: 'writes',
    input: z.object({ takeId: TakeId }),
    output: z.object({ transcript: Transcript }),
    faults: ['not-found', 'unreadable-file', 'library-read-only'],
  }),
  /** The transcript as the text of a file. Times are needed for srt and vtt. */
  export: procedure({
    effect: 'reads',
    input: z.object({ takeId: TakeId, format: TranscriptFormat }),
    output: z.object({ text: z.string(), fileName: z.string() }),
    faults: ['not-found', 'unreadable-file'],
  }),
}
