/** Where a line is put: behind another one, or back where it was. */
import type { LineId, ProjectId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import { Fault } from '#contract/faults.ts'
import { sql } from '../storage/sql.ts'
import { countLines } from './line-rows.ts'

async function lineRow(tx: Transaction, lineId: LineId): Promise<{ projectId: ProjectId, position: number }> {
  const row = await tx.get<{ projectId: ProjectId, position: number }>(sql`
    SELECT project_id AS projectId, position FROM lines WHERE id = ${lineId} AND removed_at IS NULL`)
  if (!row)
    throw new Fault('not-found', { word: 'line', id: lineId })
  return row
}

/** The place behind this line. @throws Fault not-found for a line of another project */
export async function placeAfter(tx: Transaction, projectId: ProjectId, lineId: LineId): Promise<number> {
  const { projectId: at, position } = await lineRow(tx, lineId)
  if (at !== projectId)
    throw new Fault('not-found', { word: 'line', id: lineId })
  return position + 1
}

/** Its former position, or the end of a script that has become shorter. */
export async function placeOfRemoved(tx: Transaction, lineId: LineId): Promise<{ projectId: ProjectId, at: number }> {
  const row = await tx.get<{ project_id: ProjectId, position: number }>(sql`
    SELECT project_id, position FROM lines WHERE id = ${lineId} AND removed_at IS NOT NULL`)
  if (!row)
    throw new Fault('not-found', { word: 'line', id: lineId })
  return { projectId: row.project_id, at: Math.min(row.position, await countLines(tx, row.project_id)) }
}
