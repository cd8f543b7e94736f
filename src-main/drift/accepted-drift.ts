/** Takes that sound otherwise than the others of their speaker, of which a person has said that they are right, with what differed then. */
import type { TakeId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import { z } from 'zod'
import { TakeId as IdShape } from '#contract/words.ts'
import { sql } from '../storage/sql.ts'
import { defineTable } from '../storage/table.ts'

export const acceptedDriftTable = defineTable('accepted_drift', z.object({ take_id: IdShape, findings: z.string() }))

export async function readAccepted(db: Transaction, takeIds: readonly TakeId[]): Promise<Map<TakeId, string>> {
  const rows = acceptedDriftTable.read(await db.all(sql`
    SELECT ${acceptedDriftTable.columns} FROM accepted_drift WHERE take_id IN ${sql.list(takeIds)}`))
  return new Map(rows.map(row => [row.take_id, row.findings]))
}

export async function putAccepted(tx: Transaction, takeId: TakeId, findings: string): Promise<void> {
  await tx.run(sql`
    INSERT INTO accepted_drift ${acceptedDriftTable.values({ take_id: takeId, findings })}
    ON CONFLICT (take_id) DO UPDATE SET findings = excluded.findings`)
}

export async function deleteAccepted(tx: Transaction, takeIds: readonly TakeId[]): Promise<void> {
  await tx.run(sql`DELETE FROM accepted_drift WHERE take_id IN ${sql.list(takeIds)}`)
}
