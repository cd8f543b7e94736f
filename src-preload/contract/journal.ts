/** The journal: what changed a project, the queue or a sequence, step by step, with undo and redo. */
import { z } from 'zod'
import { feed, procedure } from './define.ts'
import { StepName } from './sequence-edits.ts'
import { Label, ProjectId, SequenceId, StepId } from './words.ts'

/** What a step did to the order and the list of jobs. The ledger keeps these, and none of them lets a request leave. */
export const QueueStepName = z.enum(['clearJobs', 'moveJobs', 'runNext'])

/** What a step did. The page has the words. */
export const JournalStepName = z.enum([
  ...QueueStepName.options,
  ...['editLine', 'moveLine', 'removeLine', 'addLine', 'addLines', 'chooseTake', 'chooseTakes'] as const,
  ...['cast', 'renameSpeaker', 'colourSpeaker', 'setTone', 'setAnchor', 'setLanguage'] as const,
  ...['changePictures', 'starTakes', 'unstarTakes', 'chooseSound', 'markTake', 'trashTakes', 'restoreTakes'] as const,
  ...['addToBin', 'removeFromBin'] as const,
  ...['editLines', 'markLines', 'mergeLines', 'splitLines', 'removeLines', 'replaceText', 'changePronunciations'] as const,
  ...['trashDelivery', 'trashProject', 'trashVoice', 'describeVoice', 'moveVoices', 'renameVoiceFolder', 'acceptTakes'] as const,
  ...['moveProjects', 'renameProjectFolder', 'archiveProject', 'unarchiveProject', 'setCover', 'createProject', 'saveTemplate'] as const,
  ...['colourProject', 'renameProject', 'duplicateProject', 'renameVoice', 'writeNote', 'addToNotes'] as const,
  ...['changeLook', 'chooseDelivery', 'editTranscript', 'revertTranscript', 'restoreTranscript'] as const,
  ...['nameTakes', 'tagTakes', 'untagTakes'] as const,
  ...['makeCollection', 'renameCollection', 'removeCollection', 'addToCollection', 'removeFromCollection'] as const,
  'arrangeCollection',
  ...['saveSearch', 'changeSearch', 'removeSearch'] as const,
  ...['saveShelfEntries', 'removeShelfEntries', 'moveShelfEntries'] as const,
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
  /** What the name is about, such as the number of a line. Main counts takes and cleared jobs itself. */
  of: Label,
  /** The room in which it was done; null where it is not known. */
  room: z.string().max(40).nullable(),
  /** Steps that follow each other within 30 s with the same key are one. */
  joins: Label.optional(),
  /** It becomes a part of the step before it, within 30 s, if that has one of these names. */
  endsStep: z.array(JournalStepName).max(10).optional(),
  /** When it was done, where it may be sent late. In ms since 1970, by the clock of the page. */
  at: z.number().optional(),
  /** When it was sent, by the same clock: main's may be another. The outbox adds it to each step that has `at`. */
  sentAt: z.number().optional(),
})
export type AskedStep = z.infer<typeof AskedStep>

/** Whose steps: of a project, or of what belongs to none, with null; of the queue, for all projects; or of a sequence. */
export const StepsOf = z.discriminatedUnion('is', [
  z.object({ is: z.literal('project'), projectId: ProjectId.nullable() }),
  z.object({ is: z.literal('queue') }),
  z.object({ is: z.literal('sequence'), sequenceId: SequenceId }),
])
export type StepsOf = z.infer<typeof StepsOf>

/** Where a step is kept. */
export function stepsOf({ name, projectId }: Pick<AskedStep, 'name' | 'projectId'>): Exclude<StepsOf, { is: 'sequence' }> {
  return QueueStepName.safeParse(name).success ? { is: 'queue' } : { is: 'project', projectId }
}

/** The input member of every call that can be a step. */
export const isStep = { step: AskedStep.optional() }

/**
 * Of two steps of a project, the one with the larger `order` is undone first; an order is about when it was done, in ms since 1970. In a
 * sequence it is a revision.
 */
export const JournalStep = z.object({
  id: StepId,
  name: z.enum([...JournalStepName.options, ...StepName.options]),
  /** What the name is about; of a `new-take` in a sequence, the id of its line, or nothing. */
  of: Label,
  room: z.string().nullable(),
  author: StepAuthor,
  order: z.number(),
})
export type JournalStep = z.infer<typeof JournalStep>

/** The steps that are undone and redone next. `revision` grows with each change. */
export const JournalState = z.object({ revision: z.int(), undo: JournalStep.nullable(), redo: JournalStep.nullable() })
export type JournalState = z.infer<typeof JournalState>

const of = z.object({ of: StepsOf })
/** The step of a sequence that made this revision. */
export function sequenceStep(sequenceId: SequenceId, revision: number): StepId {
  return StepId.parse(`${sequenceId.slice(0, 24)}${revision.toString(16).padStart(12, '0')}`)
}

/** The revision that a step of this sequence made; null for a step of something else. */
export function revisionOf(sequenceId: SequenceId, stepId: StepId): number | null {
  return stepId.startsWith(sequenceId.slice(0, 24)) ? Number.parseInt(stepId.slice(24), 16) : null
}

/** All of the step is turned, or nothing. Answers the step; null, and nothing is done, where it is gone, or turned already. */
const turning = {
  effect: 'writes',
  input: z.object({
    of: StepsOf,
    /** Null, for a sequence, is its last one: what this page did there may be on its way. */
    stepId: StepId.nullable(),
    /** The page that asks, which knows its own edits of a sequence. */
    by: z.uuid().optional(),
  }),
  output: z.object({ turned: JournalStep.nullable() }),
  faults: ['not-found', 'changed-meanwhile', 'name-taken', 'library-read-only', 'edit-refused', 'newer-document', 'unreadable-document'],
} as const

export const journal = {
  /** The next steps, and again after each change. */
  changes: feed({ input: of, event: JournalState }),
  /** The same, once. */
  next: procedure({ effect: 'reads', input: of, output: JournalState }),
  /**
   * Puts back what a step has changed. Fails with changed-meanwhile when something of it was changed since, with name-taken when
   * another one has got the former name, and with not-found when it was deleted for good: then nothing is changed, and the step is not
   * offered again. What comes back while another one has its name gets a number.
   */
  undo: procedure(turning),
  /** Makes a step again that was undone; the same holds for it. */
  redo: procedure(turning),
}
