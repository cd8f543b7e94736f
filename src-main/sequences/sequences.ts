/**
 * Sequences: each is a document with a revision and a journal. Every edit is carried out by `#rules/sequence/edit`, as in the page,
 * checked against the revision that it was made on, written with its inverse, and sent to every page.
 */
import type { DocumentPatch } from '#contract/document-patch.ts'
import type { JournalStep as ToldStep } from '#contract/journal.ts'
import type { Sequence } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { SequenceEvent, SequenceSummary } from '#contract/sequences.ts'
import type { ProjectId, SequenceId } from '#contract/words.ts'
import type { Edited } from '#rules/sequence/edit/differences.ts'
import type { Clock } from '../base/clock.ts'
import type { Database } from '../storage/database.ts'
import type { History, HistoryStep } from './history.ts'
import type { JournalEntry } from './sequence-rows.ts'
import type { Sequences, Turning } from './sequences-port.ts'
import { Fault } from '#contract/faults.ts'
import { sequenceStep } from '#contract/journal.ts'
import { SequenceId as ASequenceId } from '#contract/words.ts'
import { durationFrames } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { EditRefusedError } from '#rules/sequence/edit/refused.ts'
import { trackStepOf } from '#rules/sequence/edit/track-steps.ts'
import { nestedIds } from '#rules/sequence/nested/nested-clips.ts'
import { reshaped } from '#rules/sequence/reshape.ts'
import { requireAsExpected } from '../base/as-expected.ts'
import { createChanges } from '../base/changes.ts'
import { createLane } from '../base/concurrency.ts'
import { createFeed } from '../base/feed.ts'
import { inPieces } from '../base/in-pieces.ts'
import { sql } from '../storage/sql.ts'
import { sequencesOfLines } from './clip-rows.ts'
import { emptyDocument } from './empty-document.ts'
import { patchesOf, refuseWhenFollowed, refuseWhenTouched, turnedOrRefused } from './from-journal.ts'
import { after, foldable, historyOf, noHistory } from './history.ts'
import { replaced } from './replace.ts'
import { requireCanBeRead } from './require-can-be-read.ts'
import { requireNoCircle } from './require-no-circle.ts'
import { deleteEntries, insertEntry, insertSequence, readSequence, readSteps, updateSequence } from './sequence-rows.ts'
import { problemOf, storedText, unreadableSummary } from './unreadable-sequence.ts'

export interface SequencesPorts {
  readonly db: Database
  readonly clock: Clock
  /** Marks the project as changed. */
  readonly touch: (projectId: ProjectId) => Promise<void>
}

/** A sequence in memory, as it is stored. */
interface Open { readonly sequence: Sequence, readonly history: History, readonly summary: SequenceSummary }

/** Sequences that stay in memory. */
const mostOpen = 8
const dayMs = 86_400_000
/** After so many revisions the journal is folded. */
const foldEvery = 50

