/** Takes of which a person has said that they are right as they are, with what had been found of them then. */
import type { TakeId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import { z } from 'zod'
import { TakeId as IdShape } from '#contract/words.ts'
import { sql } from '../storage/sql.ts'
import { defineTable } from '../storage/table.ts'

export const rightTakesTable = defineTable('right_takes', z.object({ take_id: IdShape, findings: z.string() }))

export async function readRight(db: Transaction, takeIds: readonly TakeId[]): Promise<Map<TakeId, string>> {
  const rows = rightTakesTable.read(await db.all(sql`
    SELECT ${rightTakesTable.columns} FROM right_takes WHERE take_id IN ${sql.list(takeIds)}`))
  return new Map(rows.map(row => [row.take_id, row.findings]))
}

export async function putRight(tx: Transaction, takeId: TakeId, findings: string): Promise<void> {
  await tx.run(sql`
    INSERT INTO right_takes ${rightTakesTable.values({ take_id: takeId, findings })}
    ON CONFLICT (take_id) DO UPDATE SET findings = excluded.findings`)
}

export async function deleteRight(tx: Transaction, takeIds: readonly TakeId[]): Promise<void> {
  await tx.run(sql`DELETE FROM right_takes WHERE take_id IN ${sql.list(takeIds)}`)
}
