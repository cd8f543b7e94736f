/** Sequences: each is a document with a revision, and a journal of all changes with their inverses. */
import type { Sequence } from '#contract/sequences.ts'
import type { ProjectId, SequenceId } from '#contract/words.ts'
import type { ChangesEvent } from '../base/changes.ts'
import type { Clock } from '../base/clock.ts'
import type { Database, Transaction } from '../storage/database.ts'
import type { JournalEntry, SequenceRow } from './sequence-rows.ts'
import { enablePatches, produceWithPatches } from 'immer'
import { Fault } from '#contract/faults.ts'
import { createChanges } from '../base/changes.ts'
import { sql } from '../storage/sql.ts'
import { readJournal, sequenceOf, sequencesTable, writeRevision } from './sequence-rows.ts'

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

/** What the user edits; the store sets identity, revision and time. */
type Document = Omit<Sequence, 'id' | 'projectId' | 'revision' | 'changedAt'>

export function createSequences({ db, clock }: { db: Database, clock: Clock }): Sequences {
  enablePatches()
  const news = createChanges<Sequence, SequenceId>()

  async function find(from: Transaction, sequenceId: SequenceId): Promise<Sequence | undefined> {
    const row = await from.get(sql`SELECT ${sequencesTable.columns} FROM sequences WHERE id = ${sequenceId}`)
    return row && sequenceOf(sequencesTable.parse(row))
  }

  async function ofProject(projectId: ProjectId): Promise<Sequence[]> {
    const rows = await db.all(sql`SELECT ${sequencesTable.columns} FROM sequences WHERE project_id = ${projectId} ORDER BY id`)
    return rows.map(row => sequenceOf(sequencesTable.parse(row)))
  }

  async function insert(tx: Transaction, sequence: Sequence, label: string): Promise<Sequence> {
    if (!await tx.get(sql`SELECT id FROM projects WHERE id = ${sequence.projectId}`))
      throw new Fault('not-found', { word: 'project', id: sequence.projectId })
    const kept = { ...sequence, revision: 1, changedAt: clock.now() }
    await writeRevision(tx, rowOf(kept), { label, patches: [{ op: 'replace', path: [], value: documentOf(sequence) }], inverse: [] })
    return kept
  }

  async function update(tx: Transaction, before: Sequence, after: Sequence, label: string): Promise<Sequence> {
    const [document, patches, inverse] = produceWithPatches(documentOf(before), draft => assignChanged(draft, documentOf(after)))
    if (patches.length === 0)
      return before
    const kept = { ...before, ...document, revision: before.revision + 1, changedAt: clock.now() }
    await writeRevision(tx, rowOf(kept), { label, patches, inverse })
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
    journal: sequenceId => readJournal(db, sequenceId),
    close: () => news.close(),
  }
}

function rowOf(sequence: Sequence): SequenceRow {
  return {
    id: sequence.id,
    project_id: sequence.projectId,
    document: JSON.stringify(documentOf(sequence)),
    revision: sequence.revision,
    changed_at: sequence.changedAt,
  }
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
