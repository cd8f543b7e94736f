/** Which takes lines use, as it is kept: also those that are in the trash. */
import type { LineId, ProjectId, TakeId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import { sql } from '../storage/sql.ts'

/** Of all projects. */
export async function readChosenTakes(db: Transaction): Promise<Map<LineId, TakeId>> {
  const rows = await db.all<{ id: LineId, takeId: TakeId }>(sql`
    SELECT id, chosen_take_id AS takeId FROM lines WHERE removed_at IS NULL AND chosen_take_id IS NOT NULL`)
  return new Map(rows.map(row => [row.id, row.takeId]))
}

/** Lines whose chosen takes these are, in the trash or not. */
export async function linesUsing(db: Transaction, takeIds: readonly TakeId[]): Promise<{ id: LineId, projectId: ProjectId }[]> {
  return db.all(sql`
    SELECT id, project_id AS projectId FROM lines WHERE chosen_take_id IN ${sql.list(takeIds)} AND removed_at IS NULL`)
}