export function createSequences({ db, clock, touch }: SequencesPorts): Sequences {
  const summaries = createChanges<SequenceSummary, SequenceId>()
  const events = createFeed<SequenceEvent & { sequenceId: SequenceId }>()
  const open = new Map<SequenceId, Open>()
  // One edit after another: each is made on the result of the one before. What is not in memory is read between two edits, so that a
  // reading neither mixes two revisions nor puts an older one in place of what an edit has made meanwhile.
  const edits = createLane({ concurrency: 1 })

  /** For what does not run in the lane. */
  const opened = async (sequenceId: SequenceId): Promise<Open> => open.get(sequenceId) ?? edits.run(() => load(sequenceId))

  /** Must run in the lane. */
  async function load(sequenceId: SequenceId): Promise<Open> {
    const known = open.get(sequenceId)
    if (known)
      return known
    const stored = await readSequence(db, sequenceId)
    if (!stored)
      throw new Fault('not-found', { word: 'sequence', id: sequenceId })
    const steps = await readSteps(db, sequenceId)
    const { sequence, row } = stored
    return remember({
      sequence,
      history: historyOf(steps),
      summary: summaryOf(sequence, { createdAt: row.created_at, editedAt: row.edited_at, trashedAt: row.trashed_at }),
    })
  }

  function remember(one: Open): Open {
    open.delete(one.sequence.id)
    open.set(one.sequence.id, one)
    const [oldest] = open.keys()
    if (open.size > mostOpen && oldest !== undefined)
      open.delete(oldest)
    return one
  }

  async function summariesOf(projectId: ProjectId): Promise<SequenceSummary[]> {
    const ids = await db.all<{ id: unknown }>(sql`
      SELECT id FROM sequences WHERE project_id = ${projectId} AND purged_at IS NULL ORDER BY rowid`)
    const all: SequenceSummary[] = []
    for (const { success, data: id } of ids.map(row => ASequenceId.safeParse(row.id))) {
      const summary = success ? await summaryFor(id, opened) : null
      if (summary)
        all.push(summary)
    }
    return all
  }

  /** Also of one that cannot be opened: it must hide neither itself nor the others. @throws Fault not-found */
  async function summaryFor(sequenceId: SequenceId, read: typeof load): Promise<SequenceSummary> {
    try {
      return (await read(sequenceId)).summary
    }
    catch (error) {
      const problem = problemOf(error)
      const summary = problem && await unreadableSummary(db, sequenceId, problem)
      if (!summary)
        throw error
      return summary
    }
  }

  async function insert(sequence: Sequence, editedAt: number | null): Promise<SequenceSummary> {
    await db.transaction(async (tx) => {
      if (!await tx.get(sql`SELECT id FROM projects WHERE id = ${sequence.projectId}`))
        throw new Fault('not-found', { word: 'project', id: sequence.projectId })
      await insertSequence(tx, sequence, { created_at: sequence.changedAt, edited_at: editedAt })
    })
    const times = { createdAt: sequence.changedAt, editedAt, trashedAt: null }
    const { summary } = remember({ sequence, history: noHistory, summary: summaryOf(sequence, times) })
    await touch(sequence.projectId)
    summaries.changed(summary)
    return summary
  }

  /** Writes the next revision and tells every page. */
  async function commit(
    before: Open,
    edited: Edited,
    step: Pick<JournalEntry, 'name' | 'lineId' | 'kind' | 'ofRevision'>,
    madeBy: string | null = null,
  ): Promise<number> {
    if (edited.patches.length === 0)
      return before.sequence.revision
    const [revision, madeAt] = [before.sequence.revision + 1, clock.now()]
    const sequence: Sequence = { ...before.sequence, ...edited.document, revision, changedAt: madeAt }
    const entry: JournalEntry = { ...step, revision, patches: edited.patches, inverse: edited.inverse, madeAt, madeBy }
    const isOwnWork = step.name !== 'assemble' && !(step.name === 'new-take' && step.kind === 'edit')
    const editedAt = isOwnWork ? madeAt : null
    await inPieces(requireCanBeRead(before.sequence, sequence, edited.patches))
    await requireNoCircle(db, before.sequence, sequence)
    // What can fail is worked out before anything is written.
    const history = after(before.history, entry)
    const summary = summaryOf(sequence, { ...before.summary, editedAt: editedAt ?? before.summary.editedAt })
    await db.transaction(async (tx) => {
      await updateSequence(tx, before.sequence, sequence, editedAt)
      await insertEntry(tx, sequence.id, entry)
      if (revision % foldEvery === 0)
        await deleteEntries(tx, sequence.id, foldable(await readSteps(tx, sequence.id), madeAt - dayMs))
    })
    remember({ sequence, history, summary })
    events.publish({ sequenceId: sequence.id, ...eventOf(sequence, history, edited.patches) })
    summaries.changed(summary)
    await touch(sequence.projectId)
    return revision
  }

  /** The inverse of the last step, or what an undone one did, carried out on the present document. */
  async function step(
    sequenceId: SequenceId,
    kind: 'undo' | 'redo',
    { expected, by }: Turning = {},
  ): Promise<{ revision: number, step: ToldStep | null }> {
    const before = await load(sequenceId)
    const last = before.history[kind].at(-1)
    requireAsExpected('sequence', last?.revision, expected)
    const from = last && { sequenceId, ...kind === 'undo'
      ? { revision: last.heldBy, of: 'inverse' as const }
      : { revision: last.revision, of: 'patches' as const } }
    const patches = from ? await patchesOf(db, from) : null
    if (!last || !patches)
      return { revision: before.sequence.revision, step: null }
    if (kind === 'redo')
      await refuseWhenFollowed(db, sequenceId, last, patches)
    // A fader or a switch may have moved in the meantime: taking the step back leads to what is there now.
    const { document, inverse } = turnedOrRefused(before.sequence, patches)
    const { name, lineId, revision: ofRevision } = last
    const revision = await commit(before, { document, patches, inverse }, { name, lineId, kind, ofRevision }, by)
    return { revision, step: named(sequenceId, last) }
  }

  async function mark(sequenceId: SequenceId, trashedAt: number | null): Promise<SequenceSummary> {
    await summaryFor(sequenceId, load)
    await db.run(sql`UPDATE sequences SET trashed_at = ${trashedAt} WHERE id = ${sequenceId}`)
    const known = open.get(sequenceId)
    if (known)
      remember({ ...known, summary: { ...known.summary, trashedAt } })
    const summary = await summaryFor(sequenceId, load)
    summaries.changed(summary)
    await touch(summary.projectId)
    return summary
  }

  return {
    changes: (projectId, signal) => summaries.subscribe(() => summariesOf(projectId), signal, summary => summary.projectId === projectId),
    async* follow(sequenceId, signal) {
      const whole = async () => {
        const { sequence, history } = await opened(sequenceId)
        return { sequenceId, ...eventOf(sequence, history, []), sequence }
      }
      for await (const { sequenceId: id, ...event } of events.subscribe(whole, signal)) {
        if (id === sequenceId)
          yield event
      }
    },
    get: async sequenceId => (await opened(sequenceId)).sequence,
    summary: sequenceId => summaryFor(sequenceId, opened),
    ofProject: async projectId => (await summariesOf(projectId)).filter(summary => summary.trashedAt === null),
    create: ({ sequenceId, projectId, ...wish }, isByHand) => edits.run(async () => {
      const known = await readSequence(db, sequenceId)
      if (known && known.row.project_id !== projectId)
        throw new Fault('not-found', { word: 'sequence', id: sequenceId })
      if (known)
        return (await load(sequenceId)).summary
      const now = clock.now()
      return insert({ ...emptyDocument(sequenceId, wish), id: sequenceId, projectId, revision: 1, changedAt: now }, isByHand ? now : null)
    }),
    duplicate: (sequenceId, into) => edits.run(async () => {
      const { sequence } = await load(sequenceId)
      if (await readSequence(db, into.sequenceId))
        return (await load(into.sequenceId)).summary
      const { name, width, height, pictures } = into
      const now = clock.now()
      return insert({ ...reshaped(sequence, { width, height }, pictures), name, id: into.sequenceId, revision: 1, changedAt: now }, now)
    }),
    edit: (sequenceId, { baseRevision, name, edits: wanted, by = null }) => edits.run(async () => {
      const before = await load(sequenceId)
      const edited = carriedOut(before.sequence, wanted)
      if (baseRevision !== before.sequence.revision)
        await refuseWhenTouched(db, before.sequence, { baseRevision, by }, edited.patches)
      return commit(before, edited, { name: trackStepOf(wanted) ?? name, lineId: null, kind: 'edit', ofRevision: null }, by)
    }),
    async replace(sequenceId, name, next) {
      const editedOf = async (now: Sequence): Promise<Edited> => inPieces(replaced(now, await next(now)))
      const { sequence: first } = await opened(sequenceId)
      const made = await editedOf(first)
      return edits.run(async () => {
        const before = await load(sequenceId)
        const edited = before.sequence === first ? made : await editedOf(before.sequence)
        return commit(before, edited, { name, lineId: null, kind: 'edit', ofRevision: null })
      })
    },
    change: (sequenceId, named, work) => edits.run(async () => {
      const before = await load(sequenceId)
      const edited = work(before.sequence)
      return edited ? commit(before, edited, { ...named, kind: 'edit', ofRevision: null }) : before.sequence.revision
    }),
    withLines: lineIds => sequencesOfLines(db, lineIds),
    undo: (sequenceId, how) => edits.run(() => step(sequenceId, 'undo', how)),
    redo: (sequenceId, how) => edits.run(() => step(sequenceId, 'redo', how)),
    async steps(sequenceId) {
      const { sequence, history } = await opened(sequenceId)
      const { revision, undo, redo } = eventOf(sequence, history, [])
      return { revision, undo, redo }
    },
    trash: sequenceId => edits.run(() => mark(sequenceId, clock.now())),
    restore: sequenceId => edits.run(() => mark(sequenceId, null)),
    purge: sequenceId => edits.run(async () => {
      const isGone = await db.transaction(async (tx) => {
        const { changes } = await tx.run(sql`
          UPDATE sequences SET purged_at = ${clock.now()}, document = '{}' WHERE id = ${sequenceId} AND trashed_at IS NOT NULL`)
        if (changes === 0)
          return false
        await tx.run(sql`DELETE FROM sequence_clips WHERE sequence_id = ${sequenceId}`)
        await tx.run(sql`DELETE FROM sequence_starts WHERE sequence_id = ${sequenceId}`)
        await tx.run(sql`DELETE FROM sequence_journal WHERE sequence_id = ${sequenceId}`)
        return true
      })
      // It may have been restored meanwhile.
      if (!isGone)
        return
      open.delete(sequenceId)
      summaries.removed(sequenceId)
    }),
    announce: sequenceIds => edits.run(async () => {
      for (const sequenceId of sequenceIds) {
        open.delete(sequenceId)
        summaries.changed(await summaryFor(sequenceId, load))
        const { sequence, history } = await load(sequenceId)
        events.publish({ sequenceId, ...eventOf(sequence, history, []), sequence })
      }
    }),
    async stored(sequenceId) {
      const found = await storedText(db, sequenceId)
      if (!found)
        throw new Fault('not-found', { word: 'sequence', id: sequenceId })
      return found
    },
    journal: sequenceId => readSteps(db, sequenceId),
    close() {
      events.close()
      summaries.close()
    },
  }
}

