/**
 * Recovers a damaged ledger: copies what can be read of it into a new one. The new ledger is built in a separate file, with
 * all its jobs held like those of a restored backup, and moves to `damaged/` once it is complete: from then on every start
 * finishes the replacement, so that a kill at any moment leaves either the damaged ledger or the complete new one.
 */
import type { LedgerTrouble } from '#contract/studio.ts'
import type { JobId } from '#contract/words.ts'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { RestoredJobCounts } from '../jobs/hold-restored-jobs.ts'
import type { Database, Recovery } from '../storage/database.ts'
import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileExists, makeFolder } from '../base/atomic-file.ts'
import { holdRestoredJobs } from '../jobs/hold-restored-jobs.ts'
import { openLedger } from '../jobs/ledger.ts'
import { recoveriesTable } from '../jobs/recovery-notice.ts'
import { resultsOf } from '../library/results-of-job.ts'
import { openDatabase, quickCheck, recoverDatabase } from '../storage/database.ts'
import { keptPathOf, replaceDatabase } from '../storage/keep-damaged.ts'
import { ledgerMigrations } from '../storage/migrations/ledger/index.ts'
import { sql } from '../storage/sql.ts'
import { StorageError } from '../storage/storage-error.ts'
import { damageInWal } from '../storage/wal-damage.ts'
import { lostKind, replaceLostRows } from './replace-lost-rows.ts'

export interface LedgerDamage {
  readonly trouble: LedgerTrouble
  /** SQLite's message. */
  readonly said: string
}

export interface RecoveryPorts {
  /** The studio folder. */
  readonly folder: string
  readonly clock: Clock
  readonly log: Log
  /** Opens the library, which knows what is filed already; it may read in the given ledger whether anything was ever done here. */
  readonly library: (ledger: Database) => Promise<Pick<Database, 'all' | 'get'>>
}

const pathIn = (folder: string): string => join(folder, 'ledger.db')

/** A ledger that is missing or empty although the studio was used counts as damaged: a new one would hide that jobs were sent. */
export function detectMissingLedger(folder: string, hasHistory: boolean): LedgerDamage | null {
  const path = pathIn(folder)
  const hasContent = existsSync(path) && statSync(path).size > 0
  return hasContent || !hasHistory ? null : { trouble: 'missing', said: `${basename(path)} is ${existsSync(path) ? 'empty' : 'not there'}` }
}

/**
 * Checks the write-ahead log that a killed program left: SQLite would silently ignore a damaged one, and with it that something was sent.
 */
export async function lookAtLog(folder: string): Promise<LedgerDamage | null> {
  const said = await damageInWal(`${pathIn(folder)}-wal`)
  return said === null ? null : { trouble: 'damaged', said }
}

/** Checks the file read-only. @throws StorageError other than 'corrupt' */
export async function lookAtLedger(folder: string): Promise<LedgerDamage | null> {
  try {
    const [said] = existsSync(pathIn(folder)) ? await quickCheck(pathIn(folder)) : []
    return said === undefined ? null : { trouble: 'damaged', said }
  }
  catch (error) {
    return damageOf(error)
  }
}

/** @throws the error itself when it is no damage */
export function damageOf(error: unknown): LedgerDamage {
  if (!(error instanceof StorageError && error.kind === 'corrupt'))
    throw error
  return { trouble: 'damaged', said: error.message }
}

/** Copies what can be read of the ledger into a new file, and reads nothing else. @throws StorageError */
export async function copyReadableRows({ folder, clock }: Pick<RecoveryPorts, 'folder' | 'clock'>): Promise<{
  path: string
  recovery: Recovery
}> {
  const path = join(folder, 'work', 'recovered-ledger.db')
  await makeFolder(dirname(path))
  const recovery = await recoverDatabase({
    path: pathIn(folder),
    targetPath: path,
    migrations: ledgerMigrations,
    repairs: replaceLostRows,
    nowMs: clock.now(),
  })
  return { path, recovery }
}

/** The ledger must not be open anywhere. @throws StorageError */
export async function recoverLedger(damage: LedgerDamage, { folder, clock, log, library }: RecoveryPorts): Promise<void> {
  const { path, recovery } = await copyReadableRows({ folder, clock })
  const kept = keptPathOf(pathIn(folder), clock.now())
  const db = await openDatabase(path, { migrations: ledgerMigrations, clock })
  try {
    const filed = await library(db)
    const held = await holdRestoredJobs(await openLedger({ db, clock }), {
      filedOf: jobId => resultsOf(filed, jobId),
      hasAnswer: (jobId: JobId) => fileExists(join(folder, 'work', jobId, 'answer.part')),
    })
    await record(db, { damage, recovery, held, kept: existsSync(pathIn(folder)) ? relative(folder, kept) : null, at: clock.now() })
    log.warn('ledger-recovered', { ...damage, recovery, held })
  }
  finally {
    await db.close()
  }
  await replaceDatabase(pathIn(folder), path, kept)
}

async function record(db: Database, { damage, recovery, held, kept, at }: {
  damage: LedgerDamage
  recovery: Recovery
  held: RestoredJobCounts
  kept: string | null
  at: number
}): Promise<void> {
  const lost = await countOf(db, sql`SELECT count(*) AS count FROM jobs WHERE kind = ${lostKind} AND state = 'unsure'`)
  const lostAccounts = await countOf(db, sql`SELECT count(*) AS count FROM accounts WHERE base_url = '' AND removed_at IS NULL`)
  await db.run(sql`INSERT OR REPLACE INTO recoveries ${recoveriesTable.values({
    at,
    trouble: damage.trouble,
    said: damage.said,
    kept,
    is_readable: recovery.isReadable ? 1 : 0,
    jobs: recovery.rows.jobs ?? 0,
    holes: recovery.unreadable,
    lost,
    lost_accounts: lostAccounts,
    ...held,
  })}`)
}

async function countOf(db: Database, query: ReturnType<typeof sql>): Promise<number> {
  return (await db.get<{ count: number }>(query))?.count ?? 0
}
