/** Transcripts: the speech in a sound as text, to read, correct and export. The service's own answer stays in its take. */
import { z } from 'zod'
import { procedure } from './define.ts'
import { isStep } from './journal.ts'
import { Instant, Label, LongText, Seconds, TakeId } from './words.ts'

export const Segment = z.object({
  startSeconds: Seconds,
  endSeconds: Seconds,
  text: LongText,
  /** Who speaks; only where the service says so. */
  speaker: Label.max(100).optional(),
})
export type Segment = z.infer<typeof Segment>

export const Transcript = z.object({
  takeId: TakeId,
  text: z.string(),
  language: z.string().nullable(),
  durationSeconds: z.number().nullable(),
  /** Empty when the service gave no times. */
  segments: z.array(Segment),
  isEdited: z.boolean(),
  /** A correction was undone and can be restored. */
  hasSetAside: z.boolean(),
  changedAt: Instant.nullable(),
  /** Another one after each correction, and after each that was set aside or restored: what `expected` of the calls means. */
  version: z.string(),
})
export type Transcript = z.infer<typeof Transcript>

export const TranscriptFormat = z.enum(['txt', 'srt', 'vtt'])
export type TranscriptFormat = z.infer<typeof TranscriptFormat>

const Turned = { takeId: TakeId, expected: Transcript.shape.version.optional(), ...isStep }
const turnFaults = ['not-found', 'unreadable-file', 'changed-meanwhile', 'library-read-only'] as const

export const transcripts = {
  /** The transcript as it is now, with corrections. */
  get: procedure({
    effect: 'reads',
    input: z.object({ takeId: TakeId }),
    output: z.object({ transcript: Transcript }),
    faults: ['not-found', 'unreadable-file'],
  }),
  /**
   * Stores a correction: segments where there are times, else the text. Search finds the new words. As `revert` and `restore` it fails with
   * changed-meanwhile when the transcript is not of the expected version.
   */
  edit: procedure({
    effect: 'writes',
    input: z.object({ ...Turned, text: LongText, segments: z.array(Segment).max(20_000) }),
    output: z.object({ transcript: Transcript }),
    faults: [...turnFaults],
  }),
  /** Returns to the service's own text. The present correction is set aside. */
  revert: procedure({
    effect: 'writes',
    input: z.object(Turned),
    output: z.object({ transcript: Transcript }),
    faults: [...turnFaults],
  }),
  /** Restores the correction that was set aside last. A present correction is set aside instead, to be restored after all others. */
  restore: procedure({
    effect: 'writes',
    input: z.object(Turned),
    output: z.object({ transcript: Transcript }),
    faults: [...turnFaults],
  }),
  /** The transcript as the content of a file. srt and vtt need times. */
  export: procedure({
    effect: 'reads',
    input: z.object({ takeId: TakeId, format: TranscriptFormat }),
    output: z.object({ text: z.string(), fileName: z.string() }),
    faults: ['not-found', 'unreadable-file'],
  }),
}
