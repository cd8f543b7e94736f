/** The ids of this run sort after those of all runs before it, also where the clock was set back in between. */
import type { Transaction } from '../storage/database.ts'
import { firstNotFollowed, followId } from '../base/ids.ts'
import { sql } from '../storage/sql.ts'

type Reads = Pick<Transaction, 'get'>

/** Tables whose lists are in the order of their ids, which are all made by main. */
const followed = {
  ledger: ['jobs', 'accounts'],
  library: ['takes', 'messages', 'conversations', 'projects', 'voices', 'snapshots', 'lines', 'storyboard'],
} as const

export async function followIds({ ledger, library }: { ledger: Reads, library: Reads }): Promise<void> {
  for (const [db, tables] of [[ledger, followed.ledger], [library, followed.library]] as const) {
    for (const table of tables) {
      const row = await db.get<{ id: string | null }>(sql`
        SELECT max(id) AS id FROM ${sql.identifier(table)} WHERE id < ${firstNotFollowed()}`)
      if (row?.id)
        followId(row.id)
    }
  }
}
