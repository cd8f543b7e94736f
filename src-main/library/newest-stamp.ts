/** The newest time that something was changed or moved to the trash, whatever the clock says now. */
import type { Transaction } from '../storage/database.ts'
import { sql } from '../storage/sql.ts'

export async function newestStamp(db: Pick<Transaction, 'get'>): Promise<number> {
  const row = await db.get<{ at: number | null }>(sql`
    SELECT max(at) AS at FROM (
      SELECT max(changed_at) AS at FROM projects UNION ALL SELECT max(trashed_at) FROM projects
      UNION ALL SELECT max(changed_at) FROM conversations UNION ALL SELECT max(trashed_at) FROM conversations
      UNION ALL SELECT max(trashed_at) FROM takes WHERE trashed_at IS NOT NULL
      UNION ALL SELECT max(trashed_at) FROM voices UNION ALL SELECT max(trashed_at) FROM models
      UNION ALL SELECT max(trashed_at) FROM deliveries UNION ALL SELECT max(trashed_at) FROM sequences
    )`)
  return row?.at ?? 0
}
