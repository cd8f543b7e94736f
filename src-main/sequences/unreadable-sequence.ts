/** A sequence that cannot be opened here: what its row still says, for the list, the trash, and a copy for support. */
import type { SequenceSummary } from '#contract/sequences.ts'
import type { ProjectId, SequenceId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import { z } from 'zod'
import { isFault } from '#contract/faults.ts'
import { ProjectId as AProjectId, Instant } from '#contract/words.ts'
import { sql } from '../storage/sql.ts'
import { storedNestedIds } from './require-no-circle.ts'
import { nameIn } from './sequence-rows.ts'

export type Problem = NonNullable<SequenceSummary['problem']>

/** Null for an error that is not about the document. */
export function problemOf(error: unknown): Problem | null {
  return isFault(error, 'newer-document') ? 'newer' : isFault(error, 'unreadable-document') ? 'unreadable' : null
}

const moment = Instant.catch(0)
const Row = z.object({
  project_id: AProjectId,
  document: z.unknown(),
  revision: z.int().catch(0),
  created_at: moment,
  changed_at: moment,
  edited_at: Instant.nullable().catch(null),
  trashed_at: Instant.nullable().catch(null),
  clips: z.int(),
})

/** Null when there is none, or its row does not even name a project. */
export async function unreadableSummary(
  db: Pick<Transaction, 'get' | 'all'>,
  id: SequenceId,
  problem: Problem,
): Promise<SequenceSummary | null> {
  const row = Row.safeParse(await db.get(sql`
    SELECT project_id, document, revision, created_at, changed_at, edited_at, trashed_at,
      (SELECT count(*) FROM sequence_clips WHERE sequence_id = sequences.id) AS clips
    FROM sequences WHERE id = ${id} AND purged_at IS NULL`)).data
  return row
    ? {
        id,
        projectId: row.project_id,
        name: nameIn(row.document),
        width: 16,
        height: 16,
        rate: { numerator: 1, denominator: 1 },
        durationFrames: 0,
        clipCount: row.clips,
        editedAt: row.edited_at,
        revision: row.revision,
        createdAt: row.created_at,
        changedAt: row.changed_at,
        trashedAt: row.trashed_at,
        nestedIds: await storedNestedIds(db, id),
        problem,
      }
    : null
}

/** All that is stored of a sequence, as JSON, and what it belongs to; values that are JSON themselves are texts in it. Null when there is none. */
export async function storedText(
  db: Pick<Transaction, 'get' | 'all'>,
  id: SequenceId,
): Promise<{ projectId: ProjectId, name: string, text: string } | null> {
  const row = await db.get(sql`SELECT * FROM sequences WHERE id = ${id} AND purged_at IS NULL`)
  if (!row)
    return null
  const clips = await db.all(sql`SELECT * FROM sequence_clips WHERE sequence_id = ${id} ORDER BY id`)
  const starts = await db.all(sql`SELECT * FROM sequence_starts WHERE sequence_id = ${id} ORDER BY track_id`)
  const journal = await db.all(sql`SELECT * FROM sequence_journal WHERE sequence_id = ${id} ORDER BY revision`)
  const text = JSON.stringify({ sequence: row, clips, starts, journal }, (_name, value: unknown) =>
    value instanceof Uint8Array ? new TextDecoder().decode(value) : value, 2)
  return { projectId: AProjectId.parse(row.project_id), name: nameIn(row.document), text }
}
