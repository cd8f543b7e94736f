/** Sequences as the rest of the studio sees them. */
import type { JournalState, JournalStep as ToldStep } from '#contract/journal.ts'
import type { FrameRate, Sequence, SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceEdit, StepName } from '#contract/sequence-edits.ts'
import type { IntoShape, SequenceEvent, SequenceSummary } from '#contract/sequences.ts'
import type { LineId, ProjectId, SequenceId } from '#contract/words.ts'
import type { Edited } from '#rules/sequence/edit/differences.ts'
import type { ChangesEvent } from '../base/changes.ts'
import type { JournalStep } from './sequence-rows.ts'

export interface SequenceWish {
  readonly sequenceId: SequenceId
  readonly projectId: ProjectId
  readonly name: string
  readonly width: number
  readonly height: number
  readonly rate: FrameRate
}

export interface SequenceEditing {
  readonly baseRevision: number
  readonly name: StepName
  readonly edits: readonly SequenceEdit[]
  /** The page that edits. */
  readonly by?: string | undefined
}

/** Changes nothing of what it is given. */
type NextDocument = (now: Sequence) => SequenceDocument | Promise<SequenceDocument>

/** `expected` is the revision that the step made; `by` the page that asks. */
export interface Turning { readonly expected?: number | undefined, readonly by?: string | undefined }

/** What the program does by itself, mostly for a line. */
interface OwnStep { readonly name: StepName, readonly lineId: LineId | null }

/** How its pictures come into another shape. Absent: they fill it. */
export interface Duplicated { readonly pictures?: IntoShape | undefined }

export interface Sequences {
  changes: (projectId: ProjectId, signal?: AbortSignal) => AsyncIterable<ChangesEvent<SequenceSummary, SequenceId>>
  /** @throws Fault not-found, newer-document, unreadable-document */
  follow: (sequenceId: SequenceId, signal?: AbortSignal) => AsyncIterable<SequenceEvent>
  /** @throws Fault not-found, newer-document, unreadable-document */
  get: (sequenceId: SequenceId) => Promise<Sequence>
  /** Also of one that cannot be opened. @throws Fault not-found */
  summary: (sequenceId: SequenceId) => Promise<SequenceSummary>
  /** Those that are not in the trash, oldest first; also one that cannot be opened. */
  ofProject: (projectId: ProjectId) => Promise<SequenceSummary[]>
  /** `isByHand` is false for one that assembling makes. The same id again returns the same sequence. @throws Fault not-found when its project does not exist, or the id is of another one */
  create: (wish: SequenceWish, isByHand: boolean) => Promise<SequenceSummary>
  /** @throws Fault not-found, newer-document, unreadable-document */
  duplicate: (sequenceId: SequenceId, into: Omit<SequenceWish, 'projectId' | 'rate'> & Duplicated) => Promise<SequenceSummary>
  /** Returns the new revision; the same one when nothing differs. @throws Fault not-found, edit-refused, newer-document, unreadable-document */
  edit: (sequenceId: SequenceId, how: SequenceEditing) => Promise<number>
  /**
   * Lets the document be this one, as one step. Edits are not kept waiting while `next` works; after one that came between it works once
   * more, on what is there now. @throws Fault not-found, newer-document, unreadable-document, edit-refused
   */
  replace: (sequenceId: SequenceId, name: StepName, next: NextDocument) => Promise<number>
  /** One step; `work` returns null for nothing. @throws Fault not-found, newer-document, unreadable-document */
  change: (sequenceId: SequenceId, step: OwnStep, work: (now: Sequence) => Edited | null) => Promise<number>
  /** Those with clips of these lines, also in the trash. */
  withLines: (lineIds: readonly LineId[]) => Promise<SequenceId[]>
  /** @throws Fault not-found, newer-document, unreadable-document */
  undo: (sequenceId: SequenceId, how?: Turning) => Promise<{ revision: number, step: ToldStep | null }>
  /** @throws Fault not-found, newer-document, unreadable-document */
  redo: (sequenceId: SequenceId, how?: Turning) => Promise<{ revision: number, step: ToldStep | null }>
  /** What is undone and redone next. @throws Fault not-found, newer-document, unreadable-document */
  steps: (sequenceId: SequenceId) => Promise<JournalState>
  /** @throws Fault not-found */
  trash: (sequenceId: SequenceId) => Promise<SequenceSummary>
  /** @throws Fault not-found */
  restore: (sequenceId: SequenceId) => Promise<SequenceSummary>
  /** Only from the trash. Its deliveries stay. */
  purge: (sequenceId: SequenceId) => Promise<void>
  /** Reads these again and sends them to the feeds, after another module wrote them. */
  announce: (sequenceIds: readonly SequenceId[]) => Promise<void>
  /** All that is stored, also of one that cannot be opened. @throws Fault not-found */
  stored: (sequenceId: SequenceId) => Promise<{ projectId: ProjectId, name: string, text: string }>
  /** Oldest first. */
  journal: (sequenceId: SequenceId) => Promise<JournalStep[]>
  close: () => void
}
