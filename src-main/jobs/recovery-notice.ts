/** Reports that this ledger was recovered from a damaged one, until the person dismisses it. */
import type { LedgerRecovery } from '#contract/studio.ts'
import type { Clock } from '../base/clock.ts'
import type { Database } from '../storage/database.ts'
import { join } from 'node:path'
import { LedgerTrouble } from '#contract/studio.ts'
import { fileExists } from '../base/atomic-file.ts'
import { sql } from '../storage/sql.ts'

export interface RecoveryNotice {
  /** The newest recovery that was not dismissed; null when there is none. */
  unseen: () => Promise<LedgerRecovery | null>
  dismiss: () => Promise<void>
}

interface RecoveryRow {
  at: number
  trouble: string
  said: string
  kept: string | null
  is_readable: number
  jobs: number
  holes: number
  lost: number
  lost_accounts: number
  held: number
  unsure: number
  followed: number
}

export function createRecoveryNotice({ db, folder, clock }: { db: Database, folder: string, clock: Clock }): RecoveryNotice {
  return {
    async unseen() {
      const row = await db.get<RecoveryRow>(sql`
        SELECT at, trouble, said, kept, is_readable, jobs, holes, lost, lost_accounts, held, unsure, followed FROM salvages
          WHERE seen_at IS NULL ORDER BY at DESC LIMIT 1`)
      if (!row)
        return null
      const kept = row.kept === null ? null : join(folder, row.kept)
      return {
        at: row.at,
        trouble: LedgerTrouble.parse(row.trouble),
        said: row.said,
        // A backup does not contain it.
        kept: kept !== null && await fileExists(kept) ? kept : null,
        isReadable: row.is_readable === 1,
        jobs: row.jobs,
        holes: row.holes,
        lost: row.lost,
        lostAccounts: row.lost_accounts,
        held: row.held,
        unsure: row.unsure,
        followed: row.followed,
      }
    },
    async dismiss() {
      await db.run(sql`UPDATE salvages SET seen_at = ${clock.now()} WHERE seen_at IS NULL`)
    },
  }
}
