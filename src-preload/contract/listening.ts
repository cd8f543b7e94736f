/** Listening back: what was heard of the takes of a script, compared with the words of their lines. */
import { z } from 'zod'
import { changesOf, feed, procedure } from './define.ts'
import { isStep } from './journal.ts'
import { LineId, ProjectId, Seconds, TakeId } from './words.ts'

/**
 * Places are of the line's text, in UTF-16 units. `missing`: words that were not heard. `instead`: others were heard. `extra`: `heard` was
 * added at `from`. `doubled`: these words were heard twice.
 */
export const Difference = z.object({
  kind: z.enum(['missing', 'instead', 'extra', 'doubled']),
  from: z.int().min(0),
  to: z.int().min(0),
  heard: z.string(),
})
export type Difference = z.infer<typeof Difference>

/** A long silence between words, or a sound that begins or ends within a word. */
export const OddSound = z.object({ kind: z.enum(['silence', 'cut-start', 'cut-end']), start: Seconds, end: Seconds })
export type OddSound = z.infer<typeof OddSound>

/** Of a line with a take that was transcribed, or about which its sound alone says something. */
export const Listened = z.object({
  /** Of the line. */
  id: LineId,
  projectId: ProjectId,
  takeId: TakeId,
  /** The words that were compared: the line may have others by now. */
  text: z.string(),
  /** Null before the take was transcribed. */
  transcriptId: TakeId.nullable(),
  heard: z.string(),
  differences: z.array(Difference),
  sounds: z.array(OddSound),
  /** By its word times, the sound may not match the text: said only while it is not transcribed. */
  mayNotMatch: z.boolean(),
  /** There is something to listen to, and nobody has said that it is right. */
  isDoubtful: z.boolean(),
  /** A person said that it is right as it is. */
  isRight: z.boolean(),
})
export type Listened = z.infer<typeof Listened>

export const listening = {
  /** Those of one project, then changes. A line that is not in it has nothing to tell. */
  changes: feed({ input: z.object({ projectId: ProjectId }), event: changesOf(Listened, LineId) }),
  /** Says of takes that they are right as they are, or takes that back. What is found later is told again. */
  accept: procedure({
    effect: 'writes',
    input: z.object({ projectId: ProjectId, takeIds: z.array(TakeId).min(1).max(5000), isRight: z.boolean(), ...isStep }),
    output: z.object({}),
    faults: ['not-found', 'library-read-only'],
  }),
}
