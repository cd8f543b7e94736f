/** Moving the studio folder: copied while the studio is open, completed while it is closed, opened at the new place. */
import { z } from 'zod'
import { feed, procedure } from './define.ts'
import { WantedStudioFolder } from './move-words.ts'

/** What would be done; nothing has been changed by asking. */
export const MovePlan = z.object({
  planId: z.uuid(),
  from: z.string(),
  to: z.string(),
  /** Whether the folder is made. */
  isNew: z.boolean(),
  files: z.int(),
  sizeBytes: z.number(),
  /** At the new place. */
  freeBytes: z.number(),
  /** Where deliveries and backups stay; null where they are in the studio folder. */
  staying: z.string().nullable(),
  /** API keys that are in memory only are gone when the studio opens at the new place. */
  losesKeys: z.boolean(),
})
export type MovePlan = z.infer<typeof MovePlan>

export const MoveEvent = z.object({
  /** False where nobody would open the studio again: a command that makes one thing. */
  isPossible: z.boolean(),
  /** waiting: for jobs, recordings, imports and saving, so that nothing is cut off · switching: the studio closes, and opens again. */
  work: z.object({
    step: z.enum(['copying', 'waiting', 'switching']),
    to: z.string(),
    doneBytes: z.number(),
    totalBytes: z.number(),
  }).nullable(),
  /** How the last move ended that did not succeed. The studio is where it was, and the copy is removed. */
  last: z.discriminatedUnion('did', [
    z.object({ did: z.literal('stopped') }),
    z.object({ did: z.literal('interrupted'), to: z.string() }),
    /** `said` is a sentence, or empty; `reference` is the id in the log. */
    z.object({ did: z.literal('failed'), to: z.string(), said: z.string(), reference: z.string() }),
  ]).nullable(),
  /** The copy at the place that the studio has left, until it is deleted. Null also while its disk is not connected. */
  former: z.object({ folder: z.string(), files: z.int(), sizeBytes: z.number(), isRemoving: z.boolean() }).nullable(),
})
export type MoveEvent = z.infer<typeof MoveEvent>

export const moves = {
  /** How far a move is, how the last one ended, and the copy that it has left. */
  changes: feed({ input: z.object({}), event: MoveEvent }),
  /** Looks at a folder. Null when the user cancelled the dialog. */
  plan: procedure({
    effect: 'reads',
    input: z.object({ to: WantedStudioFolder }),
    output: z.object({ plan: MovePlan.nullable() }),
    faults: ['move-refused', 'move-under-way', 'not-in-this-host'],
  }),
  /** Begins, and answers; the rest is told by the feed. */
  start: procedure({
    effect: 'writes',
    input: z.object({ planId: z.uuid() }),
    output: z.object({}),
    faults: ['not-found', 'move-refused', 'move-under-way', 'library-read-only'],
  }),
  /** The studio stays where it is, and the copy is removed. Too late once it is switching. */
  stop: procedure({ effect: 'writes', input: z.object({}), output: z.object({}) }),
  /** Deletes the copy at the former place: the files that were copied, and are as they were then. */
  removeFormer: procedure({
    effect: 'writes',
    input: z.object({}),
    output: z.object({ kept: z.int() }),
    faults: ['not-found', 'move-under-way'],
  }),
}
