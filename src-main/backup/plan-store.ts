/**
 * The schedule of automatic backups and what it did, as one value among the settings. It is no setting that the page changes, and a
 * restored studio begins without it: the folder belongs to this machine, and its backups to the studio that made them.
 */
import type { Database, Transaction } from '../storage/database.ts'
import { z } from 'zod'
import { BackupFailure, BackupPlan } from '#contract/backup-words.ts'
import { Instant } from '#contract/words.ts'
import { sql } from '../storage/sql.ts'

const settingName = 'automatic-backups'
/** Of those in all folders that were used. */
const mostRemembered = 1000

/** A backup that the schedule made. One of another size was replaced by the user, and is theirs. */
const Made = z.object({ folder: z.string(), name: z.string(), sizeBytes: z.number(), madeAt: Instant })
export type MadeBackup = z.infer<typeof Made>

const Kept = z.object({
  plan: BackupPlan,
  /** When the schedule was switched on. */
  since: Instant,
  /** Null: the usual folder. */
  folder: z.string().nullable(),
  lastAt: Instant.nullable(),
  failure: BackupFailure.nullable(),
  /** The one that is being written; after a crash, the next start sees to it. */
  writing: z.object({ folder: z.string(), name: z.string() }).nullable(),
  made: z.array(Made),
})
export type KeptPlan = z.infer<typeof Kept>

const none: KeptPlan = {
  plan: { every: 'never', keep: 7, withFilms: true },
  since: 0,
  folder: null,
  lastAt: null,
  failure: null,
  writing: null,
  made: [],
}

export interface PlanStore {
  /** There is none in a library that cannot be read. */
  get: () => Promise<KeptPlan>
  change: (how: (now: KeptPlan) => Partial<KeptPlan>) => Promise<KeptPlan>
}

export function createPlanStore(db: Database): PlanStore {
  async function read(from: Pick<Transaction, 'get'>): Promise<KeptPlan> {
    const row = await from.get<{ value: string }>(sql`SELECT value FROM settings WHERE name = ${settingName}`)
    try {
      return row ? Kept.parse(JSON.parse(row.value)) : none
    }
    catch {
      // A damaged setting is none.
      return none
    }
  }

  return {
    get: () => read(db).catch(() => none),
    change: how => db.transaction(async (tx) => {
      const before = await read(tx)
      const after = { ...before, ...how(before) }
      const kept = { ...after, made: after.made.slice(-mostRemembered) }
      await tx.run(
        sql`INSERT INTO settings (name, value) VALUES (${settingName}, ${JSON.stringify(kept)}) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      )
      return kept
    }),
  }
}
