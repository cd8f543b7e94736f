/** Reports that this ledger was recovered from a damaged one, until the user dismisses it. */
import type { LedgerRecovery } from '#contract/studio.ts'
import type { Clock } from '../base/clock.ts'
import type { Database } from '../storage/database.ts'
import { z } from 'zod'
import { LedgerTrouble } from '#contract/studio.ts'
import { Instant } from '#contract/words.ts'
import { fileExists } from '../base/atomic-file.ts'
import { insideOrNull } from '../base/inside.ts'
import { sql } from '../storage/sql.ts'
import { Count, defineTable, Flag } from '../storage/table.ts'
import { readOne } from '../storage/unreadable-rows.ts'

export interface RecoveryNotice {
  /** The newest recovery that was not dismissed; null when there is none. */
  unseen: () => Promise<LedgerRecovery | null>
  dismiss: () => Promise<void>
}

/** The table kept the name of an earlier version. */
export const recoveriesTable = defineTable('recoveries', z.object({
  at: Instant,
  trouble: LedgerTrouble,
  said: z.string(),
  /** Path of the damaged ledger, relative to the studio folder. */
  kept: z.string().regex(/^damaged[\\/][\w-]+\.db$/).nullable(),
  is_readable: Flag,
  jobs: Count,
  holes: Count,
  lost: Count,
  lost_accounts: Count,
  held: Count,
  unsure: Count,
  followed: Count,
}), { unread: { seen_at: Instant.nullable() } })

export function createRecoveryNotice({ db, folder, clock }: { db: Database, folder: string, clock: Clock }): RecoveryNotice {
  return {
    async unseen() {
      const newest = await db.get(sql`SELECT ${recoveriesTable.columns} FROM recoveries WHERE seen_at IS NULL ORDER BY at DESC LIMIT 1`)
      const found = readOne(newest, recoveriesTable.parse)
      if (!found)
        return null
      const { is_readable: isReadable, lost_accounts: lostAccounts, ...row } = found
      const kept = row.kept === null ? null : insideOrNull(folder, row.kept)
      // A backup does not contain the damaged ledger.
      return { ...row, isReadable, lostAccounts, kept: kept !== null && await fileExists(kept) ? kept : null }
    },
    async dismiss() {
      await db.run(sql`UPDATE recoveries SET seen_at = ${clock.now()} WHERE seen_at IS NULL`)
    },
  }
}
