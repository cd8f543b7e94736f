/** The calls of the journal, and what follows a step that was undone or redone in other parts of the studio. */
import type { Handlers } from '#contract/define.ts'
import type { journal as calls, JournalState, JournalStep, StepsOf } from '#contract/journal.ts'
import type { ColourName } from '#contract/script.ts'
import type { LineId, ProjectId, SequenceId, StepId, VoiceId } from '#contract/words.ts'
import type { Journal } from './journal.ts'
import type { RowChange } from './row-changes.ts'
import { revisionOf } from '#contract/journal.ts'
import { stepOf } from './step-rows.ts'

/** The journal of each database, and those of sequences, which keep patches of their documents. */
export interface Journals { readonly journal: Journal, readonly queueJournal: Journal, readonly sequences: SequenceJournals }

interface SequenceJournals {
  readonly next: (sequenceId: SequenceId) => Promise<JournalState>
  readonly follow: (sequenceId: SequenceId, signal?: AbortSignal) => AsyncIterable<JournalState>
  /** `expected` is the revision that the step made. @throws Fault changed-meanwhile where another one is next */
  readonly undo: (sequenceId: SequenceId, how: SequenceTurning) => Promise<{ step: JournalStep | null }>
  readonly redo: (sequenceId: SequenceId, how: SequenceTurning) => Promise<{ step: JournalStep | null }>
}
interface SequenceTurning { readonly expected?: number, readonly by?: string }

export interface JournalPorts extends Journals {
  /** Captions that name the speaker of these lines follow. */
  readonly renameCaptions: (renaming: { lineIds: readonly LineId[], from: string, to: string }) => Promise<void>
  /** Captions in the colour of the speaker follow. */
  readonly recolourCaptions: (of: { projectId: ProjectId, speaker: string, from: ColourName, to: ColourName }) => Promise<void>
  /** Nothing is sent for a project or a voice in the trash. */
  readonly cancelUnsentOf: (of: { projectId: ProjectId } | { voiceId: VoiceId }) => Promise<unknown>
}

/** What a database records row by row. */
type OfRows = Exclude<StepsOf, { is: 'sequence' }>

interface Turning { of: StepsOf, stepId: StepId | null, by?: string | undefined }

/** The journal that has these steps, and the project that they belong to there. */
export function journalOf(
  { journal, queueJournal }: Pick<Journals, 'journal' | 'queueJournal'>,
  of: OfRows,
): { journal: Journal, projectId: ProjectId | null } {
  return of.is === 'queue' ? { journal: queueJournal, projectId: null } : { journal, projectId: of.projectId }
}

export function journalHandlers(ports: JournalPorts): Handlers<typeof calls, { readonly signal?: AbortSignal | undefined }> {
  async function captionsFollow(changes: readonly RowChange[]): Promise<void> {
    const renamed = changes.filter(({ table, before, after }) => table === 'lines' && before?.speaker !== after?.speaker)
    for (const ofBoth of Map.groupBy(renamed, ({ before, after }) => JSON.stringify([before?.speaker, after?.speaker])).values()) {
      const [{ before, after } = { before: null, after: null }] = ofBoth
      // The key of a line is its id.
      const lineIds = ofBoth.map(change => String(change.key[0]) as LineId)
      await ports.renameCaptions({ lineIds, from: String(before?.speaker ?? ''), to: String(after?.speaker ?? '') })
    }
  }

  async function coloursFollow(changes: readonly RowChange[]): Promise<void> {
    for (const { table, key: [projectId, speaker], before, after } of changes) {
      if (table === 'speaker_colours' && before?.colour && after?.colour) {
        // As the table keeps them.
        const [from, to] = [before.colour as ColourName, after.colour as ColourName]
        await ports.recolourCaptions({ projectId: String(projectId) as ProjectId, speaker: String(speaker), from, to })
      }
    }
  }

  async function nothingLeaves(changes: readonly RowChange[]): Promise<void> {
    for (const { table, key: [id], after } of changes) {
      if (table === 'projects' && after?.trashed_at)
        await ports.cancelUnsentOf({ projectId: String(id) as ProjectId }) // the key of a project
      if (table === 'voices' && after?.trashed_at)
        await ports.cancelUnsentOf({ voiceId: String(id) as VoiceId }) // the key of a voice
    }
  }

  async function turnSequence(
    way: 'undo' | 'redo',
    sequenceId: SequenceId,
    { stepId, by }: Omit<Turning, 'of'>,
  ): Promise<{ turned: JournalStep | null }> {
    const expected = stepId === null ? undefined : revisionOf(sequenceId, stepId)
    if (expected === null)
      return { turned: null }
    const how = { ...expected !== undefined && { expected }, ...by !== undefined && { by } }
    return { turned: (await ports.sequences[way](sequenceId, how)).step }
  }

  async function turn(way: 'undo' | 'redo', { of, stepId, by }: Turning): Promise<{ turned: JournalStep | null }> {
    if (of.is === 'sequence')
      return turnSequence(way, of.sequenceId, { stepId, by })
    if (stepId === null)
      return { turned: null }
    const { journal, projectId } = journalOf(ports, of)
    const done = await journal.turn(way, projectId, stepId)
    if (done) {
      await nothingLeaves(done.changes)
      if (done.step.name === 'renameSpeaker')
        await captionsFollow(done.changes)
      if (done.step.name === 'colourSpeaker')
        await coloursFollow(done.changes)
    }
    return { turned: done && stepOf(done.step) }
  }

  return {
    changes({ of }, { signal }) {
      if (of.is === 'sequence')
        return ports.sequences.follow(of.sequenceId, signal)
      const { journal, projectId } = journalOf(ports, of)
      return journal.changes(projectId, signal)
    },
    async next({ of }) {
      if (of.is === 'sequence')
        return ports.sequences.next(of.sequenceId)
      const { journal, projectId } = journalOf(ports, of)
      return journal.next(projectId)
    },
    undo: asked => turn('undo', asked),
    redo: asked => turn('redo', asked),
  }
}
