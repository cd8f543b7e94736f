/** Reads what was written of a project of a bundle by the declarations of all tables: a row that is no row of Takeroom does not stay. */
import type { ProjectId, SequenceId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import { libraryTables } from '../databases/tables.ts'
import { readSequence } from '../sequences/sequence-rows.ts'
import { sql } from '../storage/sql.ts'
import { UnreadableRowError } from '../storage/table.ts'

/** @throws UnreadableRowError, Fault newer-document */
export async function requireReadable(tx: Transaction, projectId: ProjectId, sequenceIds: readonly SequenceId[]): Promise<void> {
  for (const { name, stored } of libraryTables) {
    if (!('project_id' in stored.shape))
      continue
    const columns = Object.keys(stored.shape)
    const rows = await tx.all(sql`
      SELECT ${sql.join(columns.map(column => sql.identifier(column)))} FROM ${sql.identifier(name)} WHERE project_id = ${projectId}`)
    const bad = rows.find(row => !stored.safeParse(row).success)
    if (bad)
      throw new UnreadableRowError(name, bad, [])
  }
  for (const id of sequenceIds)
    await readSequence(tx, id)
}
