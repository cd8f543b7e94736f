/**
 * Puts a damaged ledger together again from what can be read of it. The new one is made beside, with all its jobs held
 * like those of a restored backup, and gets a name in `damaged/` once it is whole: from then on every start carries the
 * placing to its end, so that a kill at any moment leaves either the damaged ledger or the whole new one.
 */
import type { LedgerTrouble } from '#contract/studio.ts'
import type { JobId } from '#contract/words.ts'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Database, Recovery } from '../storage/database.ts'
import type { Held } from './hold-restored.ts'
import { existsSync, statSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { fileExists, keepFile, placeFile } from '../base/atomic-file.ts'
import { resultsOf } from '../library/results-of-job.ts'
import { lookAtDatabase, openDatabase, recoverDatabase } from '../storage/database.ts'
import { keptPathOf, moveLogAside } from '../storage/keep-damaged.ts'
import { ledgerMigrations } from '../storage/migrations/ledger/index.ts'
import { sql } from '../storage/sql.ts'
import { StorageError } from '../storage/storage-error.ts'
import { damageInWal } from '../storage/wal-damage.ts'
import { holdRestored } from './hold-restored.ts'
import { openLedger } from './ledger.ts'
import { lostKind, mendLedgerStatements } from './repair-ledger.ts'

export interface LedgerDamage {
  readonly trouble: LedgerTrouble
  /** SQLite's words, for whoever can read them. */
  readonly said: string
}

export interface SalvagePlaces {
  /** The studio folder. */
  readonly folder: string
  readonly clock: Clock
  readonly log: Log
  /** Opens the library, which tells what is filed already; it may ask the ledger that is given whether anything was ever done here. */
  readonly library: (ledger: Database) => Promise<Pick<Database, 'all' | 'get'>>
}

const pathIn = (folder: string): string => join(folder, 'ledger.db')
/** Within the folder of damaged files, so that its name tells under which one the damaged file is kept. */
const wholeEnding = '.new.db'

/** Whether the ledger is not there, or empty, although the studio was worked in: then a new one would hide that jobs were ever sent. */
export function whetherGone(folder: string, hasHistory: boolean): LedgerDamage | null {
  const path = pathIn(folder)
  const isThere = existsSync(path) && statSync(path).size > 0
  return isThere || !hasHistory ? null : { trouble: 'missing', said: `${basename(path)} is ${existsSync(path) ? 'empty' : 'not there'}` }
}

/** Of what a killed program left: SQLite itself would go on without what a damaged log holds, and it may be that something was sent. */
export async function lookAtLog(folder: string): Promise<LedgerDamage | null> {
  const said = await damageInWal(`${pathIn(folder)}-wal`)
  return said === null ? null : { trouble: 'damaged', said }
}

/** Looks at the file without a right to change it. @throws StorageError other than 'corrupt' */
export async function lookAtLedger(folder: string): Promise<LedgerDamage | null> {
  try {
    const [said] = existsSync(pathIn(folder)) ? await lookAtDatabase(pathIn(folder)) : []
    return said === undefined ? null : { trouble: 'damaged', said }
  }
  catch (error) {
    return damageOf(error)
  }
}

/** @throws whatever it is, when it is no damage */
export function damageOf(error: unknown): LedgerDamage {
  if (!(error instanceof StorageError && error.kind === 'corrupt'))
    throw error
  return { trouble: 'damaged', said: error.message }
}

/** Reads what can be read into a file beside, and looks at nothing else. @throws StorageError */
export async function readDamaged({ folder, clock }: Pick<SalvagePlaces, 'folder' | 'clock'>): Promise<{ path: string, recovery: Recovery }> {
  const path = join(folder, 'work', 'salvaged-ledger.db')
  await mkdir(dirname(path), { recursive: true })
  const recovery = await recoverDatabase({ path: pathIn(folder), targetPath: path, migrations: ledgerMigrations, mend: mendLedgerStatements, nowMs: clock.now() })
  return { path, recovery }
}

/** Nothing may have the ledger open. @throws StorageError */
export async function recoverLedger(damage: LedgerDamage, { folder, clock, log, library }: SalvagePlaces): Promise<void> {
  const { path, recovery } = await readDamaged({ folder, clock })
  const kept = keptPathOf(pathIn(folder), clock.now())
  const db = await openDatabase(path, { migrations: ledgerMigrations, clock })
  try {
    const filed = await library(db)
    const held = await holdRestored(await openLedger({ db, clock }), {
      filedOf: jobId => resultsOf(filed, jobId),
      hasAnswer: (jobId: JobId) => fileExists(join(folder, 'work', jobId, 'answer.part')),
    })
    await record(db, { damage, recovery, held, kept: existsSync(pathIn(folder)) ? relative(folder, kept) : null, at: clock.now() })
    log.warn('ledger-salvaged', { ...damage, recovery, held })
  }
  finally {
    await db.close()
  }
  await mkdir(dirname(kept), { recursive: true })
  await placeFile(path, kept.replace(/\.db$/, wholeEnding))
  await finishPlacing(folder)
}

/** Carries a placing to its end that was begun; repeats are harmless. To be called before the ledger is opened. */
export async function finishPlacing(folder: string): Promise<void> {
  const whole = await wholeOne(folder)
  if (whole === null)
    return
  const kept = `${whole.slice(0, -wholeEnding.length)}.db`
  // The log first: it would be taken for that of the new file. The damaged one is not opened any more, so it is not missed.
  await moveLogAside(pathIn(folder), kept)
  if (existsSync(pathIn(folder)) && !existsSync(kept))
    await keepFile(pathIn(folder), kept)
  await placeFile(whole, pathIn(folder))
}

/** The new ledger that waits to be placed; null when there is none. */
export async function wholeOne(folder: string): Promise<string | null> {
  const names = await readdir(join(folder, 'damaged')).catch(() => [])
  const name = names.find(each => each.startsWith('ledger-') && each.endsWith(wholeEnding))
  return name === undefined ? null : join(folder, 'damaged', name)
}

async function record(db: Database, { damage, recovery, held, kept, at }: { damage: LedgerDamage, recovery: Recovery, held: Held, kept: string | null, at: number }): Promise<void> {
  const lost = await countOf(db, sql`SELECT count(*) AS count FROM jobs WHERE kind = ${lostKind} AND state = 'unsure'`)
  const lostAccounts = await countOf(db, sql`SELECT count(*) AS count FROM accounts WHERE base_url = '' AND removed_at IS NULL`)
  await db.run(sql`
    INSERT OR REPLACE INTO salvages (at, trouble, said, kept, is_readable, jobs, holes, lost, lost_accounts, held, unsure, followed)
    VALUES (${at}, ${damage.trouble}, ${damage.said}, ${kept}, ${recovery.isReadable}, ${recovery.rows.jobs ?? 0}, ${recovery.holes}, ${lost}, ${lostAccounts},
      ${held.held}, ${held.unsure}, ${held.followed})`)
}

async function countOf(db: Database, query: ReturnType<typeof sql>): Promise<number> {
  return (await db.get<{ count: number }>(query))?.count ?? 0
}
