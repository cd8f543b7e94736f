/** The bin of a project: the takes that a user put into it, besides those that were made there or are used there. */
import type { ProjectId, TakeId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import type { Sql } from '../storage/sql.ts'
import { z } from 'zod'
import { Instant, ProjectId as ProjectIdShape, TakeId as TakeIdShape } from '#contract/words.ts'
import { sql } from '../storage/sql.ts'
import { defineTable } from '../storage/table.ts'
import { takesOfProject } from './take-references.ts'

export const projectTakesTable = defineTable('project_takes', z.object({
  project_id: ProjectIdShape,
  take_id: TakeIdShape,
  added_at: Instant,
}))

/** Those of the takes that exist and were made elsewhere become part of the project. Returns those that were not part of it before. */
export async function addToProject(
  tx: Transaction,
  { projectId, takeIds, addedAt }: { projectId: ProjectId, takeIds: readonly TakeId[], addedAt: number },
): Promise<TakeId[]> {
  const rows = await tx.all<{ take_id: TakeId }>(sql`
    INSERT INTO project_takes (project_id, take_id, added_at)
    SELECT ${projectId}, id, ${addedAt} FROM takes WHERE id IN ${sql.list(takeIds)} AND project_id IS NOT ${projectId}
    ON CONFLICT DO NOTHING RETURNING take_id`)
  return rows.map(row => row.take_id)
}

/** Returns those that had been added. */
export async function removeFromProject(tx: Transaction, projectId: ProjectId, takeIds: readonly TakeId[]): Promise<TakeId[]> {
  const rows = await tx.all<{ take_id: TakeId }>(sql`
    DELETE FROM project_takes WHERE project_id = ${projectId} AND take_id IN ${sql.list(takeIds)} RETURNING take_id`)
  return rows.map(row => row.take_id)
}

/** For a deleted project. */
export async function purgeBin(tx: Transaction, projectId: ProjectId): Promise<void> {
  await tx.run(sql`DELETE FROM project_takes WHERE project_id = ${projectId}`)
}

/** A query for the numbers of a project's takes: made there, added, or used by its script, its storyboard or one of its timelines. */
export function numbersOfProject(projectId: ProjectId): Sql {
  return sql`
    SELECT number FROM takes WHERE project_id = ${projectId}
    UNION SELECT number FROM takes WHERE id IN (${takesOfProject(projectId)})`
}

/** What a snapshot keeps of the bin; an empty one is left out. */
export const BinVersion = z.object({ bin: z.array(z.string()).optional() })
export type BinVersion = z.infer<typeof BinVersion>

export async function readBinVersion(db: Transaction, projectId: ProjectId): Promise<BinVersion> {
  const rows = await db.all<{ take_id: string }>(sql`SELECT take_id FROM project_takes WHERE project_id = ${projectId} ORDER BY rowid`)
  return rows.length > 0 ? { bin: rows.map(row => row.take_id) } : {}
}

/**
 * Puts back what the bin had, except takes that were deleted since. What was added later stays: a restored version never takes a take away.
 * A copy also gets the takes that had been made in its original by then.
 */
export async function writeBinVersion(
  tx: Transaction,
  { bin = [] }: BinVersion,
  { from, into, takenAt, changedAt }: { from: ProjectId, into: ProjectId, takenAt: number, changedAt: number },
): Promise<void> {
  const added = { projectId: into, addedAt: changedAt }
  await addToProject(tx, { ...added, takeIds: bin as TakeId[] }) // Ids that are none find no take.
  if (from === into)
    return
  const made = await tx.all<{ id: TakeId }>(sql`
    SELECT id FROM takes WHERE project_id = ${from} AND trashed_at IS NULL AND check_of IS NULL AND taken_at <= ${takenAt}`)
  await addToProject(tx, { ...added, takeIds: made.map(row => row.id) })
}
