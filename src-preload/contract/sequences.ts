/** Calls and feeds for sequences: which a project has, following one, editing it, assembling the script. */
import type { Sequence } from './sequence-document.ts'
import { z } from 'zod'
import { changesOf, feed, procedure } from './define.ts'
import { DocumentPatches } from './document-patch.ts'
import { JournalStep } from './journal.ts'
import { Layout, SequenceDocument } from './sequence-document.ts'
import { SequenceEdit, StepName } from './sequence-edits.ts'
import { mostClips } from './sequence-limits.ts'
import { Instant, Label, LineId, ProjectId, SequenceId, TakeId } from './words.ts'

export const SequenceSummary = z.object({
  id: SequenceId,
  projectId: ProjectId,
  /** Empty where it cannot be read. */
  name: Label.max(200),
  ...SequenceDocument.pick({ width: true, height: true, rate: true }).shape,
  durationFrames: z.int(),
  clipCount: z.int(),
  /** When a user last edited it by hand; null while it is what assembling made of the script. */
  editedAt: Instant.nullable(),
  revision: z.int(),
  createdAt: Instant,
  changedAt: Instant,
  trashedAt: Instant.nullable(),
  /** The sequences that are clips of it, each once. */
  nestedIds: z.array(SequenceId),
  /** Why it cannot be opened here: then its size, rate and length are unknown. It can be saved as it is, and moved to the trash. */
  problem: z.enum(['newer', 'unreadable']).nullable(),
})
export type SequenceSummary = z.infer<typeof SequenceSummary>

/**
 * As it is sent. The whole is JSON in one text: to check and copy every clip of an hour at both ends takes longer than all else of opening
 * it, and main has checked the document when it read it, and each edit since.
 */
export const SentSequenceEvent = z.object({
  sequence: z.string().nullable(),
  /** What takes the revision before to this one. */
  patches: DocumentPatches,
  revision: z.int(),
  changedAt: Instant,
  /** What `journal.undo` takes back, and `journal.redo` makes again. */
  undo: JournalStep.nullable(),
  redo: JournalStep.nullable(),
})
export type SentSequenceEvent = z.infer<typeof SentSequenceEvent>
export interface SequenceEvent extends Omit<SentSequenceEvent, 'sequence'> {
  /** The whole sequence: the first event, and whenever patches would be longer. Null otherwise. */
  readonly sequence: Sequence | null
}

/** What the text of a sent event says. */
export function sequenceEvent({ sequence, ...event }: SentSequenceEvent): SequenceEvent {
  return { ...event, sequence: sequence === null ? null : sequenceIn(sequence) }
}

/** The sequence that main sent as text. */
export function sequenceIn(text: string): Sequence {
  return JSON.parse(text) as Sequence // as main wrote it
}

/** How pictures that fill a frame come into one of another shape: filling it, whole, or whole over their blurred copies. */
export const IntoShape = z.enum(['fill', 'fit', 'blur'])
export type IntoShape = z.infer<typeof IntoShape>

const size = SequenceDocument.pick({ width: true, height: true }).shape

/** What assembling did to the clips of lines that were there before. */
export const AssemblyReport = z.object({
  added: z.int(),
  /** Their take, text or place changed. */
  changed: z.int(),
  removed: z.int(),
  kept: z.int(),
  /** Lines without a take, which are left out. */
  notMade: z.array(LineId),
})
export type AssemblyReport = z.infer<typeof AssemblyReport>