/** @throws Fault edit-refused */
function carriedOut(document: Sequence, edits: readonly SequenceEdit[]): Edited {
  try {
    return applyEdits(document, edits)
  }
  catch (error) {
    if (error instanceof EditRefusedError)
      throw new Fault('edit-refused', { because: error.because, clipIds: [...error.ids] }, { cause: error })
    throw error
  }
}

function eventOf({ id, revision, changedAt }: Sequence, { undo, redo }: History, patches: readonly DocumentPatch[]): SequenceEvent {
  const last = (steps: readonly HistoryStep[]): ToldStep | null => steps.length > 0 ? named(id, steps.at(-1)!) : null
  return { sequence: null, patches: [...patches], revision, changedAt, undo: last(undo), redo: last(redo) }
}

function named(sequenceId: SequenceId, { name, lineId, revision, order }: HistoryStep): ToldStep {
  const author = name === 'new-take' ? 'new-take' : 'person'
  return { id: sequenceStep(sequenceId, revision), name, of: lineId ?? '', room: 'timeline', author, order }
}

function summaryOf(sequence: Sequence, times: Pick<SequenceSummary, 'createdAt' | 'editedAt' | 'trashedAt'>): SequenceSummary {
  const { id, projectId, name, width, height, rate, revision, changedAt } = sequence
  const { createdAt, editedAt, trashedAt } = times
  return {
    id,
    projectId,
    name,
    width,
    height,
    rate,
    durationFrames: durationFrames(sequence),
    clipCount: Object.values(sequence.tracks).reduce((count, track) => count + Object.keys(track.clips).length, 0),
    editedAt,
    revision,
    createdAt,
    changedAt,
    trashedAt,
    nestedIds: nestedIds(sequence),
    problem: null,
  }
}
