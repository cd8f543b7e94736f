/** Sequences: each is a document with a revision, and a journal of all changes with their inverses. */
import type { Patch } from 'immer'
import type { Sequence } from '#contract/sequences.ts'
import type { ProjectId, SequenceId } from '#contract/words.ts'
import type { ChangesEvent } from '../base/changes.ts'
import type { Clock } from '../base/clock.ts'
import type { Database, Transaction } from '../storage/database.ts'
import { enablePatches, produceWithPatches } from 'immer'
import { Fault } from '#contract/faults.ts'
import { Sequence as SequenceShape } from '#contract/sequences.ts'
import { createChanges } from '../base/changes.ts'
import { sql } from '../storage/sql.ts'

export interface Sequences {
  changes: (projectId: ProjectId, signal?: AbortSignal) => AsyncIterable<ChangesEvent<Sequence, SequenceId>>
  /** @throws Fault not-found */
  get: (sequenceId: SequenceId) => Promise<Sequence>
  /** Oldest first. */
  ofProject: (projectId: ProjectId) => Promise<Sequence[]>
  /**
   * Stores the sequence under its id as the next revision and journals the change under this label. Its own revision and
   * time are ignored. Writes nothing when nothing differs.
   * @throws Fault not-found when its project does not exist, or the sequence belongs to another project
   */
  put: (sequence: Sequence, label: string) => Promise<Sequence>
  /** Sends these to the feeds, after another module wrote them. */
  announce: (sequenceIds: readonly SequenceId[]) => Promise<void>
  /** Newest first. `inverse` restores the revision before; the first entry has none. */
  journal: (sequenceId: SequenceId) => Promise<JournalEntry[]>
  close: () => void
}

export interface JournalEntry {
  readonly revision: number
  readonly label: string
  readonly patches: readonly Patch[]
  readonly inverse: readonly Patch[]
  readonly madeAt: number
}

/** What the user edits; the store sets identity, revision and time. */
type Document = Omit<Sequence, 'id' | 'projectId' | 'revision' | 'changedAt'>

interface SequenceRow { id: string, project_id: string, document: string, revision: number, changed_at: number }
interface JournalRow { revision: number, label: string, patches: string, inverse: string, made_at: number }

const columns = sql`id, project_id, document, revision, changed_at`

export function createSequences({ db, clock }: { db: Database, clock: Clock }): Sequences {
  enablePatches()
  const news = createChanges<Sequence, SequenceId>()

  async function find(from: Transaction, sequenceId: SequenceId): Promise<Sequence | undefined> {
    const row = await from.get<SequenceRow>(sql`SELECT ${columns} FROM sequences WHERE id = ${sequenceId}`)
    return row && sequenceOf(row)
  }

  async function ofProject(projectId: ProjectId): Promise<Sequence[]> {
    return (await db.all<SequenceRow>(sql`SELECT ${columns} FROM sequences WHERE project_id = ${projectId} ORDER BY id`)).map(sequenceOf)
  }

  async function insert(tx: Transaction, sequence: Sequence, label: string): Promise<Sequence> {
    if (!await tx.get(sql`SELECT id FROM projects WHERE id = ${sequence.projectId}`))
      throw new Fault('not-found', { word: 'project', id: sequence.projectId })
    const document = documentOf(sequence)
    const kept = { ...sequence, revision: 1, changedAt: clock.now() }
    await tx.run(sql`
      INSERT INTO sequences (id, project_id, document, revision, changed_at)
      VALUES (${kept.id}, ${kept.projectId}, ${JSON.stringify(document)}, ${kept.revision}, ${kept.changedAt})`)
    await writeJournal(tx, kept, { label, patches: [{ op: 'replace', path: [], value: document }], inverse: [] })
    return kept
  }

  async function update(tx: Transaction, before: Sequence, after: Sequence, label: string): Promise<Sequence> {
    const [document, patches, inverse] = produceWithPatches(documentOf(before), draft => assignChanged(draft, documentOf(after)))
    if (patches.length === 0)
      return before
    const kept = { ...before, ...document, revision: before.revision + 1, changedAt: clock.now() }
    await tx.run(sql`
      UPDATE sequences SET document = ${JSON.stringify(document)}, revision = ${kept.revision}, changed_at = ${kept.changedAt}
        WHERE id = ${kept.id}`)
    await writeJournal(tx, kept, { label, patches, inverse })
    return kept
  }

  return {
    ofProject,
    changes: (projectId, signal) => news.subscribe(() => ofProject(projectId), signal, sequence => sequence.projectId === projectId),
    async get(sequenceId) {
      const sequence = await find(db, sequenceId)
      if (!sequence)
        throw new Fault('not-found', { word: 'sequence', id: sequenceId })
      return sequence
    },
    async put(sequence, label) {
      const { kept, isNew } = await db.transaction(async (tx) => {
        const before = await find(tx, sequence.id)
        if (before && before.projectId !== sequence.projectId)
          throw new Fault('not-found', { word: 'sequence', id: sequence.id })
        const kept = before ? await update(tx, before, sequence, label) : await insert(tx, sequence, label)
        return { kept, isNew: kept.revision !== before?.revision }
      })
      if (isNew)
        news.changed(kept)
      return kept
    },
    async announce(sequenceIds) {
      for (const sequenceId of sequenceIds) {
        const sequence = await find(db, sequenceId)
        if (sequence)
          news.changed(sequence)
      }
    },
    async journal(sequenceId) {
      const rows = await db.all<JournalRow>(sql`
        SELECT revision, label, patches, inverse, made_at FROM sequence_journal WHERE sequence_id = ${sequenceId} ORDER BY revision DESC`)
      // Written by `writeJournal` from Immer's patches.
      return rows.map(row => ({
        revision: row.revision,
        label: row.label,
        patches: JSON.parse(row.patches) as Patch[],
        inverse: JSON.parse(row.inverse) as Patch[],
        madeAt: row.made_at,
      }))
    },
    close: () => news.close(),
  }
}

async function writeJournal(
  tx: Transaction,
  { id, revision, changedAt }: Sequence,
  change: Pick<JournalEntry, 'label' | 'patches' | 'inverse'>,
): Promise<void> {
  await tx.run(sql`
    INSERT INTO sequence_journal (sequence_id, revision, label, patches, inverse, made_at)
    VALUES (${id}, ${revision}, ${change.label}, ${JSON.stringify(change.patches)}, ${JSON.stringify(change.inverse)}, ${changedAt})`)
}

function sequenceOf(row: SequenceRow): Sequence {
  // Not validated yet; the contract's schema does that.
  const document = JSON.parse(row.document) as object
  return SequenceShape.parse({ ...document, id: row.id, projectId: row.project_id, revision: row.revision, changedAt: row.changed_at })
}

function documentOf({ name, width, height, rate, tracks }: Sequence): Document {
  return { name, width, height, rate, tracks }
}

/** Assigns only what differs, so that the journal contains only changes. */
function assignChanged(draft: Document, after: Document): void {
  const differs = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b)
  const { tracks, ...facts } = after
  for (const [key, value] of Object.entries(facts)) {
    if (differs(Reflect.get(draft, key), value))
      Reflect.set(draft, key, value)
  }
  tracks.forEach((track, index) => {
    if (differs(draft.tracks[index], track))
      draft.tracks[index] = track
  })
  draft.tracks.length = tracks.length
}