export const sequences = {
  /** Those of one project, also those in the trash, then changes. */
  changes: feed({ input: z.object({ projectId: ProjectId }), event: changesOf(SequenceSummary, SequenceId) }),
  /** One sequence, then every revision of it. */
  follow: feed({ input: z.object({ sequenceId: SequenceId }), event: SentSequenceEvent }),
  /**
   * While it is open, new takes of lines wait to come into the clips of this sequence: somebody is dragging. Its only event says that it is
   * open.
   */
  hold: feed({ input: z.object({ sequenceId: SequenceId }), event: z.object({}) }),
  /** Empty, with a track of each kind. The same id again returns the same sequence. */
  create: procedure({
    effect: 'writes',
    input: Layout.extend({ sequenceId: SequenceId, name: SequenceDocument.shape.name }),
    output: z.object({ sequence: SequenceSummary }),
    faults: ['not-found', 'library-read-only'],
  }),
  /** `pictures` counts in another shape; absent, they fill the frame. Undo begins again. */
  duplicate: procedure({
    effect: 'writes',
    input: z.object({
      sequenceId: SequenceId,
      newId: SequenceId,
      name: SequenceDocument.shape.name,
      ...size,
      pictures: IntoShape.optional(),
    }),
    output: z.object({ sequence: SequenceSummary }),
    faults: ['not-found', 'newer-document', 'unreadable-document', 'library-read-only'],
  }),
  /**
   * Carries out all of the edits, or none, as one step of undo. Edits made on an older revision are carried out on the newest one,
   * unless others changed the same clips or tracks since. `by` is the page that made it, which knows its own edits: those are not others'.
   */
  edit: procedure({
    effect: 'writes',
    input: z.object({
      sequenceId: SequenceId,
      baseRevision: z.int(),
      by: z.uuid().optional(),
      name: StepName,
      edits: z.array(SequenceEdit).min(1).max(mostClips),
    }),
    output: z.object({ revision: z.int() }),
    faults: ['not-found', 'edit-refused', 'newer-document', 'unreadable-document', 'library-read-only'],
  }),
  /**
   * Puts the captions of a transcript, which `takeId` is, onto the clips that play its recording, as one step of undo. Nothing is written
   * where there is no such clip, or no word with a time.
   */
  captionTranscript: procedure({
    effect: 'writes',
    input: z.object({ sequenceId: SequenceId, takeId: TakeId }),
    output: z.object({ revision: z.int(), captionCount: z.int(), clipCount: z.int() }),
    faults: ['not-found', 'unreadable-file', 'edit-refused', 'newer-document', 'unreadable-document', 'library-read-only'],
  }),
  /**
   * What delivering shows: the chosen sequence, or the project's first, once a user has edited it. Else the layout of the script:
   * chosen takes one after another with their pauses, captions from the text, and pictures over the whole length; the same script
   * and takes give the same clips and ids. The sequence is JSON, see `SentSequenceEvent`. Refused with more clips than a track can have.
   */
  layout: procedure({
    effect: 'reads',
    input: Layout.extend({ sequenceId: SequenceId.nullable() }),
    output: z.object({ sequence: z.string(), isEdited: z.boolean() }),
    faults: ['not-found', 'nothing-to-lay-out', 'edit-refused', 'newer-document', 'unreadable-document'],
  }),
  /** Creates the project's first sequence from the script, or brings the one that is still as assembled up to date with it. */
  layOut: procedure({
    effect: 'writes',
    input: Layout,
    output: z.object({ sequence: SequenceSummary }),
    faults: ['not-found', 'nothing-to-lay-out', 'edit-refused', 'newer-document', 'unreadable-document', 'library-read-only'],
  }),
  /**
   * Lays the script out into a sequence, as one step of undo. Clips of lines keep their ids, trims, fades and gains; clips placed by hand
   * stay where they are. Writes nothing when nothing differs.
   */
  assemble: procedure({
    effect: 'writes',
    input: z.object({ sequenceId: SequenceId }),
    output: z.object({ revision: z.int(), report: AssemblyReport }),
    faults: ['not-found', 'nothing-to-lay-out', 'edit-refused', 'newer-document', 'unreadable-document', 'library-read-only'],
  }),
  /** Its deliveries stay. */
  trash: procedure({
    effect: 'writes',
    input: z.object({ sequenceId: SequenceId }),
    output: z.object({ sequence: SequenceSummary }),
    faults: ['not-found', 'library-read-only'],
  }),
  /** From the trash. */
  restore: procedure({
    effect: 'writes',
    input: z.object({ sequenceId: SequenceId }),
    output: z.object({ sequence: SequenceSummary }),
    faults: ['not-found', 'library-read-only'],
  }),
}
