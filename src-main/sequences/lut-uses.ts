/** Where a look-up table is used: clips whose grade has it. */
import type { AssetId, ProjectId, SequenceId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import { sql } from '../storage/sql.ts'

export interface LutUse {
  readonly projectId: ProjectId
  readonly projectName: string
  readonly sequenceId: SequenceId
  readonly sequenceName: string
  readonly clips: number
}

/** Also those in the trash: they can be restored. */
export async function lutUses(db: Pick<Transaction, 'all'>, lutId: AssetId): Promise<LutUse[]> {
  return db.all<LutUse>(sql`
    SELECT projects.id AS projectId, projects.name AS projectName, sequences.id AS sequenceId,
      coalesce(${sql.json(sql`sequences.document`)} ->> '$.name', '') AS sequenceName, used.clips AS clips
    FROM (
      SELECT sequence_id, count(*) AS clips FROM sequence_clips WHERE lut_id = ${lutId} GROUP BY sequence_id) AS used
      JOIN sequences ON sequences.id = used.sequence_id JOIN projects ON projects.id = sequences.project_id
    WHERE sequences.purged_at IS NULL ORDER BY projects.name, sequenceName`)
}
