/** The rows of sequences and of their journals. */
import type { Patch } from 'immer'
import type { Transaction } from '../storage/database.ts'
import { z } from 'zod'
import { Sequence } from '#contract/sequences.ts'
import { Instant, ProjectId, SequenceId } from '#contract/words.ts'
import { sql } from '../storage/sql.ts'
import { defineTable, json } from '../storage/table.ts'

/** `document` is JSON of what the user edits. Another version of the program may have written members that this one does not know. */
export const sequencesTable = defineTable('sequences', z.object({
  id: SequenceId,
  project_id: ProjectId,
  document: z.string(),
  revision: z.int(),
  changed_at: Instant,
}))
export type SequenceRow = ReturnType<typeof sequencesTable.parse>

const Patches = z.array(z.custom<Patch>(value => z.object({ op: z.string(), path: z.array(z.unknown()) }).safeParse(value).success))

const journalTable = defineTable('sequence_journal', z.object({
  sequence_id: SequenceId,
  revision: z.int(),
  label: z.string(),
  patches: json(Patches),
  inverse: json(Patches),
  made_at: Instant,
}))

/** One change of a sequence. `inverse` restores the revision before; the first entry has none. */
export interface JournalEntry {
  readonly revision: number
  readonly label: string
  readonly patches: readonly Patch[]
  readonly inverse: readonly Patch[]
  readonly madeAt: number
}

/** Writes the sequence's row, or the one that takes the place of an earlier revision, and the journal entry of this revision. */
export async function writeRevision(
  tx: Transaction,
  row: SequenceRow,
  { label, patches, inverse }: Pick<JournalEntry, 'label' | 'patches' | 'inverse'>,
): Promise<void> {
  await tx.run(sql`
    INSERT INTO sequences ${sequencesTable.values(row)}
    ON CONFLICT (id) DO UPDATE SET document = excluded.document, revision = excluded.revision, changed_at = excluded.changed_at`)
  await tx.run(sql`INSERT INTO sequence_journal ${journalTable.values({
    sequence_id: row.id,
    revision: row.revision,
    label,
    patches: JSON.stringify(patches),
    inverse: JSON.stringify(inverse),
    made_at: row.changed_at,
  })}`)
}

/** Newest first. */
export async function readJournal(db: Transaction, sequenceId: SequenceId): Promise<JournalEntry[]> {
  const rows = await db.all(sql`
    SELECT ${journalTable.columns} FROM sequence_journal WHERE sequence_id = ${sequenceId} ORDER BY revision DESC`)
  return rows.map((row) => {
    const { revision, label, patches, inverse, made_at: madeAt } = journalTable.parse(row)
    return { revision, label, patches, inverse, madeAt }
  })
}

export function sequenceOf(row: SequenceRow): Sequence {
  return Sequence.parse({
    ...z.looseObject({}).parse(JSON.parse(row.document)),
    id: row.id,
    projectId: row.project_id,
    revision: row.revision,
    changedAt: row.changed_at,
  })
}
