/** Recordings from a microphone: kept on disk while they are being made, and takes as soon as they end, however they end. */
import { z } from 'zod'
import { feed, procedure } from './define.ts'
import { Take } from './takes.ts'
import { NamedLabel, ProjectId, RecordingId, TakeId } from './words.ts'

/** What a browser may record, best first: uncompressed, else Opus. */
export const RecordingFormat = z.enum(['audio/webm;codecs=pcm', 'audio/webm;codecs=opus'])
export type RecordingFormat = z.infer<typeof RecordingFormat>

/** Of the bytes that a page may send at once, in base64: far above a second of sound. */
export const longestSlice = 4 * 2 ** 20

/** A recording that was never stopped, and was made a take. */
export const RecoveredRecording = z.object({
  recordingId: RecordingId,
  takeId: TakeId,
  name: z.string(),
  durationSeconds: z.number(),
  /** `closed`: Takeroom was closed or crashed; `page-gone`: its page was closed, or sent nothing more. */
  because: z.enum(['closed', 'page-gone']),
})
export type RecoveredRecording = z.infer<typeof RecoveredRecording>

export const recordings = {
  /** The recovered recordings that were not dismissed yet: all of them, each time. */
  changes: feed({ input: z.object({}), event: z.object({ recovered: z.array(RecoveredRecording) }) }),
  /** Begins a recording. `name` becomes the title of its take. */
  begin: procedure({
    effect: 'writes',
    input: z.object({ name: NamedLabel.max(200), format: RecordingFormat, projectId: ProjectId.nullable() }),
    output: z.object({ recordingId: RecordingId }),
    faults: ['library-read-only'],
  }),
  /**
   * Appends bytes at this place of the recording. They are on the disk when it answers; sending the same bytes again changes nothing.
   * `not-found`: the recording has ended. `disk-full`: what came before is kept.
   */
  append: procedure({
    effect: 'writes',
    input: z.object({ recordingId: RecordingId, at: z.int().min(0), base64: z.string().max(longestSlice) }),
    output: z.object({}),
    faults: ['not-found'],
  }),
  /**
   * Ends a recording and files it as a take. Calling it again returns the same take. `slices` says up to which byte the recording was
   * there at which time, in ms on any clock of the page; `startedAtMs` is the time of the first sample on that clock, null without
   * slices. `filledSeconds` is the silence that was put where samples went missing. `not-found`: there was no such recording, or
   * nothing was recorded.
   */
  finish: procedure({
    effect: 'writes',
    input: z.object({ recordingId: RecordingId, slices: z.array(z.object({ endByte: z.int(), atMs: z.number() })).max(200) }),
    output: z.object({ take: Take, startedAtMs: z.number().nullable(), filledSeconds: z.number() }),
    faults: ['not-found', 'unreadable-file', 'library-read-only'],
  }),
  /** Ends a recording whose page closes: what was recorded becomes a take, which the next page shows. */
  leave: procedure({ effect: 'writes', input: z.object({ recordingId: RecordingId }), output: z.object({}) }),
  /** Dismisses the report of a recovered recording. */
  dismiss: procedure({ effect: 'writes', input: z.object({ recordingId: RecordingId }), output: z.object({}) }),
}
