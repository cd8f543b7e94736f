/** The journal: what changed a project, step by step, and undo and redo of each step. Sequences have journals of their own. */
import { z } from 'zod'
import { feed, procedure } from './define.ts'
import { Label, ProjectId, StepId } from './words.ts'

/** What a step did. The page has the words. */
export const JournalStepName = z.enum([
  ...['editLine', 'moveLine', 'removeLine', 'addLine', 'addLines', 'chooseTake', 'cast', 'renameSpeaker', 'colourSpeaker'] as const,
  ...['changePictures', 'starTakes', 'unstarTakes', 'chooseSound', 'trashTakes', 'restoreTakes', 'addToBin', 'removeFromBin'] as const,
  ...['editLines', 'markLines', 'mergeLines', 'removeLines', 'replaceText', 'changePronunciations'] as const,
  ...['trashDelivery', 'trashProject', 'trashVoice'] as const,
])
export type JournalStepName = z.infer<typeof JournalStepName>

/** Who made a step. A step of one author never takes away what another can make again. */
export const StepAuthor = z.enum(['person', 'new-take'])
export type StepAuthor = z.infer<typeof StepAuthor>

/** Which step of undo a call is part of. Calls with the same id are one step; what a call without a step changes cannot be undone. */
export const AskedStep = z.object({
  id: StepId,
  /** The project in which it was done; null for what belongs to none. */
  projectId: ProjectId.nullable(),
  name: JournalStepName,
  /** What the name is about, such as the number of a line. Main counts takes itself. */
  of: Label,
  /** The room in which it was done; null where it is not known. */
  room: z.string().max(40).nullable(),
  /** Steps that follow each other within 30 s with the same key are one. */
  joins: Label.optional(),
  /** It becomes a part of the step before it, within 30 s, if that has one of these names. */
  endsStep: z.array(JournalStepName).max(10).optional(),
  /** When it was done, where it may be sent late. In ms since 1970. */
  at: z.number().optional(),
})
export type AskedStep = z.infer<typeof AskedStep>

/** The input member of every call that can be a step. */
export const isStep = { step: AskedStep.optional() }

/** Of two steps of a project, the one with the larger `order` is undone first; an order is about when it was done, in ms since 1970. */
export const JournalStep = z.object({
  id: StepId,
  name: JournalStepName,
  of: Label,
  room: z.string().nullable(),
  author: StepAuthor,
  order: z.number(),
})
export type JournalStep = z.infer<typeof JournalStep>

/** The steps that are undone and redone next. `revision` grows with each change of any project. */
export const JournalState = z.object({ revision: z.int(), undo: JournalStep.nullable(), redo: JournalStep.nullable() })
export type JournalState = z.infer<typeof JournalState>

const of = z.object({ projectId: ProjectId.nullable() })
/** All of the step is turned, or nothing. Answers the step; null, and nothing is done, where it is gone, or turned already. */
const turning = {
  effect: 'writes',
  input: z.object({ projectId: ProjectId.nullable(), stepId: StepId }),
  output: z.object({ turned: JournalStep.nullable() }),
  faults: ['not-found', 'changed-meanwhile', 'library-read-only'],
} as const

export const journal = {
  /** The next steps of a project, or of what belongs to none, and again after each change. */
  changes: feed({ input: of, event: JournalState }),
  /** The same, once. */
  next: procedure({ effect: 'reads', input: of, output: JournalState }),
  /**
   * Puts back what a step has changed. Fails with changed-meanwhile when something of it was changed since, and with not-found when it was
   * deleted for good: then nothing is changed, and the step is not offered again.
   */
  undo: procedure(turning),
  /** Makes a step again that was undone; the same holds for it. */
  redo: procedure(turning),
}
